import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { HeadObjectCommand, ListObjectsV2Command, PutObjectCommand } from '@aws-sdk/client-s3';
import { afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import type { BlobStore } from '../../apps/server/src/store/blobs/BlobStore.js';
import { copyBlobs } from '../../apps/server/src/store/blobs/copyBlobs.js';
import { createDiskBlobs } from '../../apps/server/src/store/blobs/disk.js';
import { mirrorBlobs } from '../../apps/server/src/store/blobs/mirrorBlobs.js';
import { createS3Blobs } from '../../apps/server/src/store/blobs/s3/createS3Blobs.js';
import type { S3Settings } from '../../apps/server/src/store/blobs/s3/S3Settings.js';
import { testBlobStore } from '../../apps/server/testing/testBlobStore.js';
import { keyOf, openStoreUnderTest } from './openStoreUnderTest.js';
import { openTestBucket, type TestBucket } from './openTestBucket.js';

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

const ceph = inject('ceph');
const { secureEndpoint, caFile, kmsKey } = ceph;
const openUnderTest = (own?: Partial<S3Settings>) => openStoreUnderTest(ceph, own);
const overTls = { endpoint: secureEndpoint, ca: readFileSync(caFile, 'utf8') };

testBlobStore('S3', () => openUnderTest());
testBlobStore('S3 with a prefix, over TLS with an authority of its own', () =>
  openUnderTest({ ...overTls, prefix: 'deployments/one/' }),
);
testBlobStore('S3 with keys of a KMS', () =>
  openUnderTest({ encryption: { algorithm: 'aws:kms', key: kmsKey } }),
);
testBlobStore('disk and S3', async () => {
  const s3 = await openUnderTest();
  const folder = await mkdtemp(join(tmpdir(), 'svc-both-'));
  const open = async () => mirrorBlobs([await s3.reopen(), await createDiskBlobs(folder)]);
  const store = await open();
  return {
    store,
    reopen: open,
    async damage(hash) {
      // Otherwise the bytes of the disk are given out.
      await (await createDiskBlobs(folder)).delete(hash);
      await s3.damage(hash);
    },
    async dispose() {
      await s3.dispose();
      await rm(folder, { recursive: true });
    },
  };
});

describe('a bucket', () => {
  let bucket: TestBucket;
  let store: BlobStore;
  const open = (own: Partial<S3Settings> = {}, isDirect = false) =>
    createS3Blobs({ ...bucket.settings, ...own }, { spoolFolder: bucket.spoolFolder, isDirect });
  beforeEach(async () => {
    bucket = await openTestBucket();
    store = await open();
  });
  afterEach(async () => {
    await bucket.dispose();
    vi.unstubAllEnvs();
  });

  test('that is asked to encrypt does', async () => {
    const { settings, client } = bucket;
    const sealed = await open({ encryption: { algorithm: 'aws:kms', key: kmsKey } });
    const { hash } = await sealed.put(Buffer.from('secret'));
    const head = await client.send(new HeadObjectCommand({ Bucket: settings.bucket, Key: keyOf('', hash) }));
    expect([head.ServerSideEncryption, head.SSEKMSKeyId]).toEqual(['aws:kms', kmsKey]);
  });

  test('refuses bytes that are not those of the hash that was sent with them', async () => {
    const hash = hashOf(Buffer.from('right'));
    const { putOnce } = await rawBucket();
    const spooled = { hash, md5: '', size: 5, open: () => Buffer.from('wrong'), discard: async () => {} };
    await expect(putOnce(keyOf('', hash), spooled)).rejects.toMatchObject({
      name: 'XAmzContentSHA256Mismatch',
    });
    await expect(
      putOnce(keyOf('', hash), { ...spooled, open: () => Readable.from([Buffer.from('wrong')]) }),
    ).rejects.toMatchObject({ name: 'XAmzContentSHA256Mismatch' });
    expect(await store.has(hash)).toBe(false);
  });

  async function rawBucket() {
    const { openBucket } = await import('../../apps/server/src/store/blobs/s3/openBucket.js');
    return openBucket(bucket.client, bucket.settings, { attempts: 1, firstDelay: 1, patience: 1 });
  }

  test('takes more than memory should hold as a stream', async () => {
    const sum = createHash('sha256');
    const chunk = (number: number) => Buffer.alloc(1_000_000, `chunk ${number}`);
    for (let number = 0; number < 150; number++) sum.update(chunk(number));
    const before = process.memoryUsage().arrayBuffers;
    let most = 0;
    const source = Readable.from(
      (async function* () {
        for (let number = 0; number < 150; number++) {
          most = Math.max(most, process.memoryUsage().arrayBuffers - before);
          yield chunk(number);
        }
      })(),
    );
    const { hash, size } = await store.put(source);
    expect([hash, size]).toEqual([sum.digest('hex'), 150_000_000]);
    let read = 0;
    for await (const part of await store.stream(hash)) {
      read += part.length;
      most = Math.max(most, process.memoryUsage().arrayBuffers - before);
    }
    expect(read).toBe(size);
    expect(most).toBeLessThan(100_000_000);
  });

  test('lists more than a page', async () => {
    const { client, settings } = bucket;
    const hashes = Array.from({ length: 1_100 }, (_, number) => hashOf(Buffer.from(String(number))));
    for (let at = 0; at < hashes.length; at += 50)
      await Promise.all(
        hashes
          .slice(at, at + 50)
          .map((hash) =>
            client.send(new PutObjectCommand({ Bucket: settings.bucket, Key: keyOf('', hash), Body: 'x' })),
          ),
      );
    const found: string[] = [];
    for await (const page of store.list()) found.push(...page);
    expect(found.sort()).toEqual(hashes.sort());
  });

  test('sends browsers its bytes at a signed address, and nobody without', async () => {
    const direct = (await open({}, true)).direct;
    const { hash } = await store.put(Buffer.from('picture'));
    const disposition = 'attachment; filename="a-trace.zip"';
    const address = (await direct?.addressOf(hash, { type: 'application/zip', disposition })) ?? '';
    expect(new URL(address).origin).toBe(direct?.origin);
    const answer = await fetch(address);
    expect([answer.status, await answer.text()]).toEqual([200, 'picture']);
    expect(answer.headers.get('content-type')).toBe('application/zip');
    expect(answer.headers.get('content-disposition')).toBe(disposition);
    expect(answer.headers.get('cache-control')).toContain('immutable');
    const other = keyOf('', (await store.put(Buffer.from('other'))).hash);
    expect((await fetch(address.replace(keyOf('', hash), other))).status).toBe(403);
    expect((await fetch(new URL(new URL(address).pathname, address))).status).toBe(403);
    expect((await fetch(address, { method: 'DELETE' })).status).toBe(403);
  });

  test.each([
    [
      { bucket: 'svc-that-is-missing' },
      {},
      'The bucket svc-that-is-missing, which holds the images, does not exist.',
    ],
    [{}, { AWS_SECRET_ACCESS_KEY: 'wrong' }, 'refuses the service (403 SignatureDoesNotMatch)'],
    [{}, { AWS_ACCESS_KEY_ID: 'nobody' }, 'refuses the service (403 InvalidAccessKeyId)'],
  ])('with %j and %j is refused with a reason', async (own, env, message) => {
    for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
    await expect(open(own)).rejects.toThrow(message);
  });

  test('takes the keys of a web identity, which a token service gives for the token of a file', async () => {
    const { accessKeyId, secretAccessKey } = inject('ceph');
    const asked: URLSearchParams[] = [];
    const tokens = createServer(async (request, response) => {
      asked.push(new URLSearchParams(await text(request)));
      response.setHeader('content-type', 'text/xml');
      response.end(`<AssumeRoleWithWebIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/">
        <AssumeRoleWithWebIdentityResult><Credentials><AccessKeyId>${accessKeyId}</AccessKeyId>
        <SecretAccessKey>${secretAccessKey}</SecretAccessKey><SessionToken></SessionToken>
        <Expiration>${new Date(Date.now() + 3_600_000).toISOString()}</Expiration></Credentials>
        </AssumeRoleWithWebIdentityResult></AssumeRoleWithWebIdentityResponse>`);
    });
    await once(tokens.listen(0, '127.0.0.1'), 'listening');
    const token = join(bucket.spoolFolder, 'token');
    await writeFile(token, 'the token of this pod');
    for (const [name, value] of Object.entries({
      AWS_ACCESS_KEY_ID: undefined,
      AWS_SECRET_ACCESS_KEY: undefined,
      AWS_ROLE_ARN: 'arn:aws:iam::123456789012:role/svc',
      AWS_WEB_IDENTITY_TOKEN_FILE: token,
      AWS_ENDPOINT_URL_STS: `http://127.0.0.1:${(tokens.address() as AddressInfo).port}`,
    }))
      vi.stubEnv(name, value);
    try {
      const { hash } = await (await open()).put(Buffer.from('by a role'));
      expect(await store.has(hash)).toBe(true);
      expect(
        asked.map((one) => [one.get('Action'), one.get('RoleArn'), one.get('WebIdentityToken')]),
      ).toEqual([
        ['AssumeRoleWithWebIdentity', 'arn:aws:iam::123456789012:role/svc', 'the token of this pod'],
      ]);
    } finally {
      await rm(token);
      tokens.close();
    }
  });

  test('of an unknown authority is refused', async () => {
    await expect(
      createS3Blobs(
        { ...bucket.settings, endpoint: secureEndpoint },
        { spoolFolder: bucket.spoolFolder, limits: { attempts: 1, firstDelay: 1, patience: 1 } },
      ),
    ).rejects.toThrow('SELF_SIGNED_CERT');
  });

  test('is copied from a disk and back, resumed after a failure, each blob verified', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'svc-copy-'));
    try {
      const disk = await createDiskBlobs(join(folder, 'disk'));
      const texts = Array.from({ length: 60 }, (_, number) => Buffer.alloc(5_000 * number, `blob ${number}`));
      const hashes = await Promise.all(texts.map(async (bytes) => (await disk.put(bytes)).hash));
      let left = 20;
      const failing: BlobStore = {
        ...store,
        put: async (content) => {
          if (left-- <= 0) throw new Error('the network is gone');
          return store.put(content);
        },
      };
      await expect(copyBlobs(disk, failing, { parallel: 4 })).rejects.toThrow('the network is gone');
      const shares: number[] = [];
      const done = await copyBlobs(disk, store, {
        parallel: 4,
        onProgress: ({ share }) => shares.push(share),
      });
      expect(done).toMatchObject({ share: 1, there: 20, copied: 40, gone: 0, corrupt: [] });
      expect(shares).toEqual(shares.toSorted((one, other) => one - other));
      const back = await createDiskBlobs(join(folder, 'back'));
      expect(await copyBlobs(store, back, { parallel: 4 })).toMatchObject({ copied: 60, there: 0 });
      for (const [index, hash] of hashes.entries())
        expect((await buffer(await back.stream(hash))).equals(texts[index] ?? Buffer.alloc(0))).toBe(true);
      const { KeyCount } = await bucket.client.send(
        new ListObjectsV2Command({ Bucket: bucket.settings.bucket }),
      );
      expect(KeyCount).toBe(60);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
