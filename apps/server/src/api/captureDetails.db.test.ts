import type { Capture, Diff, ResultExplanation, Review, SnapshotDetails } from '@svc/schema';
import { unpackReview } from '@svc/schema/unpackReview';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { image } from '../../testing/image.js';
import { settled } from '../../testing/settled.js';
import { startTestService, type TestService } from '../../testing/startTestService.js';
import type { Fleet } from '../domain/captures/Fleet.js';

const missing = [{ url: 'https://fonts.test/a.woff2', reason: 'the host could not be found' }];

/** A fleet that cannot capture the target `broken`. */
const fleet: Fleet = {
  async capture(targets, { onOutcome }) {
    for (const [index, { name }] of targets.entries()) {
      if (name === 'broken') {
        await onOutcome(index, { ok: false, message: 'it broke', console: ['TypeError: no', 'then this'] });
        continue;
      }
      const timings = { load: 100, delay: 20, settle: 50, pose: 5, shot: 30, compare: 2 };
      await onOutcome(index, {
        ok: true,
        png: image(0),
        unstable: name === 'restless',
        incomplete: name === 'restless' ? missing : [],
        notes: name === 'restless' ? ['dismissed a dialog'] : [],
        timings,
        renderer: 'test',
      });
    }
  },
  discoverStories: async () => [],
  close: async () => {},
};

let service: TestService;
beforeAll(async () => {
  service = await startTestService(fleet);
});
afterAll(() => service.stop());

test('a capture says how each of its snapshots was made', async () => {
  const { body: made } = await service.ask<Capture>('POST', '/api/v1/captures', {
    suite: 'details',
    branch: 'main',
    targets: [
      { name: 'fine', url: 'https://example.com/', delay: 20, metadata: { team: 'growth' } },
      { name: 'restless', url: 'https://example.com/', viewport: { width: 800, height: 600 } },
      { name: 'broken', url: 'https://example.com/' },
    ],
  });
  await settled(service, 'captures', made.id);
  const { body } = await service.ask<{ snapshots: SnapshotDetails[] }>(
    'GET',
    `/api/v1/captures/${made.id}/details`,
  );
  const [fine, restless, broken] = body.snapshots;
  expect(fine).toMatchObject({
    status: 'captured',
    timings: { load: 100, delay: 20, settle: 50, pose: 5, shot: 30, compare: 2, store: expect.any(Number) },
    target: { url: 'https://example.com/', delay: 20 },
    metadata: { team: 'growth' },
    renderer: 'test',
    unstable: false,
    incomplete: [],
    flakeCount: 0,
    carriedFrom: null,
    testId: null,
    earlierAttempts: [],
    error: null,
    console: [],
  });
  expect(restless).toMatchObject({
    viewport: { width: 800, height: 600 },
    unstable: true,
    incomplete: missing,
    flakeCount: 1,
    console: ['dismissed a dialog'],
  });
  expect(broken).toMatchObject({
    status: 'failed',
    timings: null,
    error: 'it broke',
    console: ['TypeError: no', 'then this'],
  });
});

test('a retried test shows its earlier images; another test of that name is refused (R47)', async () => {
  const { body: capture } = await service.ask<Capture>('POST', '/api/v1/captures', { suite: 'retried' });
  const send = (testId: string, red: number) => {
    const query = new URLSearchParams({ captureId: capture.id, name: 'page', testId });
    return service.upload(`/api/v1/snapshots?${query}`, image(red), 'image/png');
  };
  for (const [red, attempt] of [
    [1, 1],
    [2, 2],
    [2, 2],
    [3, 3],
  ] as const)
    expect(await send('page.test.ts > opens', red)).toMatchObject({ status: 200, body: { attempt } });
  expect(await send('other.test.ts > opens', 3)).toMatchObject({
    status: 409,
    body: { error: { code: 'SNAPSHOT_DUPLICATE' } },
  });
  const { body } = await service.ask<{ snapshots: SnapshotDetails[] }>(
    'GET',
    `/api/v1/captures/${capture.id}/details`,
  );
  const [page] = body.snapshots;
  expect(page).toMatchObject({ testId: 'page.test.ts > opens', flakeCount: 1 });
  expect(page?.earlierAttempts.map(({ attempt }) => attempt)).toEqual([1, 2]);
  const [first] = page?.earlierAttempts ?? [];
  const { pathname, search } = new URL(first?.imageUrl ?? '');
  const shown = await service.app.inject({ url: `${pathname}${search}` });
  expect([shown.statusCode, shown.rawPayload.equals(image(1))]).toEqual([200, true]);
});

test('an incomplete image is compared like any other, and says so with its result', async () => {
  const origin = { suite: 'incomplete', branch: 'main' };
  const { body: base } = await service.ask<Capture>('POST', '/api/v1/captures', {
    ...origin,
    autoBaseline: true,
    snapshots: [{ name: 'restless' }],
  });
  const path = `/api/v1/snapshots?captureId=${base.id}&name=restless`;
  expect((await service.upload(path, image(200), 'image/png')).status).toBe(200);
  await settled(service, 'captures', base.id);
  const { body: head } = await service.ask<Capture>('POST', '/api/v1/captures', {
    ...origin,
    targets: [{ name: 'restless', url: 'https://example.com/' }],
  });
  const { snapshots } = await settled(service, 'captures', head.id);
  expect(snapshots).toMatchObject([{ incomplete: missing }]);
  const { body: made } = await service.ask<Diff>('POST', '/api/v1/diffs', {
    suite: 'incomplete',
    headCaptureId: head.id,
  });
  const diff = await settled(service, 'diffs', made.id);
  expect(diff).toMatchObject({
    conclusion: 'failure',
    results: [{ name: 'restless', status: 'changed', incomplete: missing }],
  });
  const { body: review } = await service.ask<Review>('GET', `/api/v1/diffs/${made.id}/review`);
  expect(unpackReview(review)).toMatchObject([{ name: 'restless', incomplete: missing }]);
  const explained = await service.ask<ResultExplanation>(
    'GET',
    `/api/v1/diffs/${made.id}/explanation?name=restless`,
  );
  expect(explained.body.incomplete).toEqual(missing);
});
