import type {
  BaselineList,
  Capture,
  Diff,
  ErrorBody,
  SessionList,
  SnapshotHistory,
  SuiteDetails,
} from '@svc/schema';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { image } from '../../testing/image.js';
import { settled } from '../../testing/settled.js';
import { startTestService, type TestService } from '../../testing/startTestService.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

async function capture(suite: string, branch: string, images: Record<string, number>, options: object = {}) {
  const { body } = await service.ask<Capture>('POST', '/api/v1/captures', {
    suite,
    branch,
    commit: 'c0ffee1',
    snapshots: Object.keys(images).map((name) => ({ name })),
    ...options,
  });
  for (const [name, red] of Object.entries(images)) {
    const query = new URLSearchParams({ captureId: body.id, name });
    expect((await service.upload(`/api/v1/snapshots?${query}`, image(red), 'image/png')).status).toBe(200);
  }
  return body.id;
}

async function diff(suite: string, headCaptureId: string, options: object = {}): Promise<Diff> {
  const { body } = await service.ask<Diff>('POST', '/api/v1/diffs', { suite, headCaptureId, ...options });
  return settled(service, 'diffs', body.id);
}

const history = async (suite: string, name: string, query: Record<string, string> = {}) =>
  service.ask<SnapshotHistory & ErrorBody>(
    'GET',
    `/api/v1/snapshots/history?${new URLSearchParams({ suite, name, ...query })}`,
  );

test('the life of a snapshot: set, changed and approved, changed and rejected, taken back', async () => {
  const first = await capture('life', 'main', { 'Forms / ボタン': 10 }, { autoBaseline: true });
  const changed = await diff('life', await capture('life', 'feature', { 'Forms / ボタン': 200 }));
  await service.ask('POST', `/api/v1/diffs/${changed.id}/approve`, {});
  const rejected = await diff('life', await capture('life', 'main', { 'Forms / ボタン': 90 }));
  await service.ask('POST', `/api/v1/diffs/${rejected.id}/reject`, {});

  const { status, body } = await history('life', 'Forms / ボタン');
  expect(status).toBe(200);
  expect(body).toMatchObject({
    suite: 'life',
    name: 'Forms / ボタン',
    viewport: null,
    variants: [{ viewport: null, browser: null }],
    recent: { compared: 2, changed: 2, flaked: 2 },
    flakeCount: 2,
    nextCursor: null,
  });
  expect(body.baselines.map(({ branch, width, height }) => [branch, width, height])).toEqual([
    ['main', 20, 10],
    ['feature', 20, 10],
  ]);
  expect(
    body.events.map(({ diffId, branch, status: is, approvalStatus, baselineSource }) => [
      diffId,
      branch,
      is,
      approvalStatus,
      baselineSource,
    ]),
  ).toEqual([
    [rejected.id, 'main', 'changed', 'rejected', 'branch:main'],
    [changed.id, 'feature', 'changed', 'approved', 'branch:main'],
    [null, 'main', null, null, null],
  ]);
  const [last, middle, start] = body.events;
  expect(last).toMatchObject({ decisions: [{ kind: 'rejected', actor: 'key:test', revokedAt: null }] });
  expect(last?.promotions).toEqual([]);
  expect(middle).toMatchObject({
    decidedBy: 'key:test',
    decisions: [{ kind: 'approved' }],
    promotions: [{ branch: 'feature', isActive: true, isRevoked: false, isTombstone: false }],
    diffPercentage: 100,
  });
  expect(middle?.baseline?.hash).toBe(start?.image?.hash);
  expect(start).toMatchObject({ captureId: first, promotions: [{ branch: 'main', isActive: true }] });

  await service.ask('POST', `/api/v1/diffs/${changed.id}/revoke`, {});
  const { body: after } = await history('life', 'Forms / ボタン');
  expect(after.baselines.map(({ branch }) => branch)).toEqual(['main']);
  expect(after.events[1]).toMatchObject({
    approvalStatus: 'pending',
    promotions: [{ isActive: false, isRevoked: true }],
  });
  expect(after.events[1]?.decisions[0]?.revokedAt).toEqual(expect.any(String));
});

test('pages hold every event once', async () => {
  const diffs: string[] = [];
  for (let red = 1; red <= 5; red++) {
    diffs.unshift((await diff('paged', await capture('paged', `b${red}`, { a: red * 40 }))).id);
  }
  const seen: (string | null)[] = [];
  let cursor: string | null = null;
  do {
    const { body }: { body: SnapshotHistory } = await history('paged', 'a', {
      limit: '2',
      ...(cursor ? { cursor } : {}),
    });
    seen.push(...body.events.map(({ diffId }) => diffId));
    cursor = body.nextCursor;
  } while (cursor);
  expect(seen).toEqual(diffs);
});

test('a removal stands as such', async () => {
  await capture('gone', 'main', { a: 10, b: 20 }, { autoBaseline: true });
  const made = await diff('gone', await capture('gone', 'main', { a: 10 }, { complete: true }));
  await service.ask('POST', `/api/v1/diffs/${made.id}/approve`, {});
  const { body } = await history('gone', 'b');
  expect(body.baselines).toEqual([]);
  expect(body.events[0]).toMatchObject({
    status: 'removed',
    image: null,
    promotions: [{ branch: 'main', isTombstone: true, isActive: true }],
  });
});

test('what never was is not found, and neither is a cursor of another list', async () => {
  await capture('some', 'main', { a: 10 }, { autoBaseline: true });
  expect((await history('some', 'b')).body.error).toMatchObject({ code: 'SNAPSHOT_NOT_FOUND' });
  expect((await history('some', 'a', { viewport: '10x10' })).status).toBe(404);
  expect((await history('none', 'a')).body.error).toMatchObject({ code: 'SUITE_NOT_FOUND' });
  const other = Buffer.from('["x","y"]').toString('base64url');
  expect((await history('some', 'a', { cursor: other })).status).toBe(400);
});

test('a suite says its branches, and which diffs are stale', async () => {
  await capture('suite', 'main', { a: 10, b: 20 }, { autoBaseline: true });
  await capture('suite', 'old', { a: 30 }, { autoBaseline: true });
  const made = await diff('suite', await capture('suite', 'main', { a: 200, b: 20 }));
  const read = async () => (await service.ask<SuiteDetails>('GET', '/api/v1/suite?suite=suite')).body;
  expect(await read()).toMatchObject({
    name: 'suite',
    branches: [
      { name: 'main', baselineCount: 2 },
      { name: 'old', baselineCount: 1 },
    ],
    staleDiffIds: [],
  });
  await capture('suite', 'main', { a: 90 }, { autoBaseline: true });
  expect((await read()).staleDiffIds).toEqual([made.id]);
  expect((await service.ask('GET', '/api/v1/suite?suite=nothing')).status).toBe(404);
});

test('baselines are searched by a part of their name, whatever the case of letters from a to z', async () => {
  await capture(
    'search',
    'main',
    { 'Forms/Button': 1, 'Forms/Ärger': 2, 'Nav/Menu': 3 },
    { autoBaseline: true },
  );
  const find = async (q: string) => {
    const query = new URLSearchParams({ suite: 'search', branch: 'main', q });
    const { body } = await service.ask<BaselineList>('GET', `/api/v1/baselines?${query}`);
    return body.baselines.map(({ name, width, height }) => [name, width, height]);
  };
  expect(await find('button')).toEqual([['Forms/Button', 20, 10]]);
  expect(await find('FORMS/A\u0308rg')).toEqual([['Forms/Ärger', 20, 10]]);
  expect(await find('%')).toEqual([]);
});

test('sessions are listed newest first, of one suite or of all', async () => {
  const open = async (suite: string) =>
    (
      await service.ask<{ sessionId: string }>('POST', '/api/v1/sessions', {
        suite,
        branch: 'main',
        commit: 'c0ffee1',
      })
    ).body.sessionId;
  const ids = [await open('left'), await open('right'), await open('left')].reverse();
  await service.ask('POST', `/api/v1/sessions/${ids[0]}/complete`, {});
  const list = async (query: string) =>
    (await service.ask<SessionList>('GET', `/api/v1/sessions?${query}`)).body;
  const all = await list('limit=2');
  expect(all.sessions.map(({ id, status }) => [id, status])).toEqual([
    [ids[0], 'completed'],
    [ids[1], 'open'],
  ]);
  const rest = await list(`limit=2&cursor=${all.nextCursor}`);
  expect(rest).toMatchObject({ sessions: [{ id: ids[2] }], nextCursor: null });
  const right = await list('suite=right');
  expect(right.sessions.map(({ id, diffs }) => [id, diffs.map(({ suite }) => suite)])).toEqual([
    [ids[1], ['right']],
  ]);
});
