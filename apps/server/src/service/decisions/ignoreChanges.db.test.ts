import type { Diff, DiffSummary, IgnoreResult, SessionList, SnapshotDiffResult } from '@svc/schema';
import { unpackReview } from '@svc/schema/unpackReview';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { image } from '../../../testing/image.js';
import { type SignedIn, signInAs } from '../../../testing/people/signInAs.js';
import { settled } from '../../../testing/settled.js';
import { startTestService, type TestService } from '../../../testing/startTestService.js';
import { judgeOverdue } from '../checks/judgeOverdue.js';

let service: TestService;
let ada: SignedIn;
let mary: SignedIn;
beforeAll(async () => {
  service = await startTestService();
  ada = await signInAs(service, 'Ada', 'reviewer');
  mary = await signInAs(service, 'Mary', 'viewer');
});
afterAll(() => service?.stop());

let suites = 0;
let commits = 0;
let suite = '';
beforeEach(async () => {
  suite = `flaky ${++suites}`;
  await build('main', { page: 0 }, { autoApprove: true });
});

const page = (color: number) => image((x) => (x < 10 ? color : 255), { width: 40, height: 20 });

/** A session of its own with one snapshot for each name. @returns its diff */
async function build(branch: string, shown: Record<string, number>, fields: object = {}): Promise<Diff> {
  const commit = (++commits).toString(16).padStart(40, '0');
  const session = { suite, branch, commit, baselineRef: 'main', ...fields };
  const { body } = await service.ask<{ sessionId: string }>('POST', '/api/v1/sessions', session);
  let diffId = '';
  for (const [name, color] of Object.entries(shown)) {
    const query = new URLSearchParams({
      name,
      suite,
      branch,
      commit,
      baselineRef: 'main',
      sessionId: body.sessionId,
    });
    const uploaded = await service.upload(`/api/v1/snapshots?${query}`, page(color), 'image/png');
    expect(uploaded.status, JSON.stringify(uploaded.body)).toBe(200);
    diffId = (uploaded.body as SnapshotDiffResult).diffId;
  }
  await service.ask('POST', `/api/v1/sessions/${body.sessionId}/complete`, { exitCode: 0 });
  return settled(service, 'diffs', diffId);
}

const readDiff = async (id: string) => (await service.ask<Diff>('GET', `/api/v1/diffs/${id}`)).body;
const ignore = (id: string, body: object = { snapshots: ['page'] }, by = ada) =>
  by.ask<IgnoreResult>('POST', `/diffs/${id}/ignore`, body);
const stop = (id: string, by = ada) =>
  by.ask<IgnoreResult>('POST', `/diffs/${id}/unignore`, { snapshots: ['page'] });

/** What the check of the suite says of a diff's commit. */
async function checkOf({
  commit,
}: Pick<DiffSummary, 'commit'>): Promise<{ conclusion: string | null; title: string }> {
  const { rows } = await sql<{ desired: { conclusion: string | null; title: string } }>`
    select desired from check_runs where commit = ${commit} and suite_id is not null`.execute(
    service.resources.database,
  );
  if (!rows[0]) throw new Error('no check run');
  return rows[0].desired;
}

/** What the list of sessions says of a diff. */
async function listedConclusion(id: string) {
  const { body } = await service.ask<SessionList>(
    'GET',
    `/api/v1/sessions?suite=${encodeURIComponent(suite)}`,
  );
  return body.sessions.flatMap(({ diffs }) => diffs).find((diff) => diff.id === id)?.conclusion;
}

/** Seven days later, for what is ignored and for the checks that wait for it. */
async function passDays(): Promise<void> {
  const { database } = service.resources;
  await sql`update ignored_changes set ignored_until = ignored_until - interval '7 days 1 second'`.execute(
    database,
  );
  await sql`update check_runs set judge_again_at = judge_again_at - interval '7 days 1 second'`.execute(
    database,
  );
  await judgeOverdue(service.resources);
}

test('an ignored change stays pending, holds up nothing, and counts again when that ends', async () => {
  const diff = await build('topic', { page: 50 });
  expect(diff).toMatchObject({ conclusion: 'failure', ignoredCount: 0 });
  expect(await checkOf(diff)).toMatchObject({ conclusion: 'failure', title: '1 to review' });

  const { status, body } = await ignore(diff.id);
  expect([status, body.ignored]).toEqual([200, 1]);
  const days = (Date.parse(body.ignoredUntil ?? '') - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(6.9);
  expect(days).toBeLessThan(7.1);

  const ignored = await readDiff(diff.id);
  expect(ignored).toMatchObject({
    conclusion: 'success',
    ignoredCount: 1,
    counts: { pending: 1, approved: 0 },
  });
  expect(ignored.results).toMatchObject([
    { approvalStatus: 'pending', ignoredUntil: body.ignoredUntil, ignoredBy: 'user:Ada', decidedBy: null },
  ]);
  const review = await ada.ask<Parameters<typeof unpackReview>[0]>('GET', `/diffs/${diff.id}/review`);
  expect(unpackReview(review.body)).toMatchObject([
    { ignoredUntil: body.ignoredUntil, ignoredBy: 'user:Ada' },
  ]);
  expect(await checkOf(diff)).toMatchObject({ conclusion: 'success', title: '1 ignored for now' });

  await passDays();
  expect(await readDiff(diff.id)).toMatchObject({
    conclusion: 'failure',
    ignoredCount: 0,
    results: [{ ignoredUntil: null }],
  });
  expect(await checkOf(diff)).toMatchObject({ conclusion: 'failure', title: '1 to review' });
  // Nothing was approved meanwhile.
  expect(await build('main', { page: 0 })).toMatchObject({ counts: { unchanged: 1 } });
});

test('it is these pixels, in all builds of all branches, and no others', async () => {
  const first = await build('topic', { page: 50 });
  const elsewhere = await build('other', { page: 50 });
  await ignore(first.id);
  expect(await readDiff(elsewhere.id)).toMatchObject({ conclusion: 'success', ignoredCount: 1 });
  expect(await checkOf(elsewhere)).toMatchObject({ conclusion: 'success' });
  expect(await build('topic', { page: 50 })).toMatchObject({ conclusion: 'success', ignoredCount: 1 });
  expect(await build('third', { page: 50 })).toMatchObject({ conclusion: 'success', ignoredCount: 1 });
  // Another look, another name, and another baseline are other changes.
  expect(await build('topic', { page: 51 })).toMatchObject({ conclusion: 'failure', ignoredCount: 0 });
  expect(await build('topic', { page: 50, more: 50 })).toMatchObject({
    conclusion: 'failure',
    ignoredCount: 1,
  });
  await build('main', { page: 9 }, { autoApprove: true });
  expect(await build('fresh', { page: 50 })).toMatchObject({ conclusion: 'failure', ignoredCount: 0 });
  // Compared again, it is the same change.
  await service.ask('POST', `/api/v1/diffs/${first.id}/rediff`, {});
  expect((await settled(service, 'diffs', first.id)).results[0]).toMatchObject({ approvalStatus: 'pending' });
});

test('it ends when somebody says so, and a decision counts at any time', async () => {
  const diff = await build('topic', { page: 50 });
  await ignore(diff.id);
  expect((await stop(diff.id)).body).toEqual({ ignored: 0, ignoredUntil: null });
  expect(await checkOf(diff)).toMatchObject({ conclusion: 'failure', title: '1 to review' });

  await ignore(diff.id, { slots: [{ name: 'page', viewport: null }], days: 1 });
  // Approving all leaves it alone; naming it does not.
  expect((await ada.ask('POST', `/diffs/${diff.id}/approve`)).body).toEqual({ approved: 0, total: 1 });
  expect((await ada.ask('POST', `/diffs/${diff.id}/reject`, { snapshots: ['page'] })).status).toBe(200);
  expect(await readDiff(diff.id)).toMatchObject({
    conclusion: 'failure',
    ignoredCount: 0,
    results: [{ ignoredUntil: null }],
  });
  expect(await checkOf(diff)).toMatchObject({ conclusion: 'failure', title: '1 rejected' });
  expect((await ada.ask('POST', `/diffs/${diff.id}/approve`, { snapshots: ['page'] })).body).toEqual({
    approved: 1,
    total: 1,
  });
  expect(await checkOf(diff)).toMatchObject({ conclusion: 'success', title: '1 approved' });
  expect((await ignore(diff.id)).status).toBe(409);
  // Taken back, it is ignored for as long as somebody said.
  await ada.ask('POST', `/diffs/${diff.id}/revoke`, { snapshots: ['page'] });
  await settled(service, 'diffs', diff.id);
  expect(await readDiff(diff.id)).toMatchObject({ conclusion: 'success', ignoredCount: 1 });
});

test('an ignored change waits for nobody, where another snapshot waits for a second approval', async () => {
  const boss = await signInAs(service, 'Boss', 'maintainer');
  const bob = await signInAs(service, 'Bob', 'reviewer');
  const waiting = async (who: SignedIn) =>
    (await who.ask<{ diffs: DiffSummary[] }>('GET', `/diffs?waiting=true&suite=${suite}`)).body.diffs.length;
  expect((await boss.ask('POST', '/settings', { requiredApprovals: 2 })).status).toBe(200);
  const diff = await build('topic', { page: 50, card: 60 });
  await ignore(diff.id);
  expect([await waiting(ada), await waiting(bob)]).toEqual([1, 1]);

  await ada.ask('POST', `/diffs/${diff.id}/approve`, {});
  expect(await readDiff(diff.id)).toMatchObject({
    conclusion: 'failure',
    ignoredCount: 1,
    awaiting: 1,
    counts: { pending: 1, approved: 1 },
  });
  expect([await waiting(ada), await waiting(bob)]).toEqual([0, 1]);

  expect(await listedConclusion(diff.id)).toBe('failure');

  await bob.ask('POST', `/diffs/${diff.id}/approve`, {});
  expect(await listedConclusion(diff.id)).toBe('success');
  expect(await readDiff(diff.id)).toMatchObject({ conclusion: 'success', ignoredCount: 1, awaiting: 0 });
  expect(await checkOf(diff)).toMatchObject({ conclusion: 'success' });
  expect([await waiting(ada), await waiting(bob)]).toEqual([0, 0]);

  await passDays();
  expect(await readDiff(diff.id)).toMatchObject({ conclusion: 'failure', ignoredCount: 0 });
  expect([await waiting(ada), await waiting(bob)]).toEqual([1, 1]);
  await boss.ask('POST', '/settings', { requiredApprovals: 1 });
});

test('ignored changes are counted among few undecided results as among many', async () => {
  const names = Array.from({ length: 51 }, (_, n) => `card ${n}`);
  const all = (color: number) => Object.fromEntries(names.map((name) => [name, color]));
  await build('main', all(0), { autoApprove: true });
  const diff = await build('topic', all(50));
  // The same change of another slot, and another change of the same one, are not meant.
  await ignore((await build('elsewhere', { 'card 3': 51 })).id, { snapshots: ['card 3'] });
  await ignore(diff.id, { snapshots: ['card 0', 'card 1', 'card 2'] });
  const counts = async () => {
    const { ignoredCount, counts, conclusion } = await readDiff(diff.id);
    expect(await listedConclusion(diff.id)).toBe(conclusion);
    return [counts.pending, ignoredCount];
  };
  expect(await counts()).toEqual([51, 3]);
  await ada.ask('POST', `/diffs/${diff.id}/approve`, { snapshots: ['card 3'] });
  expect(await counts()).toEqual([50, 3]);
  await ada.ask('POST', `/diffs/${diff.id}/reject`, { snapshots: ['card 0'] });
  expect(await counts()).toEqual([49, 2]);
  await passDays();
  expect(await counts()).toEqual([49, 0]);
  await ignore(diff.id, { snapshots: names.slice(4) });
  await ada.ask('POST', `/diffs/${diff.id}/approve`, { snapshots: ['card 0', 'card 1', 'card 2'] });
  expect(await counts()).toEqual([47, 47]);
  expect(await listedConclusion(diff.id)).toBe('success');
});

test('refuses results that are not such a change, and people who may not review', async () => {
  const diff = await build('topic', { page: 50, fresh: 3 });
  expect((await ignore(diff.id, { snapshots: ['fresh'] })).body.error).toMatchObject({
    code: 'VALIDATION_ERROR',
    message: expect.stringContaining('"fresh" is new'),
  });
  expect((await ignore(diff.id, { snapshots: ['absent'] })).status).toBe(400);
  for (const body of [{}, { snapshots: ['page'], days: 0 }, { snapshots: ['page'], days: 31 }])
    expect((await ignore(diff.id, body)).status, JSON.stringify(body)).toBe(400);
  expect((await ignore(diff.id, undefined, mary)).status).toBe(403);
  expect((await stop(diff.id, mary)).status).toBe(403);
  await ignore(diff.id);
  const { rows } = await sql<{ action: string }>`
    select action from audit_log where target = ${diff.id} order by id`.execute(service.resources.database);
  expect(rows).toEqual([{ action: 'diff.ignored' }]);
  const waiting = await ada.ask<{ diffs: DiffSummary[] }>('GET', '/diffs?waiting=true');
  expect(waiting.body.diffs?.map(({ id }) => id)).toContain(diff.id);
});
