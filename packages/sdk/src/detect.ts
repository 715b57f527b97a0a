import type { CiRun, Claim, Env } from './ci/CiRun.js';
import { baseRefOfCodeHost } from './ci/codeHost.js';
import { targetOfQueue } from './ci/listRuns.js';
import { runsOf } from './ci/runsOf.js';
import { textOf } from './environment/textOf.js';
import { findGitObstacle } from './git/findGitObstacle.js';
import { isBuiltOn } from './git/isBuiltOn.js';
import { runGit } from './git/runGit.js';
import { undoLocalMerge } from './git/undoLocalMerge.js';
import { SvcError } from './SvcError.js';

/** Where detection looks; the process's own environment and directory if absent. */
export interface DetectionContext {
  env?: Env | undefined;
  cwd?: string | undefined;
}

const headOf = (cwd: string) => runGit(cwd, 'rev-parse', '--verify', 'HEAD');
const isFullId = (commit: string | undefined): commit is string =>
  /^[0-9a-f]{40}([0-9a-f]{24})?$/.test(commit ?? '');
const short = (commit: string) => commit.slice(0, 12);

/**
 * The branch: `override`, `SVC_BRANCH`, what CI says, git. That of a pull request of a fork is `owner:branch`.
 * @throws SvcError `BRANCH_NOT_DETECTED` on a detached HEAD without any of them; `CHECKOUT_MISMATCH` where CI describes
 * another commit than the one that is checked out
 */
export async function detectBranch(
  override?: string,
  { env = process.env, cwd = process.cwd() }: DetectionContext = {},
): Promise<string> {
  const named =
    textOf(override) ?? textOf(env.SVC_BRANCH) ?? (await findClaim('branch', runsOf(env), cwd))?.branch;
  if (named) return named;
  // Unlike `rev-parse --abbrev-ref`, it knows a branch before its first commit and one that shares its name with a tag.
  const branch = await runGit(cwd, 'symbolic-ref', '--quiet', 'HEAD');
  if (branch) return branch.replace(/^refs\/heads\//, '');
  const obstacle = await findGitObstacle(cwd);
  const why = obstacle ? `${obstacle.reason}: ${obstacle.advice}, or` : 'HEAD is detached:';
  throw new SvcError({
    code: 'BRANCH_NOT_DETECTED',
    message: `cannot tell the branch, since ${why} pass --branch <name> or set SVC_BRANCH`,
    statusCode: 0,
  });
}

/**
 * The commit: `override`, `SVC_COMMIT`, what CI says, git. In a pull request it is the head of the branch, not the
 * merge commit that CI checks out and that no one else ever sees; {@link detectCheckout} names that one.
 * @throws SvcError `COMMIT_NOT_DETECTED`; `CHECKOUT_MISMATCH` where CI describes another commit than the one that is
 * checked out
 */
export async function detectCommit(
  override?: string,
  { env = process.env, cwd = process.cwd() }: DetectionContext = {},
): Promise<string> {
  const named = textOf(override) ?? textOf(env.SVC_COMMIT);
  if (named) return named;
  const runs = runsOf(env);
  const commit = (await findClaim('commit', runs, cwd))?.commit ?? (await headOf(cwd));
  if (commit) return runs.some((run) => run.mergesLocally) ? undoLocalMerge(commit, cwd) : commit;
  const obstacle = await findGitObstacle(cwd);
  const why = obstacle
    ? `${obstacle.reason}: ${obstacle.advice}, or`
    : 'this git repository has no commits yet: commit your work first, or';
  throw new SvcError({
    code: 'COMMIT_NOT_DETECTED',
    message: `cannot tell the commit, since ${why} pass --commit <sha> or set SVC_COMMIT`,
    statusCode: 0,
  });
}

/**
 * The commit that is checked out, where that is not `commit` itself: CI tests the merge of a pull request into its
 * target. `SVC_CHECKOUT`, git, what CI says; undefined where it is the same, or nothing shows that the two belong together.
 */
export async function detectCheckout(
  commit: string,
  { env = process.env, cwd = process.cwd() }: DetectionContext = {},
): Promise<string | undefined> {
  const given = textOf(env.SVC_CHECKOUT);
  const head = given ?? (await headOf(cwd));
  const claim = runsOf(env)
    .flatMap(({ claims }) => claims)
    .find((one) => one.commit === commit);
  if (!head) return claim?.merge === commit ? undefined : claim?.merge;
  if (head === commit) return undefined;
  if (given || claim?.merge === head) return head;
  return isFullId(commit) && (await isBuiltOn(head, commit, cwd)) ? head : undefined;
}

/** The branch that a pull request or merge queue goes to: what the code host says, `SVC_BASELINE_REF`, other CIs, null. */
export function detectBaselineRef({ env = process.env }: Pick<DetectionContext, 'env'> = {}): string | null {
  return (
    baseRefOfCodeHost(env) ||
    textOf(env.SVC_BASELINE_REF) ||
    runsOf(env).find(({ baselineRef }) => baselineRef)?.baselineRef ||
    targetOfQueue(textOf(env.SVC_BRANCH)) ||
    null
  );
}

/**
 * What the first CI that names the field claims of this checkout.
 * @throws SvcError `CHECKOUT_MISMATCH`
 */
async function findClaim(
  field: 'branch' | 'commit',
  runs: readonly CiRun[],
  cwd: string,
): Promise<Claim | null> {
  const run = runs.find(({ claims }) => claims.some((claim) => claim[field]));
  if (!run) return null;
  const head = await headOf(cwd);
  for (const claim of run.claims) {
    if (head === null ? !claim.needsCheckout : await describes(claim, head, cwd)) return claim;
  }
  throw mismatch(run.claims, head);
}

/** Whether a claim is of this checkout. What is not a full id of a commit is believed. */
async function describes({ commit, merge, isExact }: Claim, head: string, cwd: string): Promise<boolean> {
  if (!isFullId(commit) || head === commit || head === merge) return true;
  if (isExact) return false;
  for (const base of [commit, merge]) {
    if (isFullId(base) && (await isBuiltOn(head, base, cwd))) return true;
  }
  return false;
}

function mismatch([first]: readonly Claim[], head: string | null): SvcError {
  const named = [first?.branch, first?.commit && short(first.commit)].filter(Boolean).join(' at ');
  const checkout = head === null ? 'nothing is checked out here' : `${short(head)} is checked out`;
  return new SvcError({
    code: 'CHECKOUT_MISMATCH',
    message:
      `CI says that this run is for ${named}, but ${checkout}: say which branch and commit are tested with ` +
      '--branch <name> and --commit <sha>, or set SVC_BRANCH and SVC_COMMIT',
    statusCode: 0,
  });
}
