import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { image } from '../../../testing/image.js';
import { startTestService, type TestService } from '../../../testing/startTestService.js';
import { isReviewable } from '../../domain/results/judgeResult.js';
import { ServiceError } from '../../domain/ServiceError.js';
import { changeProject, ensureProject, findProjectById } from '../../store/projects/projects.js';
import { accessProject, type ProjectAccess } from '../access/ProjectAccess.js';
import { readDiff } from '../diffs/readDiff.js';
import { storeImage } from '../images/storeImage.js';
import { completeSession } from '../sessions/completeSession.js';
import { createSession } from '../sessions/createSession.js';
import { uploadAndCompare } from '../sessions/uploadAndCompare.js';
import { approveSnapshots } from './approveSnapshots.js';
import { rejectSnapshots } from './rejectSnapshots.js';
import { revokeSnapshots } from './revokeSnapshots.js';

const names = ['a', 'b'];
const people = ['ann', 'bob', 'cy'];
const branches = ['one', 'two'];
const decide = { approve: approveSnapshots, reject: rejectSnapshots, revoke: revokeSnapshots };

let service: TestService;
let hashes: string[] = [];
beforeAll(async () => {
  service = await startTestService();
  const project = await ensureProject(service.resources.database, 'acme/web');
  hashes = await Promise.all(
    [10, 90, 170].map(async (look) => (await storeImage(service.resources, project.id, image(look))).hash),
  );
});
afterAll(() => service?.stop());

const enter = async (name: string): Promise<ProjectAccess> =>
  accessProject(
    await ensureProject(service.resources.database, 'acme/web'),
    name === 'github'
      ? { kind: 'service', actor: 'github:ann' }
      : { kind: 'person', via: 'session', id: name, name, isOperator: false },
    { role: 'reviewer' },
  );

async function setRequired(requiredApprovals: number): Promise<void> {
  const { database } = service.resources;
  const { id } = await ensureProject(database, 'acme/web');
  await changeProject(database, id, { ...(await findProjectById(database, id)), requiredApprovals });
}

let count = 0;
const next = (what: string) => `${what}${++count}`;

type Build = { branch: string; looks: (number | null)[]; isAutomatic: boolean };

async function build(suite: string, { branch, looks, isAutomatic }: Build, history: string[]) {
  const { resources } = service;
  const access = await enter('ann');
  const commit = next('commit');
  const { sessionId, diffId } = await createSession(resources, access, {
    suite,
    branch,
    commit,
    history: [commit, ...history],
    autoApprove: isAutomatic,
    isLocal: false,
  });
  for (const [index, name] of names.entries()) {
    const look = looks[index] ?? null;
    if (look === null) continue;
    const fields = { name, suite, branch, commit, sessionId };
    await uploadAndCompare(resources, access, fields, { hash: hashes[look] ?? '' });
  }
  await completeSession(resources, access, sessionId, { exitCode: 0 });
  return { diffId, commit, branch };
}

/** Which decision each result shows, and of an unchanged one that of the baseline of its own branch. */
async function decisionsOf(diffId: string): Promise<Map<string, number>> {
  const { rows } = await sql<{ name: string; decisionId: number | null }>`
    select results.name, case when results.status in ('unchanged', 'skipped') then (
        select entry.decision_id from baseline_entries entry join captures on captures.id = diffs.head_capture_id
        join decisions on decisions.id = entry.decision_id and decisions.revoked_at is null
        where entry.id = results.base_entry_id and entry.revoked_seq is null
          and captures.branch in (entry.branch, decisions.branch)
      ) else results.decision_id end decision_id
    from results join diffs on diffs.id = results.diff_id where diff_id = ${diffId}`.execute(
    service.resources.database,
  );
  return new Map(rows.flatMap(({ name, decisionId }) => (decisionId === null ? [] : [[name, decisionId]])));
}

type Step =
  | { kind: 'build'; build: Build }
  | { kind: 'require'; number: number }
  | { kind: 'decide'; who: string; verb: keyof typeof decide; build: number; wanted: string[] | undefined };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('build' as const),
      build: fc.record({
        branch: fc.constantFrom(...branches),
        looks: fc
          .array(fc.constantFrom(0, 1, 2, null), { minLength: 2, maxLength: 2 })
          .filter((looks) => looks.some((look) => look !== null)),
        isAutomatic: fc.integer({ min: 0, max: 7 }).map((number) => number === 0),
      }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('require' as const), number: fc.constantFrom(1, 2) }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('decide' as const),
      who: fc.constantFrom(...people, ...people, 'github'),
      verb: fc.constantFrom(...(['approve', 'approve', 'approve', 'reject', 'revoke'] as const)),
      build: fc.nat(3),
      wanted: fc.option(fc.subarray(names, { minLength: 1 }), { nil: undefined }),
    }),
  },
);

test('a check is green exactly if as many people approved each change as were asked for', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 12 }), async (steps) => {
      const suite = next('suite');
      const builds: Awaited<ReturnType<typeof build>>[] = [];
      // What the service must have counted: of each decision how many it needs, and who made it.
      const known = new Map<number, { required: number; by: Set<string> }>();
      let required = 2;
      await setRequired(required);
      const learn = async (diffId: string, by: string[]) => {
        for (const id of (await decisionsOf(diffId)).values())
          if (!known.has(id)) known.set(id, { required, by: new Set(by) });
      };
      const newest = (branch: string) => builds.filter((one) => one.branch === branch).reverse();

      for (const one of [
        { kind: 'build', build: { branch: 'one', looks: [0, 1], isAutomatic: false } },
        ...steps,
      ] as Step[]) {
        if (one.kind === 'require') {
          required = one.number;
          await setRequired(required);
        } else if (one.kind === 'build') {
          const { branch } = one.build;
          const made = await build(
            suite,
            one.build,
            newest(branch).map(({ commit }) => commit),
          );
          builds.push(made);
          await learn(made.diffId, []);
        } else {
          const access = await enter(one.who);
          const { diffId } = builds.at(-1 - (one.build % builds.length)) ?? { diffId: '' };
          const before = await readDiff(service.resources, access, diffId);
          const shown = await decisionsOf(diffId);
          const wanted = one.wanted?.filter((name) => before.results.some((result) => result.name === name));
          if (wanted?.length === 0) continue;
          const isRefused = await decide[one.verb](service.resources, access, diffId, { wanted }).then(
            () => false,
            (error: unknown) => {
              if (!(error instanceof ServiceError)) throw error;
              return true;
            },
          );
          if (isRefused) continue;
          const isPerson = one.who !== 'github';
          if (one.verb === 'approve') {
            for (const { name, status, approvalStatus } of before.results) {
              const id = shown.get(name);
              const isNamed = wanted === undefined || wanted.includes(name);
              if (
                isPerson &&
                isNamed &&
                isReviewable(status) &&
                approvalStatus === 'approved' &&
                id !== undefined
              )
                known.get(id)?.by.add(one.who);
            }
            await learn(diffId, isPerson ? [one.who] : []);
          } else await learn(diffId, []);
        }
        await verify();
      }

      async function verify(): Promise<void> {
        const access = await enter('cy');
        for (const { diffId, commit } of builds) {
          const diff = await readDiff(service.resources, access, diffId);
          if (diff.status !== 'completed') continue;
          const shown = await decisionsOf(diffId);
          const isEnough = (name: string) => {
            const decision = known.get(shown.get(name) ?? -1);
            return !decision || decision.required === 1 || decision.by.size >= decision.required;
          };
          const open = diff.results.filter(
            ({ name, approvalStatus }) => approvalStatus === 'approved' && !isEnough(name),
          );
          const isGreen =
            open.length === 0 && diff.results.every(({ approvalStatus }) => approvalStatus === 'approved');
          expect({ diffId, awaiting: diff.awaiting, conclusion: diff.conclusion }).toEqual({
            diffId,
            awaiting: open.length,
            conclusion: isGreen ? 'success' : 'failure',
          });
          const { rows } = await sql<{ conclusion: string | null }>`
            select desired->>'conclusion' conclusion from check_runs
            where commit = ${commit} and suite_id is not null`.execute(service.resources.database);
          expect({ commit, check: rows[0]?.conclusion }).toEqual({ commit, check: diff.conclusion });
        }
      }
    }),
    { numRuns: Number(process.env.RUNS ?? 10) },
  );
}, 120_000);
