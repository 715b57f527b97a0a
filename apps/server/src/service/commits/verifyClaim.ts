import { CodeHostError } from '../../domain/codeHosts/CodeHostError.js';
import { ServiceError } from '../../domain/ServiceError.js';
import { findCodeHost } from '../../store/codeHosts/codeHosts.js';
import { type Claim, findClaim, saveClaim } from '../../store/commits/claims.js';
import { findDiffs } from '../../store/diffs/diffs.js';
import { findProjectById, type ProjectRow } from '../../store/projects/projects.js';
import { SealBroken } from '../createVault.js';
import { openCodeHost } from '../openCodeHost.js';
import type { Resources } from '../Resources.js';

type AskingResources = Pick<Resources, 'database' | 'codeHosts' | 'vault'>;

/** Milliseconds that a code host may take (R26). */
export const patience = 3_000;
/** Seconds until a host is asked again that said no: a commit may yet reach its branch. */
const doubt = 60;

/** Where a build says that it belongs, and where an approval of it promotes to; null for the branch itself. */
export interface Claimed {
  branch: string | null;
  commit: string | null;
  targetRefs?: readonly string[] | null;
}

/**
 * Asks the code host of a project whether a commit is on the branch that a build claims for it, where that decides about
 * the default branch's baselines (R41). The answer is kept; a host that is down, or cannot tell, says nothing.
 * @param limit milliseconds that this may take
 * @returns false when the host said no
 */
export async function verifyClaim(
  resources: AskingResources,
  project: ProjectRow,
  { branch, commit, targetRefs }: Claimed,
  limit = patience,
): Promise<boolean> {
  if (branch === null || commit === null || !(targetRefs ?? [branch]).includes(project.defaultBranch))
    return true;
  const claim: Claim = { projectId: project.id, branch, commit };
  const known = await findClaim(resources.database, claim);
  if (known && (known.isOnBranch || known.age < doubt)) return known.isOnBranch;
  const answer = await ask(resources, project, claim, limit);
  if (answer === null) return known?.isOnBranch ?? true;
  await saveClaim(resources.database, claim, answer);
  return answer;
}

/**
 * As {@link verifyClaim}, of a diff before it is computed or decided about.
 * @param projectId nothing happens where the diff is not of this project
 */
export async function verifyDiff(
  resources: AskingResources,
  diffId: string,
  projectId?: string,
): Promise<void> {
  const [diff] = await findDiffs(resources.database, [diffId]);
  if (diff?.namespace !== '' || diff.ephemeral) return;
  if (projectId !== undefined && diff.projectId !== projectId) return;
  await verifyClaim(resources, await findProjectById(resources.database, diff.projectId), diff);
}

/** That nothing is promoted to the default branch from a commit that is not on the branch it names. */
export const strayRefusal = (
  { branch, commit }: Pick<Claimed, 'branch' | 'commit'>,
  { defaultBranch }: ProjectRow,
): ServiceError =>
  new ServiceError(
    'FORBIDDEN',
    `The code host says that commit ${commit?.slice(0, 10)} is not on the branch "${branch}", so it sets no baselines of "${defaultBranch}". Capture a commit of that branch.`,
  );

/** Null when the host cannot be asked, or does not know. */
async function ask(
  resources: AskingResources,
  project: ProjectRow,
  { branch, commit }: Claim,
  limit: number,
): Promise<boolean | null> {
  const row = await findCodeHost(resources.database, project.id);
  const isPaused = (row?.pausedUntil?.getTime() ?? 0) > Date.now();
  // A fork's branch is not in the repository of the project.
  if (!row || isPaused || branch.includes(':')) return null;
  const signal = AbortSignal.timeout(limit);
  try {
    const host = await openCodeHost(resources, project, row, signal);
    return (await host.isOnBranch?.(commit, branch, signal)) ?? null;
  } catch (error) {
    if (signal.aborted || error instanceof CodeHostError || error instanceof SealBroken) return null;
    throw error;
  }
}
