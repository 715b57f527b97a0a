import { BackupRefused } from '../../service/backup/BackupRefused.js';
import { origin } from '../../settings/addressTypes.js';
import { bucketName, keyPrefix, oneOf, text } from '../../settings/settingTypes.js';
import type { S3Access, S3Settings } from '../../store/blobs/s3/S3Settings.js';

const options = {
  endpoint: origin,
  region: text.min(1),
  profile: text.min(1),
  'path-style': oneOf('true', 'false'),
};

const usage =
  'A bucket for backups is written s3://bucket/prefix, or with ?endpoint=…&region=…&profile=…&path-style=… where it is elsewhere than SVC_S3_ENDPOINT and the others say.';

/**
 * Reads the address of a bucket, such as `s3://backups/svc?endpoint=https://ceph.example.com&profile=backups`.
 * @param usual how it is reached unless its address says otherwise
 * @throws BackupRefused
 */
export function readBackupBucket(place: string, usual: S3Access): S3Settings {
  const refuse = (why: string) => new BackupRefused(`${place} cannot be used: ${why}. ${usage}`);
  const [, address = '', query = ''] = /^s3:\/\/([^?#]*)(?:\?([^#]*))?$/.exec(place) ?? [];
  const [name = '', ...folders] = address.split('/');
  const bucket = bucketName.safeParse(name);
  if (!bucket.success) throw refuse(`its bucket must be ${bucketName.description}`);
  const prefix = keyPrefix.safeParse(folders.join('/'));
  if (!prefix.success) throw refuse(`its prefix must be ${keyPrefix.description}`);
  const given: Partial<Record<keyof typeof options, string>> = {};
  for (const [option, value] of new URLSearchParams(query)) {
    if (!isOption(option)) throw refuse(`it has no option "${option}"`);
    const parsed = options[option].safeParse(value);
    if (!parsed.success) throw refuse(`${option} must be ${options[option].description ?? 'a text'}`);
    given[option] = parsed.data;
  }
  const { endpoint = usual.endpoint, region = usual.region, profile } = given;
  const isUsualStore = endpoint === usual.endpoint;
  const pathStyle = given['path-style'];
  return {
    ...usual,
    bucket: bucket.data,
    prefix: prefix.data,
    publicEndpoint: null,
    endpoint,
    region,
    pathStyle: pathStyle ? pathStyle === 'true' : isUsualStore ? usual.pathStyle : true,
    // Its keys are those of the usual store.
    encryption: isUsualStore ? usual.encryption : null,
    ...(profile && { profile }),
  };
}

const isOption = (name: string): name is keyof typeof options => Object.hasOwn(options, name);
