// biome-ignore-all lint/style/useNamingConvention: fields of GitHub's API.

import { createHmac } from 'node:crypto';
import type { Capture, CheckRunList, CompletedSession, CreatedSession, Diff } from '@svc/schema';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type FakeGithub, startFakeGithub } from '../../../testing/codeHosts/startFakeGithub.js';
import type { Fault } from '../../../testing/codeHosts/startFakeServer.js';
import { image } from '../../../testing/image.js';
import { settled } from '../../../testing/settled.js';
import { startTestService, type TestService } from '../../../testing/startTestService.js';
import { showCodeHost } from '../../commands/codeHost.js';
import { replaceChanges } from '../../store/accessibility/accessibilityChanges.js';
import { isVerdictShown } from '../../store/checks/checkRuns.js';
import { findDiffs } from '../../store/diffs/diffs.js';
import { findProject } from '../../store/projects/projects.js';
import { accessAsServer } from '../access/ProjectAccess.js';
import { updateCheckRuns } from '../checks/updateCheckRuns.js';
import { expireSessions } from '../sessions/expireSessions.js';
import { deliverCheckRuns } from './deliverCheckRuns.js';
import { setCodeHost } from './setCodeHost.js';

let github: FakeGithub;
let service: TestService;
let serial = 0;
beforeAll(async () => {
  github = await startFakeGithub();
  service = await startTestService(undefined, undefined, { ...github, apiUrl: github.url });
});
afterAll(async () => {
  await service.stop();
  await github.stop();
});
beforeEach(async () => {
  github.fault = () => null;
  await useGithub();
});

async function useGithub(settings: object = {}): Promise<void> {
  const project = await findProject(service.resources.database, 'acme/web');
  if (!project) throw new Error('the project is missing');
  const given = {
    kind: 'github',
    repository: 'acme/web',
    checkName: 'svc',
    comment: false,
    approvers: 'write',
  } as const;
  await setCodeHost(service.resources, accessAsServer(project), { ...given, ...settings });
}

const deliver = () => deliverCheckRuns(service.resources, new AbortController().signal);

/** Lets pauses be over. Not while something is delivered, which would be due for a second worker too. */
async function makeDue(): Promise<void> {
  const { database } = service.resources;
  await database.updateTable('codeHosts').set({ pausedUntil: null }).execute();
  await database
    .updateTable('checkRuns')
    .set({ nextAttemptAt: new Date(0) })
    .execute();
}

async function deliverAll(): Promise<void> {
  await makeDue();
  await deliver();
}

/** The diff of a session with one new snapshot of a suite, on a commit of its own unless one is given. */
async function makeDiff(suite: string, commit = nextCommit()): Promise<Diff> {
  const { body: session } = await service.ask<CreatedSession>('POST', '/api/v1/sessions', {
    suite,
    branch: `branch-${commit}`,
    commit,
  });
  const uploaded = await service.upload(
    `/api/v1/snapshots?${new URLSearchParams({ sessionId: session.sessionId, suite, name: 'button', branch: `branch-${commit}`, commit, baselineRef: 'main' })}`,
    image(++serial % 256),
    'image/png',
  );
  expect(uploaded).toMatchObject({ status: 200 });
  await service.ask('POST', `/api/v1/sessions/${session.sessionId}/complete`, { exitCode: 0 });
  return settled(service, 'diffs', session.diffId);
}

/** A session over one snapshot, with what its completion answers for the check run. */
async function completeOne(): Promise<{ url: string | null | undefined; done: Diff }> {
  const commit = nextCommit();
  const run = { suite: 'now', branch: `branch-${commit}`, commit };
  const { sessionId, diffId } = (await service.ask<CreatedSession>('POST', '/api/v1/sessions', run)).body;
  const query = new URLSearchParams({ ...run, sessionId, name: 'button', baselineRef: 'main' });
  await service.upload(`/api/v1/snapshots?${query}`, image(++serial % 256), 'image/png');
  const completed = await service.ask<CompletedSession>('POST', `/api/v1/sessions/${sessionId}/complete`, {});
  expect(completed.status).toBe(200);
  return { url: completed.body.diffs[0]?.checkRunUrl, done: await settled(service, 'diffs', diffId) };
}

const nextCommit = () => (++serial).toString(16).padStart(40, 'a');
const decide = (diff: Diff, kind: 'approve' | 'reject' | 'revoke', body: object = {}) =>
  service.ask('POST', `/api/v1/diffs/${diff.id}/${kind}`, body);
const shown = (diff: Diff, name: string) =>
  github.runs
    .filter((run) => run.head_sha === diff.commit && run.name === name)
    .map(({ status, conclusion }) => conclusion ?? status);
const listed = async (diff: Diff) =>
  (await service.ask<CheckRunList>('GET', `/api/v1/check-runs?commit=${diff.commit}`)).body.checkRuns;

test('a diff has its check and its commit has one, both updated in place (R25, R26)', async () => {
  const diff = await makeDiff('forms');
  await deliverAll();
  expect([shown(diff, 'svc / forms'), shown(diff, 'svc')]).toEqual([['failure'], ['failure']]);
  const run = github.runs.find((one) => one.head_sha === diff.commit && one.name === 'svc / forms');
  expect(run?.details_url).toBe(diff.reviewUrl);
  expect(run?.output.summary).toContain('`button`');
  expect(run?.output.summary).toContain('[current](http://localhost:4300/api/v1/images/');
  expect(run?.actions).toMatchObject([{ identifier: 'approve-all' }]);
  for (const [kind, conclusion] of [
    ['approve', 'success'],
    ['revoke', 'failure'],
    ['reject', 'failure'],
    ['approve', 'failure'],
  ] as const) {
    await decide(diff, kind);
    await deliverAll();
    expect([shown(diff, 'svc / forms'), shown(diff, 'svc')]).toEqual([[conclusion], [conclusion]]);
  }
  expect((await listed(diff)).map(({ isShown, url }) => [isShown, url !== null])).toEqual([
    [true, true],
    [true, true],
  ]);
});

/** The diff of a capture that belongs to no session, with one new snapshot. */
async function makePlainDiff(commit: string, options: object = {}): Promise<Diff> {
  const { body: capture } = await service.ask<Capture>('POST', '/api/v1/captures', {
    suite: 'plain',
    branch: `branch-${commit}`,
    commit,
    snapshots: [{ name: 'button' }],
    ...options,
  });
  const path = `/api/v1/snapshots?captureId=${capture.id}&name=button`;
  expect((await service.upload(path, image(++serial % 256), 'image/png')).status).toBe(200);
  const { body } = await service.ask<Diff>('POST', '/api/v1/diffs', {
    suite: 'plain',
    headCaptureId: capture.id,
  });
  return settled(service, 'diffs', body.id);
}

test('a diff outside of a session has its check too, and there is one check of a suite and commit (R26)', async () => {
  const commit = nextCommit();
  const first = await makePlainDiff(commit);
  await deliverAll();
  expect([shown(first, 'svc / plain'), shown(first, 'svc')]).toEqual([['failure'], ['failure']]);
  const second = await makePlainDiff(commit);
  await decide(second, 'approve');
  await deliverAll();
  expect([shown(first, 'svc / plain'), shown(first, 'svc')]).toEqual([['success'], ['success']]);
});

test('local and ephemeral diffs have no check, and a diff of the capture of a session adds none', async () => {
  const local = await makePlainDiff(nextCommit(), { isLocal: true });
  const ephemeral = await makePlainDiff(nextCommit(), { ephemeral: true });
  expect([await listed(local), await listed(ephemeral)]).toEqual([[], []]);
  const diff = await makeDiff('forms');
  const { body } = await service.ask<Diff>('POST', '/api/v1/diffs', {
    suite: 'forms',
    headCaptureId: diff.headCaptureId,
  });
  await settled(service, 'diffs', body.id);
  expect((await listed(diff)).map(({ diffId }) => diffId)).toEqual([null, diff.id]);
});

test('the check of a commit stands for all its suites, and so does its comment', async () => {
  await useGithub({ comment: true });
  const one = await makeDiff('forms');
  const other = await makeDiff('tables', one.commit ?? '');
  github.pulls.push({ number: 5, state: 'open', sha: one.commit ?? '' });
  await decide(one, 'approve');
  await deliverAll();
  expect([shown(one, 'svc / forms'), shown(one, 'svc / tables'), shown(one, 'svc')]).toEqual([
    ['success'],
    ['failure'],
    ['failure'],
  ]);
  const bodyNow = () => github.comments.find((comment) => comment.pull === 5)?.body ?? '';
  expect(bodyNow()).toContain(`| [\`tables / button\`](${other.reviewUrl}) | new |`);
  expect(bodyNow()).not.toContain('`forms / button`');
  await decide(other, 'approve');
  await deliverAll();
  expect(bodyNow()).not.toContain('`tables / button`');
  expect(shown(one, 'svc')).toEqual(['success']);
  const comments = github.comments.filter((comment) => comment.pull === 5);
  expect(comments).toHaveLength(1);
  expect(comments[0]?.body).toContain('<!-- svc:acme/web -->');
  expect(comments[0]?.body).toMatch(
    /`forms` \| 0 \| 1 \| 0 \| fine[^\n]*\n\| `tables` \| 0 \| 1 \| 0 \| fine/,
  );
});

test('a change that no image shows is in the check of its suite and in the comment', async () => {
  await useGithub({ comment: true });
  const diff = await makeDiff('forms');
  github.pulls.push({ number: 6, state: 'open', sha: diff.commit ?? '' });
  await decide(diff, 'approve');
  const [row] = await findDiffs(service.resources.database, [diff.id]);
  if (!row) throw new Error('the diff is missing');
  const change = {
    ...{ name: 'button', viewport: '', browser: '', baseHash: 'a'.repeat(64), headHash: 'b'.repeat(64) },
    ...{ fingerprint: 'lost', total: 1, partial: false, reviewed: true, carried: false },
    ...({ approvalStatus: 'pending', decidedBy: null, decidedAt: null, decidedIn: null } as const),
    findings: [
      {
        ...({
          kind: 'nameLost',
          signature: 'lost',
          element: '`button`',
          property: null,
          from: 'Save',
          to: null,
        } as const),
        ...{
          impact: null,
          text: '`button` lost its accessible name “Save”',
          boxes: { before: null, after: null },
        },
      },
    ],
  };
  await service.resources.database.transaction().execute(async (transaction) => {
    await replaceChanges(transaction, row, [change]);
    await updateCheckRuns(transaction, [diff.id]);
  });
  await deliverAll();
  expect([shown(diff, 'svc / forms'), shown(diff, 'svc')]).toEqual([['failure'], ['failure']]);
  const line = '| `button lost its accessible name “Save”` | 1 | pending |';
  const run = github.runs.find((one) => one.head_sha === diff.commit && one.name === 'svc / forms');
  expect(run?.output.summary).toContain(line);
  const [comment] = github.comments.filter(({ pull }) => pull === 6);
  expect(comment?.body).toContain(line);
  expect(comment?.body).toContain('`forms` | 0 | 1 | 0 | 1 accessibility change to review');
});

test('completing a session answers the addresses of its check runs (R26)', async () => {
  const { url, done } = await completeOne();
  const run = github.runs.find((one) => one.head_sha === done.commit && one.name === 'svc / now');
  expect(url).toBe(`https://github.com/acme/web/runs/${run?.id}`);
});

test('a session says whether a code host shows its verdict (R37)', async () => {
  const hasCheck = async (fields: object = {}, commit = nextCommit()) => {
    const run = { suite: 'verdict', branch: `branch-${commit}`, commit, ...fields };
    const { sessionId } = (await service.ask<CreatedSession>('POST', '/api/v1/sessions', run)).body;
    const end = { allowEmpty: true };
    return (await service.ask<CompletedSession>('POST', `/api/v1/sessions/${sessionId}/complete`, end)).body
      .hasCheck;
  };
  expect(await hasCheck()).toBe(true);
  expect(await hasCheck({ isLocal: true })).toBe(false);
  github.commits.push('f'.repeat(40));
  expect(await hasCheck()).toBe(false);
  github.commits.length = 0;
  github.fault = () => ({ status: 503 });
  expect(await hasCheck()).toBe(true);
  await service.resources.database.deleteFrom('codeHosts').execute();
  expect(await hasCheck()).toBe(false);
});

test.each<Fault>(['hang', 'lost', { status: 500 }, { status: 403 }])(
  'completing a session succeeds while the code host answers %o, and the check follows',
  async (fault) => {
    github.fault = () => fault;
    const { url, done } = await completeOne();
    expect(url).toBeNull();
    github.fault = () => null;
    await service.ask('POST', `/api/v1/diffs/${done.id}/approve`, {});
    await deliverAll();
    expect(shown(done, 'svc / now')).toEqual(['success']);
  },
);

test('a host that is down delays nothing, and shows the newest state once it is back', async () => {
  github.fault = () => ({ status: 503 });
  const diff = await makeDiff('forms');
  await deliverAll();
  expect(shown(diff, 'svc')).toEqual([]);
  expect(await listed(diff)).toMatchObject([
    { isShown: false, url: null, error: 'GitHub is out of order (503)' },
    { isShown: false, url: null, error: 'GitHub is out of order (503)' },
  ]);
  expect(await decide(diff, 'approve')).toMatchObject({ status: 200 });
  github.fault = () => null;
  await deliverAll();
  expect([shown(diff, 'svc / forms'), shown(diff, 'svc')]).toEqual([['success'], ['success']]);
  expect((await listed(diff)).map((run) => run.error)).toEqual([null, null]);
});

test('a refusal is shown with its reason and not repeated; delivering by hand tries again', async () => {
  const diff = await makeDiff('forms');
  github.commits.push('f'.repeat(40));
  await deliverAll();
  const before = github.requests.length;
  await deliver();
  expect(github.requests).toHaveLength(before);
  const [run] = await listed(diff);
  expect(run).toMatchObject({ isShown: false, nextAttemptAt: null });
  expect(run?.error).toBe(`GitHub refused (422): No commit found for SHA: ${diff.commit}`);
  const printed: string[] = [];
  const { database } = service.resources;
  await showCodeHost(
    { withDatabase: (use) => use(database), print: (line) => printed.push(line) },
    'acme/web',
  );
  expect(printed.join()).toContain(run?.error ?? '?');
  github.commits.length = 0;
  expect((await service.ask('POST', `/api/v1/check-runs/${run?.id}/deliver`, {})).status).toBe(200);
  await deliver();
  expect((await listed(diff))[0]).toMatchObject({ isShown: true, error: null });
  const foreign = await service.newKey('acme/elsewhere');
  expect((await service.ask('POST', `/api/v1/check-runs/${run?.id}/deliver`, {}, foreign)).status).toBe(404);
});

test.each([
  ['for now', 403, { isShown: false, nextAttemptAt: expect.any(String) }],
  ['for good', 422, { isShown: true, nextAttemptAt: null }],
])('a comment that is refused %s leaves the check as it is', async (_, status, told) => {
  await useGithub({ comment: true });
  const diff = await makeDiff('forms');
  github.pulls.push({ number: 7, state: 'open', sha: diff.commit ?? '' });
  github.fault = ({ path }) => (path.includes('/issues/') ? { status } : null);
  await deliver();
  expect(shown(diff, 'svc')).toEqual(['failure']);
  const ofCommit = async () => (await listed(diff)).find(({ suite }) => suite === null);
  expect(await ofCommit()).toMatchObject({ ...told, url: expect.stringContaining('http') });
  expect((await ofCommit())?.error).toContain(`the comment on the pull request: GitHub refused (${status})`);
  const project = await findProject(service.resources.database, 'acme/web');
  expect(await isVerdictShown(service.resources.database, project?.id ?? '', diff.commit ?? '')).toBe(true);
  github.fault = () => null;
  await useGithub({ comment: true });
  await deliver();
  expect(await ofCommit()).toMatchObject({ isShown: true, error: null });
  expect(shown(diff, 'svc')).toEqual(['failure']);
  expect(github.comments.filter(({ pull }) => pull === 7)).toHaveLength(1);
});

test('a delivery that was given up is tried again once another build says the same', async () => {
  const commit = nextCommit();
  github.commits.push('f'.repeat(40));
  const build = async () => {
    const run = { suite: 'pushed', branch: `branch-${commit}`, commit };
    const { sessionId, diffId } = (await service.ask<CreatedSession>('POST', '/api/v1/sessions', run)).body;
    const query = new URLSearchParams({ ...run, sessionId, name: 'button', baselineRef: 'main' });
    await service.upload(`/api/v1/snapshots?${query}`, image(200), 'image/png');
    await service.ask('POST', `/api/v1/sessions/${sessionId}/complete`, {});
    return settled(service, 'diffs', diffId);
  };
  const diff = await build();
  await deliverAll();
  expect(shown(diff, 'svc')).toEqual([]);
  github.commits.length = 0;
  await build();
  await deliver();
  expect([shown(diff, 'svc / pushed'), shown(diff, 'svc')]).toEqual([['failure'], ['failure']]);
});

test('deliveries that were given up are tried again once the connection is saved again', async () => {
  github.fault = () => ({ status: 401, body: { message: 'Bad credentials' } });
  const diff = await makeDiff('forms');
  await service.resources.database.updateTable('checkRuns').set({ attempts: 30 }).execute();
  await deliverAll();
  expect(await listed(diff)).toMatchObject([{ nextAttemptAt: null }, { nextAttemptAt: null }]);
  github.fault = () => null;
  await useGithub();
  await deliver();
  expect([shown(diff, 'svc / forms'), shown(diff, 'svc')]).toEqual([['failure'], ['failure']]);
});

test('a limit on the rate stops all deliveries of the project until it ends', async () => {
  const diff = await makeDiff('forms');
  github.fault = () => ({ status: 429, headers: { 'retry-after': '3600' } });
  await deliver();
  github.fault = () => null;
  await decide(diff, 'approve');
  const before = github.requests.length;
  await deliver();
  expect(github.requests).toHaveLength(before);
  await deliverAll();
  expect(shown(diff, 'svc')).toEqual(['success']);
});

test('several workers deliver each check once', async () => {
  const diffs = [await makeDiff('forms'), await makeDiff('forms'), await makeDiff('forms')];
  await Promise.all(Array.from({ length: 6 }, deliver));
  await deliverAll();
  for (const diff of diffs) {
    expect([shown(diff, 'svc / forms'), shown(diff, 'svc')]).toEqual([['failure'], ['failure']]);
  }
});

test('a delivery that is cut off is due again at once', async () => {
  const diff = await makeDiff('forms');
  github.fault = () => 'hang';
  const ending = new AbortController();
  const delivery = deliverCheckRuns(service.resources, ending.signal);
  await expect.poll(() => github.requests.length).toBeGreaterThan(0);
  ending.abort();
  await delivery;
  github.fault = () => null;
  await deliver();
  expect(shown(diff, 'svc')).toEqual(['failure']);
});

test('whatever fails at whichever call, one run is left with the newest state', async () => {
  const diff = await makeDiff('forms');
  const faults: (Fault | null)[] = [null, null, null, 'lost', 'lost', { status: 500 }, { status: 429 }];
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...faults), { minLength: 5, maxLength: 30 }),
      fc.array(fc.constantFrom<'approve' | 'reject' | 'revoke'>('approve', 'reject', 'revoke'), {
        maxLength: 4,
      }),
      async (plan, decisions) => {
        const upcoming = [...plan];
        github.fault = () => upcoming.shift() ?? null;
        for (const decision of decisions) {
          await decide(diff, decision);
          await makeDue();
          await Promise.all([deliver(), deliver()]);
        }
        upcoming.length = 0;
        await deliverAll();
        const { conclusion } = await settled(service, 'diffs', diff.id);
        expect([shown(diff, 'svc / forms'), shown(diff, 'svc')]).toEqual([[conclusion], [conclusion]]);
      },
    ),
    { numRuns: 10 },
  );
});

interface Sent {
  action?: string;
  login?: string;
  type?: string;
  repository?: number;
  deliveryId?: string;
  secret?: string;
  identifier?: string;
  event?: 'check_run' | 'check_suite';
  /** The name of the check run. */
  check?: string;
}

async function send({ commit }: Pick<Diff, 'commit'>, sent: Sent = {}) {
  const { event = 'check_run', check = 'svc / forms' } = sent;
  const run = github.runs.find((one) => one.head_sha === commit && one.name === check);
  const body = JSON.stringify({
    action: sent.action ?? 'requested_action',
    requested_action: { identifier: sent.identifier ?? 'approve-all' },
    ...(event === 'check_run'
      ? { check_run: { id: run?.id, external_id: run?.external_id, head_sha: run?.head_sha } }
      : { check_suite: { head_sha: run?.head_sha } }),
    repository: { id: sent.repository ?? github.repository.id, full_name: 'acme/web' },
    sender: { login: sent.login ?? 'ada', type: sent.type ?? 'User' },
    serial: sent.deliveryId ? 0 : ++serial,
  });
  const signature = createHmac('sha256', sent.secret ?? 'secret of the webhook')
    .update(body)
    .digest('hex');
  const answer = await service.app.inject({
    method: 'POST',
    url: '/api/v1/webhooks/github',
    headers: {
      'content-type': 'application/json',
      'x-github-event': event,
      'x-github-delivery': sent.deliveryId ?? `delivery-${++serial}`,
      'x-hub-signature-256': `sha256=${signature}`,
    },
    payload: body,
  });
  return { status: answer.statusCode, ...answer.json() };
}

const decision = async (diff: Diff) => (await settled(service, 'diffs', diff.id)).results[0];

test('the button on GitHub approves for those who may push', async () => {
  Object.assign(github.permissions, { ada: 'write', eve: 'read' });
  const diff = await makeDiff('forms');
  await deliverAll();
  expect(await send(diff, { login: 'eve' })).toMatchObject({
    outcome: 'refused',
    reason: 'eve is not allowed to approve',
  });
  expect(await send(diff, { type: 'Bot' })).toMatchObject({ outcome: 'refused' });
  expect(await send(diff, { identifier: 'other' })).toMatchObject({ outcome: 'ignored' });
  expect(await send(diff, { repository: 5 })).toMatchObject({ outcome: 'ignored' });
  expect(await send(diff, { secret: 'a guess' })).toMatchObject({ status: 401 });
  expect(await decision(diff)).toMatchObject({ approvalStatus: 'pending' });
  expect(await send(diff)).toMatchObject({ status: 200, outcome: 'done', reason: '1 of 1 are approved' });
  expect(await decision(diff)).toMatchObject({ approvalStatus: 'approved', decidedBy: 'github:ada' });
});

test('accounts that a project names may approve, and nobody else', async () => {
  Object.assign(github.permissions, { ada: 'admin' });
  await useGithub({ approvers: ['Grace'] });
  const diff = await makeDiff('forms');
  await deliverAll();
  expect(await send(diff)).toMatchObject({ outcome: 'refused' });
  expect(await send(diff, { login: 'grace' })).toMatchObject({ outcome: 'done' });
});

test('a delivery counts once, also under another id', async () => {
  Object.assign(github.permissions, { ada: 'write' });
  const diff = await makeDiff('forms');
  await deliverAll();
  expect(await send(diff, { deliveryId: 'same' })).toMatchObject({ outcome: 'done' });
  await decide(diff, 'revoke');
  expect(await send(diff, { deliveryId: 'same' })).toMatchObject({ outcome: 'ignored' });
  expect(await send(diff, { deliveryId: 'another' })).toMatchObject({ outcome: 'ignored' });
  expect(await decision(diff)).toMatchObject({ approvalStatus: 'pending' });
});

/** As GitHub does it with what is to be run again. */
function resetRuns(commit: string | null, names: readonly string[]): void {
  const runs = github.runs.filter(({ head_sha, name }) => head_sha === commit && names.includes(name));
  expect(runs).toHaveLength(names.length);
  for (const run of runs) Object.assign(run, { status: 'queued', conclusion: null });
}

test.each([
  ['a check', 'check_run', ['svc / forms'], 'evaluating 1 of 1 again'],
  ['all checks', 'check_suite', ['svc / forms', 'svc'], 'evaluating 1 of 1 again'],
] as const)('running %s again evaluates the diff again', async (_, event, names, reason) => {
  const diff = await makeDiff('forms');
  await deliverAll();
  resetRuns(diff.commit, names);
  expect(await send(diff, { action: 'requested', event })).toMatchObject({ outcome: 'ignored' });
  expect(await send(diff, { action: 'rerequested', event, repository: 5 })).toMatchObject({
    outcome: 'ignored',
  });
  expect(await send(diff, { action: 'rerequested', event })).toMatchObject({ outcome: 'done', reason });
  await settled(service, 'diffs', diff.id);
  await deliverAll();
  expect([shown(diff, 'svc / forms'), shown(diff, 'svc')]).toEqual([['failure'], ['failure']]);
});

test('running a check again shows it again where there is nothing to evaluate', async () => {
  const commit = nextCommit();
  const run = { suite: 'expired', branch: `branch-${commit}`, commit };
  const { sessionId } = (await service.ask<CreatedSession>('POST', '/api/v1/sessions', run)).body;
  const { database } = service.resources;
  await database
    .updateTable('reviewSessions')
    .set({ createdAt: new Date(0) })
    .where('id', '=', sessionId)
    .execute();
  expect(await expireSessions(service.resources)).toBe(1);
  await deliverAll();
  const conclusion = () =>
    github.runs.find((one) => one.head_sha === commit && one.name === 'svc')?.conclusion;
  const before = conclusion();
  expect(before).not.toBeNull();
  resetRuns(commit, ['svc']);
  const again = await send({ commit }, { action: 'rerequested', check: 'svc' });
  expect(again).toMatchObject({ outcome: 'done', reason: 'evaluating 0 of 1 again' });
  await deliverAll();
  expect(conclusion()).toBe(before);
});

test('a note on a rejection is shown, also one that was written or changed later', async () => {
  const diff = await makeDiff('noted');
  const summary = () =>
    github.runs.find((one) => one.head_sha === diff.commit && one.name === 'svc / noted')?.output.summary;
  await decide(diff, 'reject');
  await deliverAll();
  expect(summary()).toContain('| rejected |');
  for (const note of ['Too dark', 'Far too dark']) {
    await decide(diff, 'reject', { snapshots: ['button'], note });
    await deliverAll();
    expect(summary()).toContain(`| rejected: \`${note}\` |`);
  }
  await decide(diff, 'approve', { snapshots: ['button'] });
  await deliverAll();
  expect(summary()).not.toContain('too dark');
});
