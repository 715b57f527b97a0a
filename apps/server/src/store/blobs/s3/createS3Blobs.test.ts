import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  type BrokenS3,
  refuse,
  sendObject,
  startBrokenS3,
  tagOf,
} from '../../../../testing/startBrokenS3.js';
import { DiskFull, StorageUnavailable } from '../../../domain/StorageUnavailable.js';
import { BlobCorrupt, type BlobStore } from '../BlobStore.js';
import { createS3Blobs } from './createS3Blobs.js';

let s3: BrokenS3;
let folder: string;
let blobs: BlobStore;
beforeEach(async () => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'key');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
  s3 = await startBrokenS3();
  folder = await mkdtemp(join(tmpdir(), 'svc-s3-'));
  blobs = await open();
  s3.asked.length = 0;
});
afterEach(async () => {
  expect(await readdir(folder)).toEqual([]);
  await s3.close();
  await rm(folder, { recursive: true });
  vi.unstubAllEnvs();
});

const limits = { attempts: 4, firstDelay: 1, patience: 20_000 };
const open = () => createS3Blobs(s3.settings, { spoolFolder: folder, limits, silence: 500 });
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const keyOf = (hash: string) => `svc/${hash.slice(0, 2)}/${hash.slice(2, 4)}/${hash}`;
const countOf = (what: string) => s3.asked.filter((one) => one.what === what).length;

/** Lets the first requests of a kind fail. */
const failFirst = (count: number, what: string, fail: BrokenS3['fault']) => {
  let left = count;
  s3.fault = (asked, response) => asked.what === what && left-- > 0 && fail(asked, response);
};
const large = Buffer.alloc(3_000_001, 'large');
const inPieces = (bytes: Buffer) => Readable.from([bytes.subarray(0, 1_700_000), bytes.subarray(1_700_000)]);

describe('a busy or broken store is asked again', () => {
  test.each([
    ['503', (_asked, response) => refuse(response, 503, 'SlowDown')],
    ['a reset', (_asked, response) => Boolean(response.destroy())],
    ['silence', () => true],
    [
      'a damaged upload that it noticed',
      (_asked, response) => refuse(response, 400, 'XAmzContentSHA256Mismatch'),
    ],
    ['a wrong clock', (_asked, response) => refuse(response, 403, 'RequestTimeTooSkewed')],
  ] satisfies [string, BrokenS3['fault']][])('%s', async (_name, fail) => {
    failFirst(2, 'PUT', fail);
    const { hash } = await blobs.put(inPieces(large));
    expect(hash).toBe(hashOf(large));
    expect(s3.objects.get(keyOf(hash))?.equals(large)).toBe(true);
    expect(countOf('PUT')).toBe(3);
    expect(new Set(s3.asked.map(({ headers }) => headers['x-amz-content-sha256']))).toEqual(new Set([hash]));
  });

  test('a fault that lasts is reported after the last attempt, and stored blobs stay', async () => {
    const { hash } = await blobs.put(Buffer.from('kept'));
    s3.fault = (_asked, response) => refuse(response, 503, 'SlowDown');
    for (const use of [
      () => blobs.put(large),
      () => blobs.get(hash),
      () => blobs.has(hash),
      () => blobs.stream(hash),
    ]) {
      s3.asked.length = 0;
      await expect(use()).rejects.toThrow(StorageUnavailable);
      expect(s3.asked).toHaveLength(limits.attempts);
    }
    await expect(blobs.put(large)).rejects.toThrow(
      'The object store that holds the images cannot be used (503 SlowDown). Try again later.',
    );
    s3.fault = () => false;
    expect((await blobs.get(hash)).toString()).toBe('kept');
  });
});

test.each([
  [403, 'AccessDenied', StorageUnavailable, 'refuses the service (403 AccessDenied)'],
  [404, 'NoSuchBucket', StorageUnavailable, 'The bucket images, which holds the images, does not exist.'],
  [403, 'QuotaExceeded', DiskFull, 'is full (403 QuotaExceeded)'],
])('%i %s is not a reason to try again', async (status, code, kind, message) => {
  s3.fault = (_asked, response) => refuse(response, status, code);
  const putting = blobs.put(Buffer.from('x'));
  await expect(putting).rejects.toThrow(message);
  await expect(putting).rejects.toBeInstanceOf(kind);
  expect(countOf('PUT')).toBe(1);
  await expect(open()).rejects.toThrow(message);
});

test('a download that breaks is resumed where it broke, wherever that is', async () => {
  const medium = randomBytes(200_000);
  const { hash } = await blobs.put(medium);
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 0, max: medium.length }), { minLength: 1, maxLength: 3 }),
      fc.boolean(),
      async (cuts, hasRanges) => {
        const left = [...cuts];
        s3.fault = ({ what, headers }, response) => {
          const cut = what === 'GET' ? left.shift() : undefined;
          if (cut === undefined && (hasRanges || what !== 'GET')) return false;
          const from = hasRanges ? Number(/\d+/.exec(headers.range ?? '')?.[0] ?? 0) : 0;
          response.writeHead(from > 0 ? 206 : 200, { 'content-length': medium.length - from });
          response.write(
            medium.subarray(from, cut === undefined ? medium.length : Math.max(from, cut)),
            () => (cut === undefined ? response.end() : response.destroy()),
          );
          return true;
        };
        expect((await buffer(await blobs.stream(hash))).equals(medium)).toBe(true);
      },
    ),
    { numRuns: 15 },
  );
});

describe('a store that lies', () => {
  test('about what it has stored is found out by reading it back', async () => {
    failFirst(2, 'PUT', ({ key, body }, response) => {
      const damaged = Buffer.from(body);
      damaged.writeUInt8(damaged.readUInt8(0) ^ 1);
      s3.objects.set(key, damaged);
      response.writeHead(200, { etag: tagOf(damaged) }).end();
      return true;
    });
    const { hash } = await blobs.put(large);
    expect(s3.objects.get(keyOf(hash))?.equals(large)).toBe(true);
    s3.fault = ({ what }, response) =>
      what === 'PUT' && Boolean(response.writeHead(200, { etag: '"x"' }).end());
    await expect(blobs.put(Buffer.from('never stored'))).rejects.toThrow(StorageUnavailable);
  });

  test('about tags is believed when the bytes are right', async () => {
    failFirst(1, 'PUT', ({ key, body }, response) => {
      s3.objects.set(key, body);
      response.writeHead(200, { etag: '"of another kind"' }).end();
      return true;
    });
    await blobs.put(large);
    expect([countOf('PUT'), countOf('GET')]).toEqual([1, 1]);
  });

  /** Answers with a damaged byte; which one, `at` says. */
  const damage =
    (at: () => number): BrokenS3['fault'] =>
    ({ key, headers }, response) => {
      const bytes = Buffer.from(s3.objects.get(key) ?? '');
      const place = at();
      bytes[place] = (bytes[place] ?? 0) ^ 1;
      sendObject(bytes, headers.range, response);
      return true;
    };

  test('once is asked again', async () => {
    const { hash } = await blobs.put(large);
    failFirst(
      1,
      'GET',
      damage(() => 7),
    );
    expect((await blobs.get(hash)).equals(large)).toBe(true);
    failFirst(
      1,
      'GET',
      damage(() => 7),
    );
    // A stream has given out its bytes when the damage is seen: the reader is told, and the blob is left alone.
    await expect(buffer(await blobs.stream(hash))).rejects.toThrow(StorageUnavailable);
    expect((await blobs.get(hash)).equals(large)).toBe(true);
  });

  test('in another way each time loses nothing', async () => {
    const { hash } = await blobs.put(large);
    let at = 0;
    failFirst(
      100,
      'GET',
      damage(() => at++),
    );
    await expect(blobs.get(hash)).rejects.toThrow(
      'The object store sent damaged bytes of an image. Try again later.',
    );
    s3.fault = () => false;
    expect((await blobs.get(hash)).equals(large)).toBe(true);
    expect([countOf('COPY'), countOf('DELETE')]).toEqual([0, 0]);
  });

  test('in the same way each time has damaged bytes, which are set aside as the store has them', async () => {
    const { hash } = await blobs.put(large);
    failFirst(
      100,
      'GET',
      damage(() => 7),
    );
    await expect(blobs.get(hash)).rejects.toBeInstanceOf(BlobCorrupt);
    const [[key = '', aside = Buffer.alloc(0)] = []] = [...s3.objects];
    expect(key).toMatch(new RegExp(`^svc/quarantine/${hash}\\.`));
    expect([s3.objects.size, aside.equals(large)]).toEqual([1, true]);
  });
});
