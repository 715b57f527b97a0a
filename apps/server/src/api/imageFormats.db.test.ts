import { createHash } from 'node:crypto';
import type { Capture, ErrorBody, SnapshotBatchEntry, SnapshotDiffResult } from '@svc/schema';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { foreignImages } from '../../testing/foreignImages.js';
import { image } from '../../testing/image.js';
import { startTestService, type TestService } from '../../testing/startTestService.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const { jpeg, webpLossless, animated } = foreignImages;
const hashOf = (file: Uint8Array) => createHash('sha256').update(file).digest('hex');
const runOf = (sessionId: string, commit: string) => ({
  sessionId,
  suite: 'formats',
  branch: 'main',
  commit,
});

async function upload(run: object, name: string, file: Uint8Array, type: string, more: object = {}) {
  const query = new URLSearchParams({ ...run, name, ...more });
  const { status, body } = await service.upload(`/api/v1/snapshots?${query}`, file, type);
  return { status, body: body as SnapshotDiffResult & ErrorBody };
}
const complete = (sessionId: string) =>
  service.ask('POST', `/api/v1/sessions/${sessionId}/complete`, { exitCode: 0 });

async function download(url: string) {
  const { pathname, search } = new URL(url);
  const { rawPayload, headers } = await service.app.inject({ url: pathname + search });
  return { file: rawPayload, type: headers['content-type'] };
}

test('JPEG and WebP uploads are stored as PNG, and known by what was sent', async () => {
  const first = runOf('ses_formats1', 'c0ffee0');
  const files = { photo: [jpeg, 'image/jpeg'], art: [webpLossless, 'image/webp'] } as const;
  const results = [];
  for (const [name, [file, type]] of Object.entries(files)) {
    const { status, body } = await upload(first, name, file, type, { autoApprove: 'true' });
    expect([status, body.status]).toEqual([200, 'new']);
    expect(body.currentStorageKey).not.toBe(hashOf(file));
    results.push(body);
  }
  await complete(first.sessionId);
  const { body: capture } = await service.ask<Capture>('GET', `/api/v1/captures/${results[0]?.captureId}`);
  for (const { imageUrl, hash } of capture.snapshots) {
    const { file, type } = await download(imageUrl);
    expect([type, hashOf(file)]).toEqual(['image/png', hash]);
    expect(PNG.sync.read(file)).toMatchObject({ width: 32, height: 16 });
  }

  const hashes = [hashOf(jpeg), hashOf(webpLossless), hashOf(animated)];
  const { body: lookup } = await service.ask<{ known: string[] }>('POST', '/api/v1/images/known', { hashes });
  expect(lookup.known.toSorted()).toEqual(hashes.slice(0, 2).toSorted());
  const second = runOf('ses_formats2', 'c0ffee1');
  const { body: batch } = await service.ask<{ snapshots: SnapshotBatchEntry[] }>(
    'POST',
    '/api/v1/snapshots/known',
    {
      ...second,
      snapshots: [
        { name: 'photo', hash: hashOf(jpeg) },
        { name: 'art', hash: hashOf(jpeg) },
      ],
    },
  );
  expect(batch.snapshots.map(({ result }) => result?.status)).toEqual(['unchanged', 'changed']);
  expect(batch.snapshots[0]?.result?.currentStorageKey).toBe(results[0]?.currentStorageKey);

  const announced = await service.ask<Capture>('POST', '/api/v1/captures', {
    suite: 'formats',
    branch: 'main',
    commit: 'c0ffee2',
    snapshots: [{ name: 'photo', hash: hashOf(jpeg) }],
  });
  expect(announced.body.snapshots[0]?.hash).toBe(results[0]?.currentStorageKey);
});

test('the first bytes say what a file is, not its content type', async () => {
  const run = runOf('ses_formats3', 'c0ffee3');
  const asPng = await upload(run, 'a', jpeg, 'image/png');
  const asWebp = await upload(run, 'b', jpeg, 'image/webp');
  expect([asPng.status, asWebp.status]).toEqual([200, 200]);
  expect(asWebp.body.currentStorageKey).toBe(asPng.body.currentStorageKey);
  const form = new FormData();
  for (const [key, value] of Object.entries({ ...run, name: 'c' })) form.set(key, value);
  form.set('png', new Blob([new Uint8Array(jpeg)], { type: 'image/jpeg' }), 'c.jpg');
  const encoded = new Response(form);
  const sent = await service.upload(
    '/api/v1/snapshots',
    new Uint8Array(await encoded.arrayBuffer()),
    encoded.headers.get('content-type') ?? '',
  );
  expect((sent.body as SnapshotDiffResult).currentStorageKey).toBe(asPng.body.currentStorageKey);
});

test('an upload that is stored as another file repeats with its key (R33)', async () => {
  const run = runOf('ses_formats6', 'c0ffee6');
  const { body: capture } = await service.ask<Capture>('POST', '/api/v1/captures', { suite: 'formats' });
  const png = image(78);
  for (const [name, file] of Object.entries({ photo: jpeg, longer: Buffer.concat([png, png]) })) {
    for (const into of [run, { captureId: capture.id }]) {
      const send = () =>
        service.app.inject({
          method: 'POST',
          url: `/api/v1/snapshots?${new URLSearchParams({ ...into, name })}`,
          headers: {
            'x-api-key': service.apiKey,
            'idempotency-key': `${name} ${Object.keys(into)}`,
            'content-type': 'image/png',
          },
          payload: file,
        });
      const [first, again] = [await send(), await send()];
      expect([first.statusCode, again.statusCode, again.body]).toEqual([200, 200, again.body]);
      expect({ ...again.json(), imageUrl: null }).toEqual({ ...first.json(), imageUrl: null });
    }
  }
});

test('an image that is too unlike its baseline to compare is a change, and its session completes', async () => {
  const name = 'unlike';
  const first = runOf('ses_formats7', 'c0ffee7');
  await upload(first, name, image(1, { width: 16_001, height: 1 }), 'image/png', { autoApprove: 'true' });
  await complete(first.sessionId);
  const second = runOf('ses_formats8', 'c0ffee8');
  const sent = await upload(second, name, image(1, { width: 1, height: 16_001 }), 'image/png');
  expect([sent.status, sent.body.status, sent.body.diffPercentage]).toEqual([200, 'changed', null]);
  expect(await complete(second.sessionId)).toMatchObject({
    status: 200,
    body: { diffs: [{ conclusion: 'failure', summary: { changed: 1 } }] },
  });
});

test('what follows the end of a PNG is not stored', async () => {
  const run = runOf('ses_formats4', 'c0ffee4');
  const png = image(77);
  const longer = Buffer.concat([png, Buffer.from('<script>PK\x03\x04'), png]);
  const stripped = await upload(run, 'longer', longer, 'image/png');
  expect([stripped.status, stripped.body.currentStorageKey]).toEqual([200, hashOf(png)]);
  const again = await upload(run, 'again', png, 'image/png');
  expect(again.body.currentStorageKey).toBe(hashOf(png));
  const { body } = await service.ask<{ known: string[] }>('POST', '/api/v1/images/known', {
    hashes: [hashOf(longer)],
  });
  expect(body.known).toEqual([hashOf(longer)]);
});

test.each([
  ['an animated WebP', animated, 'IMAGE_INVALID', 'WebP: it is animated: what moves cannot be compared'],
  ['half a JPEG', jpeg.subarray(0, -40), 'IMAGE_INVALID', 'JPEG: it is damaged (Premature end of JPEG file)'],
  ['another format', Buffer.from('GIF89a'), 'IMAGE_INVALID', 'It is not a PNG, JPEG or WebP file'],
])('%s is refused with an explanation', async (_what, file, code, message) => {
  const { status, body } = await upload(runOf('ses_formats5', 'c0ffee5'), 'a', file, 'image/webp');
  expect([status, body.error]).toEqual([400, { code, message }]);
});
