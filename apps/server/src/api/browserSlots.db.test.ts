import type {
  BaselineList,
  Capture,
  Diff,
  ErrorBody,
  Review,
  SnapshotDiffResult,
  SnapshotHistory,
} from '@svc/schema';
import { unpackReview } from '@svc/schema/unpackReview';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { image, imageHash } from '../../testing/image.js';
import { settled } from '../../testing/settled.js';
import { startTestService, type TestService } from '../../testing/startTestService.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const browsers = [null, 'firefox', 'webkit'];
type Reds = readonly (readonly [browser: string | null, red: number])[];
const named = (name: string, browser: string | null) => ({ name, ...(browser === null ? {} : { browser }) });

async function compareReds(suite: string, commit: string, reds: Reds): Promise<Diff> {
  const { body: capture } = await service.ask<Capture>('POST', '/api/v1/captures', {
    suite,
    branch: 'main',
    commit,
    snapshots: reds.map(([browser]) => named('page', browser)),
  });
  for (const [browser, red] of reds) {
    const query = new URLSearchParams({ captureId: capture.id, ...named('page', browser) });
    const sent = await service.upload(`/api/v1/snapshots?${query}`, image(red), 'image/png');
    expect(sent).toMatchObject({ status: 200, body: { name: 'page', browser } });
  }
  const { body } = await service.ask<Diff>('POST', '/api/v1/diffs', { suite, headCaptureId: capture.id });
  return settled(service, 'diffs', body.id);
}

const statusesOf = ({ results }: Pick<Diff, 'results'>) =>
  results.map(({ browser, status, approvalStatus }) => [browser, status, approvalStatus]);
const historyOf = (suite: string, query: object = {}) =>
  service.ask<SnapshotHistory & ErrorBody>(
    'GET',
    `/api/v1/snapshots/history?${new URLSearchParams({ suite, name: 'page', ...query })}`,
  );

test('one name in three browsers is three slots, from the upload to the history (R1)', async () => {
  const suite = 'three';
  const first = await compareReds(suite, 'c0ffee1', [
    [null, 10],
    ['firefox', 90],
    ['webkit', 170],
  ]);
  expect(statusesOf(first)).toEqual(browsers.map((browser) => [browser, 'new', 'pending']));
  const decide = (what: object) =>
    service.ask('POST', `/api/v1/diffs/${first.id}/approve`, what).then(({ body }) => body);
  const slots = [{ name: 'page', viewport: null, browser: 'webkit' }];
  expect(await decide({ slots })).toEqual({ approved: 1, total: 1 });
  expect(await decide({ slots: [{ name: 'page', viewport: null }] })).toEqual({ approved: 1, total: 1 });
  expect(await decide({ slots: [{ ...slots[0], browser: 'chromium' }] })).toMatchObject({
    error: { code: 'SNAPSHOT_NOT_IN_DIFF' },
  });
  expect(statusesOf(await settled(service, 'diffs', first.id)).map(([, , approval]) => approval)).toEqual([
    'approved',
    'pending',
    'approved',
  ]);
  expect(await decide({ snapshots: ['page'] })).toEqual({ approved: 3, total: 3 });

  // Firefox's new look is webkit's old one: each is compared with its own.
  const second = await compareReds(suite, 'c0ffee2', [
    [null, 10],
    ['firefox', 170],
  ]);
  expect(statusesOf(second)).toEqual([
    [null, 'unchanged', 'approved'],
    ['firefox', 'changed', 'pending'],
    ['webkit', 'skipped', 'approved'],
  ]);
  await service.ask('POST', `/api/v1/diffs/${second.id}/approve`, {});

  const baselines: [string | null, string | null][] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const query: string = new URLSearchParams({
      suite,
      limit: '1',
      ...(cursor ? { cursor } : {}),
    }).toString();
    const { body }: { body: BaselineList } = await service.ask('GET', `/api/v1/baselines?${query}`);
    baselines.push(
      ...body.baselines.map(({ browser, commit }): [string | null, string | null] => [browser, commit]),
    );
    cursor = body.nextCursor;
  }
  expect(baselines).toEqual([
    [null, 'c0ffee1'],
    ['firefox', 'c0ffee2'],
    ['webkit', 'c0ffee1'],
  ]);

  const { body: history } = await historyOf(suite, { browser: 'firefox' });
  expect(history).toMatchObject({
    name: 'page',
    browser: 'firefox',
    variants: browsers.map((browser) => ({ viewport: null, browser })),
  });
  expect(history.events.map(({ diffId }) => diffId)).toEqual([second.id, first.id]);
  expect((await historyOf(suite)).body.events.map(({ diffId }) => diffId)).toEqual([first.id]);
  expect((await historyOf(suite, { browser: 'chromium' })).status).toBe(404);

  const { body: review } = await service.ask<Review>('GET', `/api/v1/diffs/${second.id}/review`);
  expect(unpackReview(review).map(({ browser, viewport }) => [browser, viewport])).toEqual(
    browsers.map((browser) => [browser, null]),
  );
  const details = await service.ask('GET', `/api/v1/captures/${second.headCaptureId}/details`);
  expect(details.body).toMatchObject({ snapshots: [{ browser: null }, { browser: 'firefox' }] });
});

test('an upload that is compared at once, by form and by hash, in its browser', async () => {
  const fields = {
    suite: 'at-once',
    branch: 'main',
    commit: 'c0ffee1',
    baselineRef: 'main',
    autoApprove: 'true',
  };
  const send = async (browser: string | null, red: number) => {
    const query = new URLSearchParams({ ...fields, ...named('page', browser) });
    return (await service.upload(`/api/v1/snapshots?${query}`, image(red), 'image/png'))
      .body as SnapshotDiffResult;
  };
  expect(await send('firefox', 10)).toMatchObject({ browser: 'firefox', status: 'new' });
  expect(await send(null, 10)).toMatchObject({ browser: null, status: 'new' });
  expect(await send('webkit', 10)).toMatchObject({ status: 'new' });
  expect(await send('firefox', 90)).toMatchObject({ status: 'changed' });

  const form = new FormData();
  for (const [key, value] of Object.entries({ ...fields, name: 'page', browser: 'webkit' }))
    form.set(key, value);
  form.set('png', new Blob([new Uint8Array(image(10))]), 'a.png');
  const encoded = new Response(form);
  const sent = await service.upload(
    '/api/v1/snapshots',
    new Uint8Array(await encoded.arrayBuffer()),
    encoded.headers.get('content-type') ?? '',
  );
  expect(sent.body).toMatchObject({ browser: 'webkit', status: 'unchanged' });

  const hash = imageHash(10);
  const known = { ...fields, autoApprove: false, name: 'page', browser: 'firefox', hash };
  expect((await service.ask('POST', '/api/v1/snapshots', known)).body).toMatchObject({
    browser: 'firefox',
    status: 'changed',
  });
});

test('announcing a slot twice names its browser, and so does what never came (R29)', async () => {
  const announce = (snapshots: object[]) =>
    service.ask<Capture & ErrorBody>('POST', '/api/v1/captures', { suite: 'named', snapshots });
  const both = [named('page', 'firefox'), named('page', 'webkit')];
  expect((await announce([...both, named('page', 'firefox')])).body.error.message).toBe(
    '"page" in firefox is both snapshots[0] and snapshots[2]; names must differ',
  );
  const { body: capture } = await announce(both);
  const query = new URLSearchParams({
    captureId: capture.id,
    name: 'page',
    viewport: '10x20',
    browser: 'edge',
  });
  const stray = await service.upload(`/api/v1/snapshots?${query}`, image(1), 'image/png');
  expect((stray.body as ErrorBody).error.message).toContain('page 10x20 edge was not announced');
  const { body: ended } = await service.ask<Capture>('POST', `/api/v1/captures/${capture.id}/complete`, {});
  expect(ended.failures.map(({ browser }) => browser)).toEqual(['firefox', 'webkit']);
});
