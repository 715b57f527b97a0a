import type { Env } from '../ci/CiRun.js';
import { detectBaselineRef, detectBranch, detectCheckout, detectCommit } from '../detect.js';
import { detectPart, type PartOptions, type RunPart } from '../detectPart.js';
import { defaultApiUrl } from '../SvcClientOptions.js';
import { readVariables, type SvcVariables } from './readVariables.js';

/** Everything that a run knows of itself. */
export interface EnvironmentSession extends SvcVariables, RunPart {
  apiUrl: string;
  /** That of a pull request of a fork is `owner:branch`. */
  branch: string;
  /** Head of the branch. */
  commit: string;
  /** What is checked out, where CI tests a merge of the pull request. */
  checkout: string | undefined;
  /** The branch that a pull request goes to. */
  baselineRef: string | undefined;
}

/** What comes before the environment, such as flags of a command line, and where to look. */
export interface SessionOptions extends PartOptions {
  branch?: string | undefined;
  commit?: string | undefined;
  baselineRef?: string | undefined;
  /** The process's own directory if absent. */
  cwd?: string | undefined;
}

/**
 * What a run knows of itself, for plugins of test runners: from the variables `SVC_*`, then from CI, then from git.
 * Service and session are those of `svc run` or `svc local` where one of them runs the command.
 * @throws SvcError `BRANCH_NOT_DETECTED`, `COMMIT_NOT_DETECTED`, `CHECKOUT_MISMATCH`; `VALIDATION_ERROR` for a shard
 * that is none
 */
export async function sessionFromEnvironment(
  env: Env = process.env,
  { branch, commit, baselineRef, cwd = process.cwd(), ...part }: SessionOptions = {},
): Promise<EnvironmentSession> {
  const context = { env, cwd };
  const variables = readVariables(env);
  const head = await detectCommit(commit, context);
  return {
    ...variables,
    apiUrl: variables.apiUrl ?? defaultApiUrl,
    branch: await detectBranch(branch, context),
    commit: head,
    checkout: await detectCheckout(head, context),
    baselineRef: baselineRef ?? detectBaselineRef({ env }) ?? undefined,
    ...detectPart(env, part),
  };
}
