import envCi from 'env-ci';
import type { CiRun, Env } from './CiRun.js';

/** Systems that have modules of their own here. */
const known = new Set([
  'appveyor',
  'azurePipelines',
  'bitbucket',
  'buildkite',
  'circleci',
  'drone',
  'github',
  'gitlab',
  'jenkins',
  'semaphore',
  'travis',
  'woodpecker',
]);

/** A folder that does not exist. For some systems env-ci asks git, synchronously; detection does so itself, last. */
const nowhere = '/svc/no/repository';

/** The run of a CI system that only env-ci knows, such as Bitrise, Cirrus, Codefresh, Netlify, TeamCity or Vercel. */
export function otherCi(env: Env): CiRun | null {
  try {
    const { service, isPr, pr, branch, prBranch, commit, build, buildUrl } = envCi({ env, cwd: nowhere });
    if (!service || known.has(service)) return null;
    return {
      ci: service,
      claims: [{ branch: (isPr ? prBranch : branch) || undefined, commit: commit || undefined }],
      // Without a branch of its own, what env-ci names is not reliably where the pull request goes to.
      baselineRef: (isPr && prBranch && branch) || undefined,
      run: build ? String(build) : undefined,
      url: buildUrl || undefined,
      pullRequest: isPr && pr ? { number: String(pr) } : undefined,
    };
  } catch {
    // It throws where a system leaves out a variable.
    return null;
  }
}
