import type { S3Access, S3Settings } from '../store/blobs/s3/S3Settings.js';
import type { Config } from './Config.js';
import { type Report, readSecretFile } from './readSecretFile.js';
import type { SettingValues } from './settings.js';

/** Where blobs are. */
export function readStorage(
  values: SettingValues,
  report: Report,
): Pick<Config, 'blobStores' | 's3' | 's3Access' | 'redirectsToBlobs' | 'blobCache'> {
  const { SVC_BLOBS: blobStores, SVC_BLOB_URLS: urls } = values;
  const s3Access = readAccess(values, report);
  const { SVC_S3_BUCKET: bucket, SVC_S3_PREFIX: prefix, SVC_S3_PUBLIC_ENDPOINT: publicEndpoint } = values;
  const s3: S3Settings | null = bucket === null ? null : { ...s3Access, bucket, prefix, publicEndpoint };
  if (blobStores.includes('s3') && s3 === null) report('SVC_BLOBS names s3, which also needs SVC_S3_BUCKET');
  const redirectsToBlobs = urls === 'redirect';
  if (redirectsToBlobs && blobStores.join() !== 's3')
    report('SVC_BLOB_URLS=redirect needs SVC_BLOBS=s3: browsers find no other blobs in the bucket');
  return { blobStores, s3, s3Access, redirectsToBlobs, blobCache: values.SVC_BLOB_CACHE };
}

function readAccess(values: SettingValues, report: Report): S3Access {
  const { SVC_S3_ENDPOINT: endpoint, SVC_S3_CA_FILE: caFile } = values;
  const { SVC_S3_ENCRYPTION: algorithm, SVC_S3_KMS_KEY: key } = values;
  if (key !== null && algorithm !== 'aws:kms') report('SVC_S3_KMS_KEY needs SVC_S3_ENCRYPTION=aws:kms');
  const pathStyle = values.SVC_S3_PATH_STYLE;
  return {
    region: values.SVC_S3_REGION,
    endpoint,
    pathStyle: pathStyle === null ? endpoint !== null : pathStyle === 'true',
    encryption: algorithm && { algorithm, key },
    ca: caFile === null ? null : readSecretFile('SVC_S3_CA_FILE', caFile, report),
  };
}
