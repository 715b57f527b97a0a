import type { Diff } from '@svc/schema';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type SignedIn, signInAs } from '../../../testing/people/signInAs.js';
import { runParts } from '../../../testing/runParts.js';
import { startTestService, type TestService } from '../../../testing/startTestService.js';
import { judgeOverdue } from './judgeOverdue.js';
import { updateCommitChecks } from './updateCheckRuns.js';

/** More than an approval waits for. */
const buildCount = 8;
const names = ['button', 'card'];

let service: TestService;
let people: SignedIn[];
let projectId: string;
beforeAll(async () => {
  service = await startTestService();
  people = [await signInAs(service, 'Ann', 'reviewer'), await signInAs(service, 'Bob', 'reviewer')];
  const boss = await signInAs(service, 'Boss', 'maintainer');
  expect((await boss.ask('POST', '/settings', { requiredApprovals: 2 })).status).toBe(200);
  const { rows } = await sql<{ id: string }>`select id from projects`.execute(service.resources.database);
  projectId = rows[0]?.id ?? '';
});
afterAll(() => service?.stop());

interface Build {
  commit: string;
  diffId: string;
}

let suites = 0;
let builds: Build[];
beforeEach(async () => {
  builds = await buildAll();
});

/** Builds of a branch that all show the same changes. */
async function buildAll(): Promise<Build[]> {
  const { run } = runParts(service);
  const suite = `suite ${++suites}`;
  const made: Build[] = [];
  for (let number = 0; number < buildCount; number++) {
    const commit = `c0ffee${suites}0${number}`;
    const { diffId } = await run({ suite, branch: suite, commit }, { button: 40, card: 80 });
    made.push({ commit, diffId });
  }
  return made;
}

interface StoredCheck {
  commit: string;
  conclusion: string | null;
  isDue: boolean;
  text: string;
}

async function checks(): Promise<StoredCheck[]> {
  const { rows } = await sql<StoredCheck>`
    select summary.commit, summary.desired->>'conclusion' conclusion, summary.judge_again_at is not null is_due,
      jsonb_build_array(summary.desired, summary.version, own.desired, own.version, own.diff_id, own.event)::text text
    from check_runs summary join check_runs own on own.commit = summary.commit and own.suite_id is not null
    where summary.suite_id is null and summary.commit = any(${builds.map(({ commit }) => commit)}::text[])
    order by summary.commit`.execute(service.resources.database);
  return rows;
}

const decide = (by: number, verb: string, build: number, body: object = {}) =>
  people[by]?.ask('POST', `/diffs/${builds[build]?.diffId}/${verb}`, body);

const conclusionOf = async ({ diffId }: Build) =>
  (await people[0]?.ask<Diff>('GET', `/diffs/${diffId}?fields=summary`))?.body.conclusion;

const due = async () => (await checks()).flatMap(({ isDue }, build) => (isDue ? [build] : []));

test('an approval waits for its own build and the newest ones, the others follow', async () => {
  await decide(0, 'approve', 2);
  expect(await due()).toEqual([0, 1, 3]);
  await decide(1, 'approve', 2);
  const passing = (await checks()).map(({ conclusion }) => conclusion === 'success');
  expect(passing).toEqual([false, false, true, false, true, true, true, true]);
  expect(await due()).toEqual([0, 1, 3]);
  expect(await judgeOverdue(service.resources)).toBe(3);
  expect(await due()).toEqual([]);
  expect((await checks()).every(({ conclusion }) => conclusion === 'success')).toBe(true);
});

test('what takes an approval back is seen in every check at once', async () => {
  await decide(0, 'approve', 2);
  await decide(1, 'approve', 2);
  await judgeOverdue(service.resources);
  await decide(1, 'revoke', 2);
  expect(await due()).toEqual([]);
  expect((await checks()).every(({ conclusion }) => conclusion === 'failure')).toBe(true);
});

test('a check that somebody holds, or that cannot be judged, does not hold up others', async () => {
  const { database } = service.resources;
  await decide(0, 'approve', 7);
  expect(await due()).toEqual([0, 1, 2]);
  const [held, broken] = builds;
  await sql`alter table check_runs add constraint broken
    check (commit <> ${sql.lit(broken?.commit)} or judge_again_at is not null) not valid`.execute(database);
  await database.transaction().execute(async (transaction) => {
    await sql`select from check_runs where commit = ${held?.commit} for update`.execute(transaction);
    await expect(judgeOverdue(service.resources)).rejects.toMatchObject({
      message: expect.stringMatching(/^commit \w+ of project \w+ could not be judged; .* in 30 s$/),
      cause: { message: expect.stringContaining('violates check constraint') },
    });
    // The third one may have come before the broken one.
    await judgeOverdue(service.resources);
    expect(await due()).toEqual([0, 1]);
  });
  expect(await judgeOverdue(service.resources)).toBe(1);
  expect(await due()).toEqual([1]);
  await sql`alter table check_runs drop constraint broken`.execute(database);
  expect(await judgeOverdue(service.resources)).toBe(0);
  await sql`update check_runs set judge_again_at = now() where judge_again_at is not null`.execute(database);
  expect(await judgeOverdue(service.resources)).toBe(1);
});

test('the pauses grow while a commit cannot be judged, and begin again once it can', async () => {
  const { database } = service.resources;
  await decide(0, 'approve', 7);
  const [broken] = builds;
  const isBroken = sql`${sql.lit(broken?.commit)}`;
  const breakIt = () =>
    sql`alter table check_runs add constraint broken
      check (commit <> ${isBroken} or judge_again_at is not null) not valid`.execute(database);
  const mend = () => sql`alter table check_runs drop constraint broken`.execute(database);
  const makeDue = () =>
    sql`update check_runs set judge_again_at = now() where commit = ${broken?.commit} and suite_id is null`.execute(
      database,
    );
  const failed = () =>
    judgeOverdue(service.resources).then(
      () => null,
      ({ message }: Error) => /in (\d+) s$/.exec(message)?.[1],
    );
  await breakIt();
  const pauses: unknown[] = [];
  for (let attempt = 0; attempt < 9; attempt++) {
    await makeDue();
    pauses.push(await failed());
  }
  expect(pauses).toEqual(['30', '60', '120', '240', '480', '960', '1920', '3600', '3600']);
  await mend();
  await makeDue();
  expect(await failed()).toBe(null);
  await breakIt();
  await makeDue();
  expect(await failed()).toBe('30');
  await mend();
});

const step = fc.record({
  by: fc.nat(1),
  verb: fc.constantFrom('approve', 'approve', 'approve', 'reject', 'revoke'),
  build: fc.nat(buildCount - 1),
  snapshots: fc.option(fc.subarray(names, { minLength: 1 }), { nil: undefined }),
  isJudged: fc.boolean(),
});

test('in the end, checks are what judging everything at once would make of them, and none passes before', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 8 }), async (steps) => {
      builds = await buildAll();
      const { database } = service.resources;
      for (const { by, verb, build, snapshots, isJudged } of steps) {
        expect((await decide(by, verb, build, { snapshots }))?.status).toBe(200);
        if (isJudged) await judgeOverdue(service.resources);
        const conclusions = await Promise.all(builds.map(conclusionOf));
        for (const [index, { conclusion, isDue }] of (await checks()).entries()) {
          if (conclusion === 'success' || !isDue) expect(conclusion).toBe(conclusions[index]);
        }
      }
      await judgeOverdue(service.resources);
      const settled = await checks();
      await database.transaction().execute(async (transaction) => {
        for (const { commit } of builds) await updateCommitChecks(transaction, projectId, commit);
      });
      expect(settled).toEqual(await checks());
    }),
    { numRuns: Number(process.env.RUNS ?? 4) },
  );
}, 120_000);
