import type { Diff } from '@svc/schema';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { image } from '../testing/image.js';
import { startTestService, type TestService } from '../testing/startTestService.js';
import { isReviewable } from './domain/results/judgeResult.js';
import { ServiceError } from './domain/ServiceError.js';
import { accessProject, type ProjectAccess } from './service/access/ProjectAccess.js';
import { createCapture } from './service/captures/createCapture.js';
import { approveSnapshots } from './service/decisions/approveSnapshots.js';
import { rejectSnapshots } from './service/decisions/rejectSnapshots.js';
import { revokeSnapshots } from './service/decisions/revokeSnapshots.js';
import { createDiff } from './service/diffs/createDiff.js';
import { readDiff } from './service/diffs/readDiff.js';
import { reDiff } from './service/diffs/reDiff.js';
import { storeImage } from './service/images/storeImage.js';
import { completeSession } from './service/sessions/completeSession.js';
import { createSession } from './service/sessions/createSession.js';
import { uploadAndCompare } from './service/sessions/uploadAndCompare.js';
import { ensureProject } from './store/projects/projects.js';
import { computeDiff } from './worker/computeDiff.js';

const looks = [0, 1, 2, 3];
const slots = ['a', 'b', 'c'];
const branches = ['main', 'feature'];
const colors = [0, 255, [0, 255, 0], [0, 0, 255]] as const;

let service: TestService;
let ours: ProjectAccess;
let theirs: ProjectAccess;
let hashes: string[] = [];
const ada = { kind: 'person', via: 'session', id: 'ada', name: 'ada', isOperator: false } as const;
const enter = async (slug: string): Promise<ProjectAccess> =>
  accessProject(await ensureProject(service.resources.database, slug), ada, { role: 'reviewer' });
beforeAll(async () => {
  service = await startTestService();
  ours = await enter('acme/web');
  theirs = await enter('acme/other');
  for (const access of [ours, theirs]) {
    hashes = await Promise.all(
      looks.map(async (look) => (await storeImage(service.resources, access.project.id, encode(look))).hash),
    );
  }
});
afterAll(() => service.stop());

const encode = (look: number, deflateLevel = 9) => image(colors[look] ?? 0, { deflateLevel });

let count = 0;
const next = (what: string) => `${what}${++count}`;

interface Build {
  branch: string;
  images: Record<string, number>;
  complete: boolean;
  autoApprove: boolean;
  exitCode: number;
}

async function build(access: ProjectAccess, suite: string, run: Build): Promise<string> {
  const { resources } = service;
  const commit = next('commit');
  const { branch, autoApprove, complete, exitCode } = run;
  const { sessionId, diffId } = await createSession(resources, access, {
    suite,
    branch,
    commit,
    autoApprove,
    isLocal: false,
  });
  for (const [name, look] of Object.entries(run.images)) {
    const fields = { name, suite, branch, commit, sessionId };
    await uploadAndCompare(resources, access, fields, { hash: hashes[look] ?? '' });
  }
  await completeSession(resources, access, sessionId, { exitCode, complete });
  return diffId;
}

const read = (access: ProjectAccess, diffId: string): Promise<Diff> =>
  readDiff(service.resources, access, diffId);

type Verb = 'approve' | 'reject' | 'revoke' | 'rediff';
interface Decision {
  verb: Verb;
  /** Of the builds so far, by its place. */
  of: number;
  name: string | null;
}

/** A decision as a person makes it: refusals are answers. */
async function decide(
  access: ProjectAccess,
  diffId: string,
  { verb, name }: Omit<Decision, 'of'>,
): Promise<void> {
  const { resources } = service;
  const names = { wanted: name === null ? undefined : [name] };
  try {
    if (verb === 'approve') await approveSnapshots(resources, access, diffId, names);
    if (verb === 'reject') await rejectSnapshots(resources, access, diffId, names);
    if (verb === 'revoke') await revokeSnapshots(resources, access, diffId, names);
    if (verb === 'rediff') {
      await reDiff(resources, access, diffId);
      // The queue runs it too; once is as good as twice.
      await computeDiff(resources, diffId, new AbortController().signal);
    }
  } catch (error) {
    const expected = ['DIFF_STALE', 'DIFF_NOT_READY', 'SNAPSHOT_NOT_IN_DIFF'];
    if (!(error instanceof ServiceError && expected.includes(error.code))) throw error;
  }
}

const entriesOf = (suite: string) =>
  service.resources.database
    .selectFrom('baselineEntries')
    .innerJoin('suites', 'suites.id', 'baselineEntries.suiteId')
    .selectAll('baselineEntries')
    .where('suites.name', '=', suite)
    .where('suites.projectId', '=', ours.project.id)
    .orderBy('baselineEntries.id')
    .execute();

/** What is active by the words of R5: of each branch and slot the newest entry that is not revoked. */
async function activeOf(suite: string): Promise<Record<string, string | null>> {
  const active: Record<string, string | null> = {};
  for (const entry of await entriesOf(suite)) {
    if (entry.revokedSeq === null) active[`${entry.branch} ${entry.name}`] = entry.hash;
  }
  return active;
}

/** What holds between any two actions. */
async function checkInvariants(
  access: ProjectAccess,
  suite: string,
  diffIds: readonly string[],
): Promise<void> {
  const entries = await entriesOf(suite);
  for (const diffId of diffIds) {
    const diff = await read(access, diffId);
    const reviewables = diff.results.filter((result) => isReviewable(result.status));
    const having = (approvalStatus: string) =>
      reviewables.filter((result) => result.approvalStatus === approvalStatus);
    const withStatus = (status: string) => diff.results.filter((result) => result.status === status).length;
    expect(diff.counts).toMatchObject({
      changed: withStatus('changed'),
      new: withStatus('new'),
      removed: withStatus('removed'),
      unchanged: withStatus('unchanged'),
      skipped: withStatus('skipped'),
      pending: having('pending').length,
      approved: having('approved').length,
      rejected: having('rejected').length,
    });
    expect(new Set(diff.results.map((result) => result.name)).size).toBe(diff.results.length);
    if (diff.status !== 'completed') continue;
    const standing = entries.filter((entry) => entry.revokedSeq === null);
    const approved = having('approved').map(({ name, headHash }) => `${name} ${headHash}`);
    // One decision settles the same change in all diffs of the branch (R43): its entry may be that of another one.
    const ofBranch = standing.filter(({ branch }) => branch === diff.branch);
    expect(ofBranch.map(({ name, hash }) => `${name} ${hash}`)).toEqual(expect.arrayContaining(approved));
    expect(approved).toEqual(
      expect.arrayContaining(
        standing.filter((entry) => entry.diffId === diffId).map(({ name, hash }) => `${name} ${hash}`),
      ),
    );
  }
}

const names = fc.option(fc.constantFrom(...slots));
const builds = fc.record({
  branch: fc.constantFrom(...branches),
  images: fc.dictionary(fc.constantFrom(...slots), fc.constantFrom(...looks), { minKeys: 1 }),
  complete: fc.boolean(),
  autoApprove: fc.boolean(),
  exitCode: fc.constant(0),
});
const decisions = fc.record({
  verb: fc.constantFrom<Verb>('approve', 'reject', 'revoke', 'rediff'),
  of: fc.nat(10),
  name: names,
});
const histories = fc.array(fc.oneof(builds, decisions), { minLength: 4, maxLength: 9 });
const runs = { numRuns: 8 };

/** Plays a history, checking after every action. */
async function play(
  access: ProjectAccess,
  suite: string,
  history: readonly (Build | Decision)[],
): Promise<string[]> {
  const diffIds: string[] = [];
  for (const action of history) {
    if ('verb' in action) {
      const diffId = diffIds[action.of % diffIds.length];
      if (diffId) await decide(access, diffId, action);
    } else {
      const before = await carriable(access, suite, action, diffIds);
      const diffId = await build(access, suite, action);
      diffIds.push(diffId);
      checkCarried(before, await read(access, diffId), action);
    }
  }
  return diffIds;
}

interface Carriable {
  /** Slots that the branch or the default branch has a baseline of. */
  based: string[];
  /** By slot, the newest result of the branch where that still needs a decision, with its head. */
  undecided: Map<string, string | null>;
}

async function carriable(
  access: ProjectAccess,
  suite: string,
  { branch }: Build,
  diffIds: readonly string[],
): Promise<Carriable> {
  const active = await activeOf(suite);
  const based = slots.filter(
    (slot) =>
      active[`${branch} ${slot}`] ?? (active[`${branch} ${slot}`] === undefined && active[`main ${slot}`]),
  );
  const undecided = new Map<string, string | null>();
  for (const diffId of diffIds) {
    const diff = await read(access, diffId);
    if (diff.branch !== branch) continue;
    for (const result of diff.results) {
      if (result.status === 'skipped') continue;
      if (result.approvalStatus === 'approved') undecided.delete(result.name);
      else undecided.set(result.name, result.headHash);
    }
  }
  return { based, undecided };
}

function checkCarried({ based, undecided }: Carriable, diff: Diff, { images, complete }: Build): void {
  const results = new Map(diff.results.map((result) => [result.name, result]));
  expect([...results.keys()]).toEqual(expect.arrayContaining([...based, ...Object.keys(images)]));
  if (complete) return;
  for (const [name, head] of undecided) {
    if (name in images) continue;
    const result = results.get(name);
    const isRemembered = result?.baselineSource?.startsWith('approval:') ?? false;
    // It has ended when it is the baseline by now, or when there is nothing left to remove.
    const isOver = head === null ? !based.includes(name) : result?.baselineHash === head;
    if (!isOver && !isRemembered) expect([name, result?.approvalStatus]).not.toEqual([name, 'approved']);
    if (!isOver) expect(result).toBeDefined();
  }
}

const timeout = 120_000;

test(
  'whatever is built and decided, counts are those of the results, promotions those of the approvals, and nothing undecided turns green',
  async () => {
    await fc.assert(
      fc.asyncProperty(histories, async (history) => {
        const suite = next('history ');
        await checkInvariants(ours, suite, await play(ours, suite, history));
      }),
      runs,
    );
  },
  timeout,
);

test(
  'approving and revoking leaves everything as it was, and revocations commute (R6)',
  async () => {
    await fc.assert(
      fc.asyncProperty(builds, builds, fc.boolean(), async (first, second, swapped) => {
        const suite = next('revocations ');
        await build(ours, suite, { ...first, images: { a: 0, b: 0, c: 0 }, autoApprove: true });
        const diffs = [
          await build(ours, suite, { ...first, autoApprove: false }),
          await build(ours, suite, { ...second, autoApprove: false }),
        ];
        const before = await activeOf(suite);
        const states = async () =>
          (await Promise.all(diffs.map((id) => read(ours, id)))).map((diff) =>
            diff.results.map((result) => [result.name, result.status, result.approvalStatus]),
          );
        const statesBefore = await states();
        const wereApproved = statesBefore
          .flat()
          .some(([, status, approval]) => isReviewable(status as 'new') && approval === 'approved');
        fc.pre(!wereApproved);
        for (const id of diffs) await decide(ours, id, { verb: 'approve', name: null });
        for (const id of swapped ? [...diffs].reverse() : diffs)
          await decide(ours, id, { verb: 'revoke', name: null });
        expect(await activeOf(suite)).toEqual(before);
        expect(await states()).toEqual(statesBefore);
      }),
      runs,
    );
  },
  timeout,
);

test(
  'actions at the same moment end as if one had come after the other',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(decisions, { minLength: 4, maxLength: 8 }),
        fc.array(builds, { minLength: 1, maxLength: 2 }),
        async (together, meanwhile) => {
          const suite = next('parallel ');
          const start = { branch: 'main', complete: false, exitCode: 0 };
          await build(ours, suite, { ...start, images: { a: 0, b: 0 }, autoApprove: true });
          const diffIds = await Promise.all(
            [1, 2].map((look) =>
              build(ours, suite, { ...start, images: { a: look, b: look, c: look }, autoApprove: false }),
            ),
          );
          const [more] = await Promise.all([
            Promise.all(meanwhile.map((run) => build(ours, suite, run))),
            ...together.map((one) => decide(ours, diffIds[one.of % 2] ?? '', one)),
          ]);
          const all = [...diffIds, ...more];
          const isSettled = async () =>
            (await Promise.all(all.map((id) => read(ours, id)))).every((diff) => diff.status === 'completed');
          await expect.poll(isSettled, { timeout: 20_000 }).toBe(true);
          await checkInvariants(ours, suite, all);
        },
      ),
      { numRuns: 6 },
    );
  },
  timeout,
);

test('parallel completions answer the same, and leave one check run of the diff and one of the commit (R22, R26)', async () => {
  const { resources } = service;
  const commit = next('commit');
  const suite = next('completions ');
  const { sessionId, diffId } = await createSession(resources, ours, {
    suite,
    branch: 'main',
    commit,
    autoApprove: true,
    isLocal: false,
  });
  await uploadAndCompare(
    resources,
    ours,
    { name: 'a', suite, branch: 'main', commit, sessionId },
    { hash: hashes[1] ?? '' },
  );
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => completeSession(resources, ours, sessionId, { exitCode: 0 })),
  );
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  const rows = await resources.database
    .selectFrom('checkRuns')
    .select(['diffId', 'version'])
    .where('commit', '=', commit)
    .execute();
  expect(rows.map((row) => row.diffId).sort()).toEqual([diffId, null].sort());
  expect(rows.map((row) => row.version)).toEqual([1, 1]);
  expect(await entriesOf(suite)).toHaveLength(1);
});

test('equal pixels are unchanged at any threshold, whatever the file (R2)', async () => {
  const { resources } = service;
  const other = await storeImage(resources, ours.project.id, encode(1, 0));
  expect(other.hash).not.toBe(hashes[1]);
  const suite = next('pixels ');
  const capture = (hash: string, autoBaseline: boolean) =>
    createCapture(resources, ours, {
      suite,
      branch: 'main',
      commit: next('commit'),
      autoApprove: false,
      ephemeral: false,
      isLocal: false,
      autoBaseline,
      complete: false,
      partial: false,
      snapshots: [{ name: 'a', hash }],
    });
  await capture(hashes[1] ?? '', true);
  const headCaptureId = await capture(other.hash, false);
  await fc.assert(
    fc.asyncProperty(
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.boolean(),
      async (threshold, antiAliasing) => {
        const diffId = await createDiff(resources, ours, { suite, headCaptureId, threshold, antiAliasing });
        await computeDiff(resources, diffId, new AbortController().signal);
        const diff = await read(ours, diffId);
        expect(diff.results.map((result) => [result.status, result.diffPercentage])).toEqual([
          ['unchanged', 0],
        ]);
      },
    ),
    { numRuns: 6 },
  );
});

test(
  'nothing that is done in one project changes another, down to the last row',
  async () => {
    const suite = 'shared name';
    await build(theirs, suite, {
      branch: 'main',
      images: { a: 0, b: 1 },
      complete: false,
      autoApprove: true,
      exitCode: 0,
    });
    await build(theirs, suite, {
      branch: 'main',
      images: { a: 1 },
      complete: false,
      autoApprove: false,
      exitCode: 0,
    });
    const tables = [
      'projects',
      'suites',
      'captures',
      'snapshots',
      'diffs',
      'results',
      'baselineEntries',
      'decisions',
      'reviewSessions',
      'reviewSessionSuites',
      'openReviews',
      'checkRuns',
    ] as const;
    const exported = async () => {
      const rows: unknown[] = [];
      for (const table of tables) {
        const all = await service.resources.database.selectFrom(table).selectAll().execute();
        const own = (row: object) =>
          ('projectId' in row ? row.projectId : 'id' in row && row.id) === theirs.project.id;
        rows.push(
          all
            .filter(own)
            .map((row) => JSON.stringify(row))
            .sort(),
        );
      }
      return rows;
    };
    const before = await exported();
    expect(JSON.stringify(before)).toContain('pending');
    await fc.assert(
      fc.asyncProperty(histories, async (history) => {
        await play(ours, suite, history);
        expect(await exported()).toEqual(before);
      }),
      { numRuns: 3 },
    );
  },
  timeout,
);
