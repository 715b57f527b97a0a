import { readFileSync } from 'node:fs';
import { type CiEnvironment, type Env, withoutHeads } from './ci/CiEnvironment.js';
import { codeHost } from './ci/codeHost.js';
import { gitlab } from './ci/gitlab.js';
import { jenkins } from './ci/jenkins.js';
import { otherCi } from './ci/otherCi.js';
import { runGit } from './git/runGit.js';
import { SvcError } from './SvcError.js';

/** Where detection looks; the process's own environment and directory if absent. */
export interface DetectionContext {
  env?: Env | undefined;
  cwd?: string | undefined;
}

const services: CiEnvironment[] = [codeHost, gitlab, jenkins, otherCi];

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

const firstOf = (find: (service: CiEnvironment) => string | undefined) => {
  for (const service of services) {
    const found = find(service);
    if (found) return found;
  }
  return undefined;
};

/**
 * The branch: `override`, `SVC_BRANCH`, what CI says, git.
 * @throws SvcError `BRANCH_NOT_DETECTED`, on a detached HEAD without any of them
 */
export async function detectBranch(
  override?: string,
  { env = process.env, cwd = process.cwd() }: DetectionContext = {},
): Promise<string> {
  const named = override || env.SVC_BRANCH || firstOf((service) => service.branch(env));
  if (named) return named;
  // Unlike `rev-parse --abbrev-ref`, it knows a branch before its first commit and one that shares its name with a tag.
  const branch = withoutHeads((await runGit(cwd, 'symbolic-ref', '--quiet', 'HEAD')) ?? undefined);
  if (branch) return branch;
  const isRepository = (await runGit(cwd, 'rev-parse', '--git-dir')) !== null;
  const why = isRepository ? 'HEAD is detached' : 'this is no git repository';
  throw new SvcError({
    code: 'BRANCH_NOT_DETECTED',
    message: `cannot tell the branch, since ${why}: pass --branch <name> or set SVC_BRANCH`,
    statusCode: 0,
  });
}

/**
 * The commit: `override`, `SVC_COMMIT`, what CI says, git. In a pull request it is the head of the branch, not the
 * merge commit that CI checks out and that no one else ever sees.
 * @throws SvcError `COMMIT_NOT_DETECTED`
 */
export async function detectCommit(
  override?: string,
  { env = process.env, cwd = process.cwd() }: DetectionContext = {},
): Promise<string> {
  const named = override || env.SVC_COMMIT || firstOf((service) => service.commit(env, readText));
  if (named) return named;
  const commit = await runGit(cwd, 'rev-parse', '--verify', 'HEAD');
  if (commit) return commit;
  throw new SvcError({
    code: 'COMMIT_NOT_DETECTED',
    message:
      'cannot tell the commit, since this is no git repository with a commit: pass --commit <sha> or set SVC_COMMIT',
    statusCode: 0,
  });
}

/** The branch that a pull request goes to: what the code host says, `SVC_BASELINE_REF`, other CIs, null. */
export function detectBaselineRef({ env = process.env }: Pick<DetectionContext, 'env'> = {}): string | null {
  return (
    codeHost.baselineRef(env) ||
    env.SVC_BASELINE_REF ||
    firstOf((service) => service.baselineRef(env)) ||
    null
  );
}
