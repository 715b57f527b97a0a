import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type BrokenS3, refuse, startBrokenS3 } from '../../../testing/startBrokenS3.js';
import { partSize } from '../blobs/s3/writeParts.js';
import { openBackupBucket } from './openBackupBucket.js';

let s3: BrokenS3;
let spoolFolder: string;
beforeEach(async () => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'key');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
  s3 = await startBrokenS3();
  spoolFolder = await mkdtemp(join(tmpdir(), 'svc-bucket-'));
});
afterEach(async () => {
  await s3.close();
  await rm(spoolFolder, { recursive: true });
  vi.unstubAllEnvs();
});

const open = (prefix: string) =>
  openBackupBucket(
    { ...s3.settings, prefix },
    { spoolFolder, limits: { attempts: 3, firstDelay: 1, patience: 20_000 }, silence: 5_000 },
  );
const name = '20260131T235959.123Z/rows.copy.gz';

/** Answers with the uploads that are under way, two a page. */
function listUploads(uploads: ReadonlySet<string>, query: URLSearchParams): string {
  const after = query.get('key-marker') ?? '';
  const keys = [...uploads].filter((key) => key.startsWith(query.get('prefix') ?? '') && key > after).sort();
  const page = keys.slice(0, 2);
  const entries = page.map((key) => `<Upload><Key>${key}</Key><UploadId>of ${key}</UploadId></Upload>`);
  const marker = `<NextKeyMarker>${page.at(-1) ?? ''}</NextKeyMarker><NextUploadIdMarker>x</NextUploadIdMarker>`;
  return `<ListMultipartUploadsResult>${entries.join('')}<IsTruncated>${keys.length > 2}</IsTruncated>${marker}</ListMultipartUploadsResult>`;
}

test.each(['', 'nightly/'])(
  'below "%s", uploads of interrupted backups end, and those of other programs go on',
  async (prefix) => {
    const ours = Array.from({ length: 5 }, (_, day) => `${prefix}2026010${day + 1}T000000.000Z/rows.copy.gz`);
    const others = ['2026/report.zip', '2026.zip', 'other/x', '20260101T000000.000Z.zip', 'blobs/x'];
    const uploads = new Set([...ours, ...others.map((key) => prefix + key), 'elsewhere']);
    const store = await open(prefix);
    s3.fault = ({ what, key, query }, response) => {
      if (what === 'GET' && query.has('uploads')) response.end(listUploads(uploads, query));
      else if (what === 'DELETE' && query.get('uploadId') === `of ${key}`) {
        uploads.delete(key);
        response.writeHead(204).end();
      } else return false;
      return true;
    };
    await store.removeLeftovers();
    expect(uploads).toEqual(new Set([...others.map((key) => prefix + key), 'elsewhere']));
  },
);

test.each([
  ['is whole', partSize + 1_000, null],
  ['has another length', partSize, 'cannot be used|refuses'],
])('where the answer to the end of an upload is lost, and the object %s', async (_, length, failure) => {
  const store = await open('');
  let ends = 0;
  s3.fault = ({ what, key, query }, response) => {
    if (what === 'POST' && query.has('uploads'))
      response.end('<InitiateMultipartUploadResult><UploadId>1</UploadId></InitiateMultipartUploadResult>');
    else if (what === 'PUT' && query.has('partNumber')) response.writeHead(200, { etag: '"part"' }).end();
    else if (what === 'POST' && ++ends === 1) {
      s3.objects.set(key, Buffer.alloc(length));
      response.destroy();
    } else if (what === 'POST') return refuse(response, 404, 'NoSuchUpload');
    else return false;
    return true;
  };
  const writing = store.write(name, Readable.from([Buffer.alloc(partSize), Buffer.alloc(1_000)]));
  if (failure === null) await writing;
  else await expect(writing).rejects.toThrow(new RegExp(failure));
  expect(ends).toBe(2);
});
