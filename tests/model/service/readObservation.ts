import type { BaselineList, Diff, DiffResult } from '@svc/schema';
import type { CheckRunState } from '../../../apps/server/src/domain/checks/describeCheckRun.js';
import type { ProjectRow } from '../../../apps/server/src/store/projects/projects.js';
import type { TestService } from '../../../apps/server/testing/startTestService.js';
import type { Observation, ObservedBuild, ObservedResult } from '../Observation.js';
import type { Verdict } from '../oracle/judgeCommit.js';
import { lookOf } from './looks.js';

/** The suite of every history. */
export const suite = 'model';

export interface ShownBuild {
  diffId: string;
  commit: string;
  isEphemeral: boolean;
  isCompleted: boolean;
  /** Its rows were removed. */
  isForgotten: boolean;
}

interface Source {
  service: TestService;
  project: ProjectRow;
  apiKey: string;
}

/** Reads everything that can be seen of a history, whose builds are given by label. */
export async function readObservation(
  source: Source,
  builds: ReadonlyMap<string, ShownBuild>,
): Promise<Observation> {
  const ended = [...builds].filter(([, build]) => build.isCompleted && !build.isEphemeral);
  const shown = ended.filter(([, build]) => !build.isForgotten);
  const diffs: [string, ObservedBuild][] = [];
  for (const [label, { diffId }] of shown) {
    const diff = await get<Diff>(source, `/api/v1/diffs/${diffId}`);
    const results = diff.results.map((result) => [result.name, readResult(result)] as const);
    diffs.push([label, { conclusion: diff.conclusion, results: Object.fromEntries(results) }]);
  }
  const commits = shown.map(([, { commit }]) => commit);
  return {
    builds: Object.fromEntries(diffs),
    baselines: ended.length > 0 ? await readBaselines(source) : {},
    checks: await readChecks(source, commits),
  };
}

async function get<Body>({ service, apiKey }: Source, path: string): Promise<Body> {
  const { status, body } = await service.ask<Body>('GET', path, undefined, apiKey);
  if (status !== 200) throw new Error(`GET ${path}: ${status} ${JSON.stringify(body)}`);
  return body;
}

function readResult(result: DiffResult): ObservedResult {
  const { baseline } = result as DiffResult & {
    baseline?: Pick<ObservedResult, 'reason' | 'ref' | 'commit'>;
  };
  return {
    status: result.status,
    approval: result.approvalStatus,
    base: result.baselineHash === null ? null : lookOf(result.baselineHash),
    head: result.headHash === null ? null : lookOf(result.headHash),
    reason: baseline?.reason ?? 'first-of-branch',
    ref: baseline?.ref ?? null,
    commit: baseline?.commit ?? null,
  };
}

async function readBaselines(source: Source): Promise<Observation['baselines']> {
  const query = new URLSearchParams({ suite, limit: '500' });
  const { baselines } = await get<BaselineList>(source, `/api/v1/baselines?${query}`);
  const byBranch: Record<string, Record<string, string>> = {};
  for (const { branch, name, hash } of baselines) {
    byBranch[branch] = { ...byBranch[branch], [name]: lookOf(hash) };
  }
  return byBranch;
}

/** What the check of each commit says, as it is to be delivered to a code host. */
async function readChecks(
  { service, project }: Source,
  commits: readonly string[],
): Promise<Observation['checks']> {
  const rows = await service.resources.database
    .selectFrom('checkRuns')
    .select(['commit', 'desired'])
    .where('projectId', '=', project.id)
    .where('suiteId', 'is', null)
    .execute();
  const known = new Map(rows.map((row) => [row.commit, verdictOf(row.desired)]));
  return Object.fromEntries(commits.map((commit) => [commit, known.get(commit) ?? 'none']));
}

/** A check run that was made and not judged yet is empty. */
function verdictOf(desired: CheckRunState | Record<string, never>): Verdict | 'none' {
  if (!('status' in desired)) return 'none';
  if (desired.status === 'in_progress') return 'in progress';
  return desired.conclusion ?? 'inconclusive';
}
