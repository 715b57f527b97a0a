import type {
  BaselineList,
  Capture,
  CreatedSession,
  ErrorBody,
  FinishedRun,
  Review,
  Session,
} from '@svc/schema';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { image } from '../../testing/image.js';
import { type Looks, runParts } from '../../testing/runParts.js';
import { settled } from '../../testing/settled.js';
import { startTestService, type TestService } from '../../testing/startTestService.js';
import { judgeOverdue } from '../service/checks/judgeOverdue.js';
import { expireSessions } from '../service/sessions/expireSessions.js';

let service: TestService;
let parts: ReturnType<typeof runParts>;
beforeAll(async () => {
  service = await startTestService();
  parts = runParts(service);
  await parts.run({ branch: 'main', commit: 'ba5e', autoApprove: true }, { button: 10, card: 10 });
});
afterAll(() => service.stop());

let serial = 0;
/** A branch and commit of its own for each test. */
const nextRun = () => ({ branch: `feature-${++serial}`, commit: serial.toString(16).padStart(7, 'c') });
const shard = (text: string, runKey = 'r1') => ({ shard: text, runKey });

/** Lets two hours go by for a commit. */
async function age(commit: string): Promise<void> {
  const { database } = service.resources;
  const hours = (field: string) => new Date(Date.now() - (field === 'ended' ? 2 : 2.1) * 3_600_000);
  await database
    .updateTable('captures')
    .set({ completedAt: hours('ended'), createdAt: hours('began') })
    .where('commit', '=', commit)
    .execute();
  await database
    .updateTable('checkRuns')
    .set({ judgeAgainAt: new Date(Date.now() - 1) })
    .where('commit', '=', commit)
    .where('judgeAgainAt', 'is not', null)
    .execute();
}

test.each([
  ['another threshold', { threshold: 1 }],
  ['another anti-aliasing', { antiAliasing: false }],
  ['a manifest', { manifest: ['card'] }],
  ['a manifest of names that nobody captured', { manifest: ['Typo'] }],
  ['a capture to compare with', { baseCaptureId: 'itself' }],
])('a diff with %s answers its caller and changes no check (R45)', async (_, asked) => {
  const run = nextRun();
  const { id } = await parts.capture(run, { button: 99, card: 10 });
  const judging = await parts.diff(id);
  expect(judging).toMatchObject({ judging: true, conclusion: 'failure' });
  const before = await parts.checks(run.commit);
  expect(await parts.check(run.commit)).toBe('failure: 1 of 1 suite needs attention');
  const own = 'baseCaptureId' in asked ? { baseCaptureId: id } : asked;
  expect(await parts.diff(id, own)).toMatchObject({ judging: false });
  expect(await parts.checks(run.commit)).toEqual(before);
});

test('a threshold equal to the project’s own still judges', async () => {
  const run = nextRun();
  const { id } = await parts.capture(run, { button: 10 });
  expect(await parts.diff(id, { threshold: 0.063, antiAliasing: true })).toMatchObject({ judging: true });
  expect(await parts.check(run.commit)).toBe('success: Nothing to review');
});

test('results of a diff that judges nothing may be approved, and no check hears of it', async () => {
  const run = nextRun();
  const { id } = await parts.capture(run, { button: 98 });
  const { id: diffId } = await parts.diff(id, { threshold: 0 });
  await parts.post(`/diffs/${diffId}/approve`, {});
  expect(await parts.check(run.commit)).toBe('none');
});

test('a capture that fails leaves its check red until its part is done again (R45)', async () => {
  const run = nextRun();
  await parts.run({ ...run, job: 'e2e' }, { button: 10 });
  await parts.run({ ...run, job: 'unit' }, { button: 10 }, { exitCode: 3 });
  expect(await parts.check(run.commit, 'forms')).toBe('inconclusive: The command ended with exit code 3');
  await parts.run({ ...run, job: 'e2e' }, { button: 10 });
  expect(await parts.check(run.commit)).toBe('inconclusive: The command ended with exit code 3');
  await parts.run({ ...run, job: 'unit' }, { card: 10 });
  expect(await parts.check(run.commit)).toBe('success: Nothing to review');
});

test('the check is open until all shards have reported, and then says what all of them found (R46)', async () => {
  const run = nextRun();
  await parts.run({ ...run, ...shard('1/2') }, { button: 10 });
  expect(await parts.check(run.commit)).toBe('open: Waiting for 1 of 2 parts');
  await parts.run({ ...run, ...shard('2/2') }, { card: 66 });
  expect(await parts.check(run.commit)).toBe('failure: 1 of 1 suite needs attention');
  expect(await parts.check(run.commit, 'forms')).toBe('failure: 1 to review');
});

test('what is unchanged is counted on each branch of a commit, and once where it is built again', async () => {
  const { commit, branch } = nextRun();
  const { database } = service.resources;
  const counts = async () => {
    const checks = database.selectFrom('checkRuns').select('desired').where('commit', '=', commit);
    const { desired } = await checks.where('suiteId', 'is not', null).executeTakeFirstOrThrow();
    return desired.summary.split('\n')[0];
  };
  const looks = { button: 10, card: 10 };
  await parts.run({ branch, commit }, looks);
  expect(await counts()).toBe('2 unchanged');
  await parts.run({ branch: `${branch}-too`, commit }, looks);
  expect(await counts()).toBe('4 unchanged');
  await parts.run({ branch: `${branch}-too`, commit }, looks);
  expect(await counts()).toBe('4 unchanged');
});

test('a shard that crashed stays red until it ran again, though the other is fine', async () => {
  const run = nextRun();
  await parts.run({ ...run, ...shard('1/2') }, { button: 10 }, { exitCode: 1 });
  await parts.run({ ...run, ...shard('2/2') }, { card: 10 });
  expect(await parts.check(run.commit)).toBe('inconclusive: Shard 1/2: The command ended with exit code 1');
  await parts.run({ ...run, ...shard('1/2') }, { button: 10 });
  expect(await parts.check(run.commit)).toBe('success: Nothing to review');
});

test('parts that do not report within two hours are missed, and may come later', async () => {
  const run = nextRun();
  await parts.run({ ...run, ...shard('1/3') }, { button: 10 });
  await parts.run({ ...run, ...shard('3/3') }, { card: 10 });
  expect(await judgeOverdue(service.resources)).toBe(0);
  await age(run.commit);
  expect(await judgeOverdue(service.resources)).toBe(1);
  expect(await parts.check(run.commit, 'forms')).toBe('failure: 2 of 3 parts reported');
  expect(await judgeOverdue(service.resources)).toBe(0);
  await parts.run({ ...run, ...shard('2/3') }, { button: 10 });
  expect(await parts.check(run.commit)).toBe('success: Nothing to review');
});

test('a run of unknown length is open until it is finished, once or more often', async () => {
  const run = nextRun();
  await parts.run({ ...run, ...shard('2/?') }, { card: 10 });
  await parts.run({ ...run, ...shard('1/?') }, { button: 10 });
  await parts.run({ ...run, runKey: 'r1', job: 'docs' }, { card: 10 });
  expect(await parts.check(run.commit)).toBe('open: Waiting for more parts');
  const finish = () => parts.post<FinishedRun>('/runs/finish', { ...run, runKey: 'r1' });
  expect(await finish()).toEqual({ parts: ['1/?', '2/?', 'docs'] });
  expect(await parts.check(run.commit)).toBe('success: Nothing to review');
  expect(await finish()).toEqual({ parts: ['1/?', '2/?', 'docs'] });
});

test('a run that is finished before any part reported is a failure until one does', async () => {
  const run = nextRun();
  expect(await parts.post('/runs/finish', { ...run, runKey: 'r1' })).toEqual({ parts: [] });
  expect(await parts.check(run.commit)).toBe('failure: No part of the run reported');
  await parts.run({ ...run, ...shard('1/?') }, { button: 10 });
  expect(await parts.check(run.commit)).toBe('success: Nothing to review');
});

test('a session without any snapshot is a failure unless that is fine (R25)', async () => {
  const run = nextRun();
  const { sessionId, completed } = await parts.run(run, {}, { complete: true });
  expect(completed.diffs[0]).toMatchObject({ conclusion: 'failure', summary: { removed: 0 } });
  expect(await parts.check(run.commit, 'forms')).toBe('failure: No snapshot arrived');
  const { body } = await service.ask<Session>('GET', `/api/v1/sessions/${sessionId}`);
  expect(body).toMatchObject({ conclusion: 'failure' });
  const allowed = await parts.run(run, {}, { allowEmpty: true });
  expect(allowed.completed.diffs[0]).toMatchObject({ conclusion: 'success' });
  expect(await parts.check(run.commit)).toBe('success: Nothing to review');
});

const endUnused = (id: string, body: object) => service.ask('POST', `/api/v1/sessions/${id}/complete`, body);

test('a session into which nobody uploaded is heard of, where its commit is told (R25)', async () => {
  const run = nextRun();
  expect((await endUnused('ses_unheard', { exitCode: 0 })).status).toBe(404);
  const ended = await endUnused('ses_unheard', { exitCode: 0, ...run });
  expect(ended).toMatchObject({ status: 200, body: { diffs: [] } });
  expect(await parts.check(run.commit)).toBe('failure: No snapshot arrived');
  expect((await endUnused('ses_unheard', { exitCode: 0, ...run })).body).toEqual(ended.body);
  expect((await endUnused('ses_unheard', { exitCode: 1, ...run })).status).toBe(409);
  const { body } = await service.ask<Session>('GET', '/api/v1/sessions/ses_unheard');
  expect(body).toMatchObject({ status: 'completed', conclusion: 'failure', ...run });
  await parts.run(run, { button: 10 });
  expect(await parts.check(run.commit)).toBe('success: Nothing to review');
});

test('a shard without a picture reports, too', async () => {
  const run = nextRun();
  await parts.run({ ...run, ...shard('1/2') }, { button: 10 });
  await endUnused('ses_none', { exitCode: 0, allowEmpty: true, ...run, ...shard('2/2') });
  expect(await parts.check(run.commit, 'forms')).toBe('success: No changes');
  expect(await parts.check(run.commit)).toBe('success: Nothing to review');
});

test('a session that nobody completes is a part that failed, until the next try', async () => {
  const run = nextRun();
  const { sessionId } = await parts.post<{ sessionId: string }>('/sessions', { suite: 'forms', ...run });
  const { database } = service.resources;
  await database
    .updateTable('reviewSessions')
    .set({ createdAt: new Date(Date.now() - 30 * 3_600_000) })
    .where('id', '=', sessionId)
    .execute();
  await expireSessions(service.resources);
  expect(await parts.check(run.commit)).toBe('failure: 1 of 1 suite needs attention');
  expect(await parts.check(run.commit, 'forms')).toBe('failure: The comparison failed');
  await parts.run(run, { button: 10 });
  expect(await parts.check(run.commit)).toBe('success: Nothing to review');
});

test('comparing again does not turn a session green that nobody completed', async () => {
  const run = nextRun();
  const { post } = parts;
  const { sessionId, diffId, captureId } = await post<CreatedSession>('/sessions', {
    suite: 'forms',
    ...run,
  });
  const query = new URLSearchParams({ sessionId, suite: 'forms', ...run, name: 'button' });
  await service.upload(`/api/v1/snapshots?${query}`, image(10), 'image/png');
  const { database } = service.resources;
  const dayAgo = new Date(Date.now() - 30 * 3_600_000);
  await database
    .updateTable('reviewSessions')
    .set({ createdAt: dayAgo })
    .where('id', '=', sessionId)
    .execute();
  await database
    .updateTable('snapshots')
    .set({ uploadedAt: dayAgo })
    .where('captureId', '=', captureId)
    .execute();
  await expireSessions(service.resources);
  const again = await service.ask<ErrorBody>('POST', `/api/v1/diffs/${diffId}/rediff`, {});
  expect([again.status, again.body.error.code]).toEqual([409, 'SESSION_COMPLETED']);
  expect(again.body.error.message).toContain('has expired');
  expect(await settled(service, 'diffs', diffId)).toMatchObject({ status: 'failed', conclusion: 'failure' });
  expect(await parts.check(run.commit, 'forms')).toBe('failure: The comparison failed');
  const review = await service.ask<Review>('GET', `/api/v1/diffs/${diffId}/review`);
  expect(review.body).toMatchObject({ status: 'failed', isAbandoned: true });
});

test.each([3221225477, -1073741819])('an exit code of 32 bits is kept: %i', async (exitCode) => {
  const run = nextRun();
  const { sessionId } = await parts.run(run, { button: 10 }, { exitCode });
  const { body } = await service.ask<Session>('GET', `/api/v1/sessions/${sessionId}`);
  expect(body.exitCode).toBe(exitCode);
  expect(await parts.check(run.commit)).toBe(`inconclusive: The command ended with exit code ${exitCode}`);
});

test('local and ephemeral runs have no check, and are not part of one', async () => {
  const run = nextRun();
  const local = await parts.capture({ ...run, isLocal: true }, { button: 77 });
  expect(await parts.diff(local.id)).toMatchObject({ judging: false });
  const { body } = await service.ask<Capture>('POST', '/api/v1/captures', {
    suite: 'forms',
    ephemeral: true,
    snapshots: [],
  });
  await settled(service, 'captures', body.id);
  expect(await parts.diff(body.id)).toMatchObject({ judging: false });
  expect(await parts.check(run.commit)).toBe('none');
});

/** Nothing is computed any longer at a commit, and every part has been reconsidered. */
async function quiet(commit: string): Promise<void> {
  const { database } = service.resources;
  await expect
    .poll(
      async () => {
        const { rows } = await sql`
          select from pgboss.job where state < 'completed' and name in ('computeDiff', 'reconsiderCommit')`.execute(
          database,
        );
        return rows.length;
      },
      { timeout: 20_000 },
    )
    .toBe(0);
  expect(await parts.check(commit)).not.toMatch(/^open/);
}

const summarize = async (diffId: string) => {
  const { results } = await settled(service, 'diffs', diffId);
  return Object.fromEntries(results.map(({ name, status }) => [name, status]));
};

/** Two directories of one suite, each in a job of its own, as their branch has them. */
async function planHalves(suite: string): Promise<{ branch: string; commit: string; suite: string }> {
  const made = { suite, branch: 'main', commit: `ba5e${++serial}` };
  for (const [job, looks] of [
    ['left', { a: 1 }],
    ['right', { b: 2 }],
  ] as const) {
    const { id } = await parts.capture({ ...made, job, complete: true, autoBaseline: true }, looks);
    await settled(service, 'captures', id);
  }
  return { ...nextRun(), suite };
}

const upload = (run: { branch: string; commit: string }, looks: Looks, options: object) =>
  parts.capture({ ...run, complete: true, ...options }, looks);

test('a job reports nothing of another job as removed, whichever ends first (R46)', async () => {
  const run = await planHalves('jobs');
  const left = await upload(run, { a: 1 }, { job: 'left' });
  const first = await parts.diff(left.id, { suite: run.suite });
  expect(await summarize(first.id)).toEqual({ a: 'unchanged', b: 'skipped' });
  const right = await upload(run, { b: 2 }, { job: 'right' });
  const second = await parts.diff(right.id, { suite: run.suite });
  expect(await summarize(second.id)).toEqual({ a: 'skipped', b: 'unchanged' });
  const next = { ...nextRun(), suite: run.suite };
  const without = await upload(next, {}, { job: 'right' });
  expect(await summarize((await parts.diff(without.id, { suite: run.suite })).id)).toEqual({
    a: 'skipped',
    b: 'removed',
  });
});

test('two uploads of halves are right once both have ended, though nothing tells them apart (R24)', async () => {
  const made = { suite: 'halves', branch: 'main', commit: 'ba5eba5e' };
  const base = await parts.capture({ ...made, complete: true, autoBaseline: true }, { a: 1, b: 2, c: 3 });
  await settled(service, 'captures', base.id);
  const run = { ...nextRun(), suite: 'halves' };
  const left = await upload(run, { a: 1 }, {});
  const first = await parts.diff(left.id, { suite: 'halves' });
  expect(await summarize(first.id)).toEqual({ a: 'unchanged', b: 'removed', c: 'removed' });
  const right = await upload(run, { b: 2 }, {});
  const second = await parts.diff(right.id, { suite: 'halves' });
  await quiet(run.commit);
  expect(await summarize(first.id)).toEqual({ a: 'unchanged', b: 'skipped', c: 'removed' });
  expect(await summarize(second.id)).toEqual({ a: 'skipped', b: 'unchanged', c: 'removed' });
});

test('two uploads of halves at the same time report nothing of each other as removed', async () => {
  const made = { suite: 'at-once', branch: 'main', commit: 'ba5eba5f' };
  const base = await parts.capture({ ...made, complete: true, autoBaseline: true }, { a: 1, b: 2 });
  await settled(service, 'captures', base.id);
  for (let round = 0; round < 3; round++) {
    const run = { ...nextRun(), suite: 'at-once' };
    const diffs = await Promise.all(
      [{ a: 1 }, { b: 2 }].map(async (looks) => {
        const capture = await upload(run, looks as Looks, {});
        return parts.diff(capture.id, { suite: 'at-once' });
      }),
    );
    await quiet(run.commit);
    const found = await Promise.all(diffs.map(({ id }) => summarize(id)));
    expect(found).toEqual([
      { a: 'unchanged', b: 'skipped' },
      { a: 'skipped', b: 'unchanged' },
    ]);
    expect(await parts.check(run.commit)).toBe('success: Nothing to review');
  }
});

test('shards are complete together: what none of them shows is removed in the last one (R46)', async () => {
  const made = { suite: 'shards', branch: 'main', commit: 'ba5eba60' };
  const base = await parts.capture({ ...made, complete: true, autoBaseline: true }, { a: 1, b: 2, gone: 3 });
  await settled(service, 'captures', base.id);
  const run = { ...nextRun(), suite: 'shards' };
  const first = await parts.run({ ...run, ...shard('1/2') }, { a: 1 }, { complete: true });
  expect(await summarize(first.diffId)).toEqual({ a: 'unchanged', b: 'skipped', gone: 'skipped' });
  const crashed = await parts.run({ ...run, ...shard('2/2') }, {}, { complete: true, exitCode: 1 });
  expect(await summarize(crashed.diffId)).toEqual({ a: 'skipped', b: 'skipped', gone: 'skipped' });
  const last = await parts.run({ ...run, ...shard('2/2') }, { b: 2 }, { complete: true });
  expect(await summarize(last.diffId)).toEqual({ a: 'skipped', b: 'unchanged', gone: 'removed' });
  expect(await parts.check(run.commit, 'shards')).toBe('failure: 1 to review');
});

test('shards that end at the same time are complete once', async () => {
  const made = { suite: 'twins', branch: 'main', commit: 'ba5eba61' };
  const base = await parts.capture({ ...made, complete: true, autoBaseline: true }, { a: 1, b: 2, gone: 3 });
  await settled(service, 'captures', base.id);
  const run = { ...nextRun(), suite: 'twins' };
  const ended = await Promise.all([
    parts.run({ ...run, ...shard('1/2') }, { a: 1 }, { complete: true }),
    parts.run({ ...run, ...shard('2/2') }, { b: 2 }, { complete: true }),
  ]);
  await quiet(run.commit);
  const found = await Promise.all(ended.map(({ diffId }) => summarize(diffId)));
  expect(found.map(({ gone }) => gone).sort()).toEqual(['removed', 'skipped']);
  expect(found.flatMap(({ a, b }) => [a, b]).sort()).toEqual([
    'skipped',
    'skipped',
    'unchanged',
    'unchanged',
  ]);
});

test('a last shard without a picture of the suite completes it, too', async () => {
  const made = { suite: 'rest', branch: 'main', commit: 'ba5eba62' };
  const base = await parts.capture({ ...made, complete: true, autoBaseline: true }, { a: 1, gone: 3 });
  await settled(service, 'captures', base.id);
  const run = { ...nextRun(), suite: 'rest' };
  const first = await parts.run({ ...run, ...shard('1/?') }, { a: 1 }, { complete: true });
  await endUnused('ses_rest', { exitCode: 0, allowEmpty: true, complete: true, ...run, ...shard('2/?') });
  expect(await summarize(first.diffId)).toEqual({ a: 'unchanged', gone: 'skipped' });
  await parts.post('/runs/finish', { branch: run.branch, commit: run.commit, runKey: 'r1' });
  await quiet(run.commit);
  expect(await summarize(first.diffId)).toEqual({ a: 'unchanged', gone: 'removed' });
  expect(await parts.check(run.commit)).toBe('failure: 1 of 1 suite needs attention');
});

test('a part that is done again may show less than before', async () => {
  const run = { ...nextRun(), suite: 'again' };
  const base = await upload(run, { a: 1, b: 2 }, { autoBaseline: true });
  await settled(service, 'captures', base.id);
  const less = await upload(run, { a: 1 }, {});
  const diff = await parts.diff(less.id, { suite: 'again' });
  await quiet(run.commit);
  expect(await summarize(diff.id)).toEqual({ a: 'unchanged', b: 'removed' });
  const other = await upload(run, { a: 1 }, { job: 'other' });
  expect(await summarize((await parts.diff(other.id, { suite: 'again' })).id)).toEqual({
    a: 'unchanged',
    b: 'skipped',
  });
});

test('a merge queue leaves no baseline ref behind (R41)', async () => {
  const commit = nextRun().commit;
  const queue = 'gh-readonly-queue/main/pr-7-0123abc';
  for (const branch of [queue, 'release-1']) {
    const { id } = await parts.capture({ branch, commit, suite: 'queue', autoBaseline: true }, { a: 1 });
    await settled(service, 'captures', id);
  }
  const { body } = await service.ask<BaselineList>('GET', '/api/v1/baselines?suite=queue');
  expect(body.refs).toEqual(['release-1']);
});
