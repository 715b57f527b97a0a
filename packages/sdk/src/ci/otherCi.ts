import envCi from 'env-ci';
import type { CiEnvironment, Env } from './CiEnvironment.js';

/** Systems that have modules of their own here. */
const known = ['github', 'gitlab', 'jenkins'];

/** The head of a pull request, by system, where env-ci names the merge commit that no one else ever sees. */
const headCommits: Readonly<Record<string, string>> = {
  appveyor: 'APPVEYOR_PULL_REQUEST_HEAD_COMMIT',
  azurePipelines: 'SYSTEM_PULLREQUEST_SOURCECOMMITID',
  semaphore: 'SEMAPHORE_GIT_PR_SHA',
  travis: 'TRAVIS_PULL_REQUEST_SHA',
};

/** A folder that does not exist. For some systems env-ci asks git, synchronously; detection does so itself, last. */
const nowhere = '/svc/no/repository';

/** The run of a CI system that env-ci knows; null elsewhere. */
function runOf(env: Env) {
  try {
    const run = envCi({ env, cwd: nowhere });
    return run.service && !known.includes(run.service) ? { ...run, service: run.service } : null;
  } catch {
    // It throws where a system leaves out a variable.
    return null;
  }
}

/** The CI systems that env-ci knows: Azure Pipelines, Bitbucket, Buildkite, CircleCI, Drone, Semaphore, Travis and others. */
export const otherCi: CiEnvironment = {
  branch: (env) => {
    const run = runOf(env);
    return (run?.isPr ? run.prBranch : run?.branch) || undefined;
  },
  commit: (env) => {
    const run = runOf(env);
    if (!run) return undefined;
    const commit = env[headCommits[run.service] ?? ''] || run.commit;
    // A build of Buildkite that was started by hand says `HEAD` until the agent has checked it out.
    return commit && commit !== 'HEAD' ? commit : undefined;
  },
  baselineRef: (env) => {
    const run = runOf(env);
    if (run?.service === 'bitbucket') return env.BITBUCKET_PR_DESTINATION_BRANCH;
    // Without a branch of its own, what env-ci names is not reliably where the pull request goes to.
    return (run?.isPr && run.prBranch && run.branch) || undefined;
  },
};
