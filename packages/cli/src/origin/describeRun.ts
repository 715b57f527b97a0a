import {
  detectBaselineRef,
  detectBranch,
  detectCheckout,
  detectCiPages,
  detectCommit,
  detectPart,
  type RunPart,
  SvcError,
} from '@svc/sdk';
import type { Context } from '../Context.js';

/** Flags that come before what the environment says of a run. */
export interface RunFlags {
  branch?: string;
  commit?: string;
  shard?: string;
}

/** What is known of a run; nothing of branch and commit where there is neither CI nor git. */
export interface RunOrigin extends RunPart {
  branch: string | undefined;
  commit: string | undefined;
  /** What is checked out, where that is not the commit. */
  checkout: string | undefined;
  baselineRef: string | undefined;
  /** Pages to link to. */
  ci: ReturnType<typeof detectCiPages>;
}

const isUnknown = (error: unknown) =>
  error instanceof SvcError && ['BRANCH_NOT_DETECTED', 'COMMIT_NOT_DETECTED'].includes(error.code);

const ifKnown = (detection: Promise<string>): Promise<string | undefined> =>
  detection.catch((error) => {
    if (isUnknown(error)) return undefined;
    throw error;
  });

/**
 * @param command a command line that may name its shard
 * @throws SvcError `CHECKOUT_MISMATCH`, `VALIDATION_ERROR`
 */
export async function describeRun(
  { branch, commit, shard }: RunFlags,
  command: readonly string[],
  { env, cwd }: Context,
): Promise<RunOrigin> {
  const head = await ifKnown(detectCommit(commit, { env, cwd }));
  return {
    branch: await ifKnown(detectBranch(branch, { env, cwd })),
    commit: head,
    checkout: head && (await detectCheckout(head, { env, cwd })),
    baselineRef: detectBaselineRef({ env }) ?? undefined,
    ...detectPart(env, { shard, command }),
    ci: head === undefined ? undefined : detectCiPages(env, head),
  };
}

/**
 * The variables by which a command learns of the run that it is part of. Branch and commit are those that were given:
 * it may check out something else and detect that.
 */
export const variablesOf = (
  { checkout, shard, job, runKey }: RunOrigin,
  { branch, commit }: RunFlags,
): Record<string, string> => ({
  ...(branch ? { SVC_BRANCH: branch } : {}),
  ...(commit ? { SVC_COMMIT: commit } : {}),
  ...(checkout ? { SVC_CHECKOUT: checkout } : {}),
  ...(shard ? { SVC_SHARD: shard } : {}),
  ...(job ? { SVC_JOB: job } : {}),
  ...(runKey ? { SVC_RUN_KEY: runKey } : {}),
});
