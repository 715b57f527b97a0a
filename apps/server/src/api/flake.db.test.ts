import type { Capture, Diff, FlakySnapshot } from '@svc/schema';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestFleet } from '../../testing/createTestFleet.js';
import { image } from '../../testing/image.js';
import { settled } from '../../testing/settled.js';
import { startTestService, type TestService } from '../../testing/startTestService.js';

const fleet = createTestFleet(({ name }) => ({
  shade: 5,
  unstable: name === 'restless' || name === 'lone',
  ...(name === 'restless' && { doubt: { cause: 'answers', other: image(6) } }),
  ...(name === 'lone' && { doubt: { cause: 'motion' } }),
}));

let service: TestService;
beforeAll(async () => {
  service = await startTestService(fleet);
});
afterAll(() => service.stop());

/** Uploads a capture with two snapshots, `steady` and `shaky`, of which the second looks as told. */
async function upload(options: object, shade: number): Promise<Capture> {
  const { body: capture } = await service.ask<Capture>('POST', '/api/v1/captures', {
    suite: 'default',
    branch: 'main',
    snapshots: [{ name: 'steady' }, { name: 'shaky' }],
    ...options,
  });
  for (const [name, png] of [
    ['steady', image(9)],
    ['shaky', image(shade)],
  ] as const) {
    const path = `/api/v1/snapshots?captureId=${capture.id}&name=${name}`;
    expect((await service.upload(path, png, 'image/png')).status).toBe(200);
  }
  return capture;
}

async function resultsOf(headCaptureId: string): Promise<Record<string, unknown>> {
  const { body: made } = await service.ask<Diff>('POST', '/api/v1/diffs', {
    suite: 'default',
    headCaptureId,
  });
  const { results } = await settled(service, 'diffs', made.id);
  return Object.fromEntries(
    results.map(({ name, unstable, flakeCount }) => [name, { unstable, flakeCount }]),
  );
}

test('captures of one commit that differ are counted for the slot', async () => {
  const commit = 'a'.repeat(40);
  const first = await upload({ commit, autoBaseline: true }, 1);
  expect((await resultsOf(first.id)).shaky).toEqual({ unstable: false, flakeCount: 0 });
  await upload({ commit: 'b'.repeat(40) }, 2);
  await upload({ commit, isLocal: true }, 2);
  expect((await resultsOf(first.id)).shaky).toEqual({ unstable: false, flakeCount: 0 });
  const again = await upload({ commit }, 2);
  await upload({ commit }, 2);
  expect(await resultsOf(again.id)).toEqual({
    steady: { unstable: false, flakeCount: 0 },
    shaky: { unstable: false, flakeCount: 1 },
  });
  await upload({ commit, branch: 'other' }, 1);
  expect((await resultsOf(again.id)).shaky).toEqual({ unstable: false, flakeCount: 2 });
});

test('an image that the fleet could not confirm is counted and shown', async () => {
  const { body: capture } = await service.ask<Capture>('POST', '/api/v1/captures', {
    suite: 'fleet',
    branch: 'main',
    targets: ['calm', 'restless'].map((name) => ({ name, url: 'http://example.org/' })),
  });
  const { snapshots } = await settled(service, 'captures', capture.id);
  expect(snapshots.map(({ name, unstable }) => [name, unstable])).toEqual([
    ['calm', false],
    ['restless', true],
  ]);
  const { body: made } = await service.ask<Diff>('POST', '/api/v1/diffs', {
    suite: 'fleet',
    headCaptureId: capture.id,
  });
  expect((await settled(service, 'diffs', made.id)).results).toMatchObject([
    { name: 'calm', unstable: false, flakeCount: 0 },
    { name: 'restless', unstable: true, flakeCount: 1 },
  ]);
});

interface List {
  snapshots: FlakySnapshot[];
  nextCursor: string | null;
}
const flaky = async (query = '') => (await service.ask<List>('GET', `/api/v1/flaky${query}`)).body;

test('the list has each flaky snapshot with what showed it, the reason and the two images', async () => {
  const { body: capture } = await service.ask<Capture>('POST', '/api/v1/captures', {
    suite: 'doubts',
    branch: 'main',
    targets: ['calm', 'restless', 'lone'].map((name) => ({ name, url: 'http://example.org/' })),
  });
  await settled(service, 'captures', capture.id);
  const { snapshots } = await flaky('?suite=doubts');
  const seen = snapshots.toSorted((one, other) => one.name.localeCompare(other.name));
  expect(seen).toMatchObject([
    { name: 'lone', kind: 'unstable', reason: 'animation', other: null, counts: { unstable: 1 } },
    { name: 'restless', kind: 'unstable', reason: 'network', captureId: capture.id, branch: 'main' },
  ]);
  const restless = seen[1];
  expect(restless?.score).toBeCloseTo(1, 2);
  expect(restless?.image?.hash).not.toBe(restless?.other?.hash);
  for (const picture of [restless?.image, restless?.other]) {
    const { pathname, search } = new URL(picture?.imageUrl ?? '');
    const { statusCode } = await service.app.inject({ method: 'GET', url: pathname + search });
    expect(statusCode).toBe(200);
  }
});

test('captures of one commit that differ are in the list with both, and a retry with its earlier attempt', async () => {
  const commit = 'c'.repeat(40);
  const first = await upload({ suite: 'pairs', commit }, 31);
  const second = await upload({ suite: 'pairs', commit }, 32);
  expect((await flaky('?suite=pairs')).snapshots).toMatchObject([
    { name: 'shaky', kind: 'recaptured', captureId: second.id, otherCaptureId: first.id, diffId: null },
  ]);
  const { body: open } = await service.ask<Capture>('POST', '/api/v1/captures', {
    suite: 'retries',
    branch: 'main',
    commit,
    snapshots: [{ name: 'shaky' }, { name: 'last' }],
  });
  for (const shade of [41, 42]) {
    const path = `/api/v1/snapshots?captureId=${open.id}&name=shaky`;
    expect((await service.upload(path, image(shade), 'image/png')).status).toBe(200);
  }
  const [retried] = (await flaky('?suite=retries')).snapshots;
  expect(retried).toMatchObject({ name: 'shaky', kind: 'retried', otherCaptureId: null });
  expect(retried?.other?.hash).not.toBe(retried?.image?.hash);
});

test('pages of the list go through all of it, and a name is of a suite', async () => {
  const whole = (await flaky()).snapshots;
  expect(whole.length).toBeGreaterThan(3);
  const paged: FlakySnapshot[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: List = await flaky(`?limit=1${cursor && `&cursor=${cursor}`}`);
    paged.push(...page.snapshots);
    cursor = page.nextCursor;
  }
  const names = (list: FlakySnapshot[]) => list.map(({ suite, name }) => `${suite} ${name}`);
  expect(names(paged)).toEqual(names(whole));
  expect(names((await flaky('?suite=pairs&name=shaky')).snapshots)).toEqual(['pairs shaky']);
  expect((await flaky('?suite=pairs&name=steady')).snapshots).toEqual([]);
  expect(await service.ask('GET', '/api/v1/flaky?name=shaky')).toMatchObject({ status: 400 });
  expect(await service.ask('GET', '/api/v1/flaky?suite=none')).toMatchObject({ status: 404 });
  expect(await service.ask('GET', '/api/v1/flaky?cursor=e30')).toMatchObject({ status: 400 });
  const other = await service.newKey('acme/other');
  expect(await service.ask('GET', '/api/v1/flaky', undefined, other)).toMatchObject({
    status: 200,
    body: { snapshots: [], nextCursor: null },
  });
});
