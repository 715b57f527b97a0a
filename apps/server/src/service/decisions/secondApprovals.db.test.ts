import type { ApproveResult, Diff, DiffSummary, ProjectSettings, Review } from '@svc/schema';
import { unpackReview } from '@svc/schema/unpackReview';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { image } from '../../../testing/image.js';
import { type SignedIn, signInAs } from '../../../testing/people/signInAs.js';
import { buildScreenshots } from '../../../testing/scenarios/buildScreenshots.js';
import { startTestService, type TestService } from '../../../testing/startTestService.js';

let service: TestService;
let ann: SignedIn;
let bob: SignedIn;
let boss: SignedIn;
beforeAll(async () => {
  service = await startTestService();
  ann = await signInAs(service, 'Ann', 'reviewer');
  bob = await signInAs(service, 'Bob', 'reviewer');
  boss = await signInAs(service, 'Boss', 'maintainer');
});
afterAll(() => service?.stop());
beforeEach(() => ask(2));

const ask = async (requiredApprovals: number) =>
  expect((await boss.ask('POST', '/settings', { requiredApprovals })).status).toBe(200);

let commits = 0;
let suites = 0;
const newSuite = () => `second ${++suites}`;

interface Build {
  branch?: string;
  looks?: Record<string, number>;
  isAutomatic?: boolean;
  history?: string[];
}

async function build(suite: string, options: Build = {}): Promise<Diff & { commit: string }> {
  const { branch = 'topic', looks = { button: 40, card: 41 }, isAutomatic = false, history = [] } = options;
  const commit = `c0ffee${++commits}`;
  const about = { suite, branch, commit, history: [commit, ...history], autoApprove: isAutomatic };
  return { ...(await buildScreenshots(service, about, looks)), commit };
}

const approve = async (who: SignedIn, { id }: { id: string }, body: object = {}) =>
  (await who.ask<ApproveResult>('POST', `/diffs/${id}/approve`, body)).body;
const read = async (who: SignedIn, { id }: { id: string }) =>
  (await who.ask<Diff>('GET', `/diffs/${id}`)).body;
const review = async (who: SignedIn, { id }: { id: string }) =>
  (await who.ask<Review>('GET', `/diffs/${id}/review`)).body;
const waiting = async (who: SignedIn, suite: string) =>
  (await who.ask<{ diffs: DiffSummary[] }>('GET', `/diffs?waiting=true&suite=${suite}`)).body.diffs.map(
    ({ id }) => id,
  );

async function check(commit: string) {
  const { rows } = await sql<{ desired: { conclusion: string; title: string; summary: string } }>`
    select desired from check_runs where commit = ${commit} and suite_id is not null`.execute(
    service.resources.database,
  );
  return rows[0]?.desired;
}

test('one of two approvals makes the baseline, and the check waits for the second', async () => {
  const suite = newSuite();
  const diff = await build(suite);
  expect(await approve(ann, diff)).toEqual({ approved: 2, total: 2, awaiting: 2 });
  expect(await approve(ann, diff)).toEqual({ approved: 2, total: 2, awaiting: 2 });

  const once = await read(bob, diff);
  expect(once).toMatchObject({ conclusion: 'failure', awaiting: 2, counts: { pending: 0, approved: 2 } });
  expect(once.results.map(({ approvalStatus, approvals }) => [approvalStatus, approvals])).toEqual(
    Array(2).fill(['approved', { required: 2, given: 1, by: ['user:Ann'], mine: false }]),
  );
  expect(unpackReview(await review(ann, diff))[0]?.approvals).toEqual({
    required: 2,
    given: 1,
    by: ['user:Ann'],
    mine: true,
  });
  expect(await check(diff.commit)).toMatchObject({
    conclusion: 'failure',
    title: 'Approved by Ann, waiting for a second approval',
    summary: expect.stringContaining('2 snapshots wait for a further approval'),
  });
  const { refs } = (
    await service.ask<{ refs: string[] }>('GET', `/api/v1/baselines?suite=${encodeURIComponent(suite)}`)
  ).body;
  expect(refs).toEqual(['topic']);

  expect(await waiting(ann, suite)).toEqual([]);
  expect(await waiting(bob, suite)).toEqual([diff.id]);
  expect(await approve(bob, diff)).toEqual({ approved: 2, total: 2 });
  expect(await waiting(bob, suite)).toEqual([]);
  expect(await read(ann, diff)).toMatchObject({ conclusion: 'success', awaiting: 0 });
  expect(await check(diff.commit)).toMatchObject({ conclusion: 'success', title: '2 approved' });
});

test('two people who approve at the same moment are two approvals', async () => {
  const diff = await build(newSuite());
  await Promise.all([approve(ann, diff), approve(bob, diff), approve(ann, diff), approve(bob, diff)]);
  expect(await read(ann, diff)).toMatchObject({ conclusion: 'success', awaiting: 0 });
});

test('keys and runs that approve themselves count as nobody', async () => {
  const suite = newSuite();
  const diff = await build(suite);
  expect((await service.ask('POST', `/api/v1/diffs/${diff.id}/approve`, {})).body).toMatchObject({
    approved: 2,
    awaiting: 2,
  });
  expect((await check(diff.commit))?.title).toBe('Waiting for 2 approvals');
  await approve(ann, diff);
  expect(await read(ann, diff)).toMatchObject({ conclusion: 'failure' });
  await approve(bob, diff);
  expect(await read(ann, diff)).toMatchObject({ conclusion: 'success' });

  const automatic = await build(newSuite(), { isAutomatic: true });
  expect(await read(ann, automatic)).toMatchObject({ conclusion: 'failure', awaiting: 2 });
});

test('a later build of the branch that looks the same stays red, and says where to approve', async () => {
  const suite = newSuite();
  const first = await build(suite);
  await approve(ann, first);
  const second = await build(suite, { history: [first.commit] });
  expect(second.results.map(({ status }) => status)).toEqual(['unchanged', 'unchanged']);
  const partial = await build(suite, { looks: { button: 40 }, history: [second.commit, first.commit] });
  for (const later of [second, partial]) {
    const shown = await read(bob, later);
    expect(shown).toMatchObject({ conclusion: 'failure', counts: { approved: 0 } });
    expect((await check(later.commit))?.title).toBe('Approved by Ann, waiting for a second approval');
  }
  expect((await review(bob, second)).awaitingIn).toEqual([
    { diffId: first.id, count: 2, required: 2, by: ['user:Ann'] },
  ]);
  expect(await waiting(bob, suite)).toEqual([partial.id]);
  expect(await waiting(ann, suite)).toEqual([]);
  expect(await approve(bob, first)).toEqual({ approved: 2, total: 2 });
  for (const diff of [first, second, partial]) {
    expect(await read(bob, diff)).toMatchObject({ conclusion: 'success', awaiting: 0 });
    expect((await check(diff.commit))?.conclusion).toBe('success');
  }
});

test('a removal that one person approved keeps later builds red', async () => {
  const suite = newSuite();
  const complete = async (looks: Record<string, number>, history: string[]) => {
    const commit = `c0ffee${++commits}`;
    const session = await service.ask<{ sessionId: string; diffId: string }>('POST', '/api/v1/sessions', {
      suite,
      branch: 'topic',
      commit,
      history: [commit, ...history],
    });
    for (const [name, look] of Object.entries(looks)) {
      const query = new URLSearchParams({ name, suite, branch: 'topic', commit, baselineRef: 'main' });
      query.set('sessionId', session.body.sessionId);
      await service.upload(`/api/v1/snapshots?${query}`, image(look), 'image/png');
    }
    const path = `/api/v1/sessions/${session.body.sessionId}/complete`;
    expect((await service.ask('POST', path, { exitCode: 0, complete: true })).status).toBe(200);
    return { id: session.body.diffId, commit };
  };
  const first = await complete({ button: 40, card: 41 }, []);
  await approve(ann, first);
  await approve(bob, first);
  const second = await complete({ button: 40 }, [first.commit]);
  await approve(ann, second);
  const third = await complete({ button: 40 }, [second.commit, first.commit]);
  const shown = await read(bob, third);
  expect(shown).toMatchObject({ conclusion: 'failure', awaiting: 1 });
  expect(shown.results.map(({ name }) => name)).toEqual(['button']);
  expect(await approve(bob, second)).toEqual({ approved: 1, total: 1 });
  expect(await read(bob, third)).toMatchObject({ conclusion: 'success', awaiting: 0 });
  expect((await check(third.commit))?.conclusion).toBe('success');
});

test('memory carries both approvals to other branches, and one of two as one of two', async () => {
  const suite = newSuite();
  const here = await build(suite, { branch: 'one' });
  await approve(ann, here);
  const there = await build(suite, { branch: 'two' });
  expect(await read(bob, there)).toMatchObject({
    conclusion: 'failure',
    awaiting: 2,
    counts: { pending: 0 },
  });
  const again = await build(suite, { branch: 'two', history: [there.commit] });
  expect(await read(bob, again)).toMatchObject({ conclusion: 'failure', awaiting: 2 });
  await approve(bob, there);
  for (const diff of [here, there, again]) {
    expect(await read(bob, diff)).toMatchObject({ conclusion: 'success', awaiting: 0 });
  }
  const later = await build(suite, { branch: 'three' });
  expect(later).toMatchObject({ conclusion: 'success', counts: { approved: 2 } });
});

test('taking back and rejecting begin from nothing', async () => {
  const diff = await build(newSuite());
  await approve(ann, diff);
  await approve(bob, diff);
  await ann.ask('POST', `/diffs/${diff.id}/revoke`, {});
  await approve(ann, diff);
  expect(await read(ann, diff)).toMatchObject({ conclusion: 'failure', awaiting: 2 });
  await approve(bob, diff, { snapshots: ['card'] });
  await bob.ask('POST', `/diffs/${diff.id}/reject`, { snapshots: ['card'] });
  await approve(bob, diff, { snapshots: ['card'] });
  const { results } = await read(ann, diff);
  expect(results.map(({ name, approvals }) => [name, approvals?.by])).toEqual([
    ['button', ['user:Ann']],
    ['card', ['user:Bob']],
  ]);
});

test('a setting that changes leaves earlier decisions as they were', async () => {
  const suite = newSuite();
  await ask(1);
  const easy = await build(suite, { branch: 'easy' });
  await approve(ann, easy);
  await ask(2);
  expect(await read(ann, easy)).toMatchObject({ conclusion: 'success', awaiting: 0 });
  expect((await read(ann, easy)).results[0]?.approvals).toBeNull();
  const strict = await build(suite, { branch: 'strict', looks: { button: 50, card: 51 } });
  await approve(ann, strict);
  await ask(1);
  expect(await read(ann, strict)).toMatchObject({ conclusion: 'failure', awaiting: 2 });
  await ann.ask('POST', `/diffs/${strict.id}/revoke`, {});
  await approve(ann, strict);
  expect(await read(ann, strict)).toMatchObject({ conclusion: 'success', awaiting: 0 });
  const { body } = await boss.ask<ProjectSettings>('GET', '/settings');
  expect(body.requiredApprovals).toBe(1);
  expect((await boss.ask('POST', '/settings', { requiredApprovals: 3 })).status).toBe(400);
});
