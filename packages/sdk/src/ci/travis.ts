import { branchOfPullRequest, branchOrTag, type CiRun, type Env } from './CiRun.js';

/** In pull requests `TRAVIS_BRANCH` is the target and `TRAVIS_COMMIT` the merge into it. */
export function travis(env: Env): CiRun | null {
  if (!env.TRAVIS) return null;
  const named = env.TRAVIS_COMMIT || undefined;
  const head = env.TRAVIS_PULL_REQUEST_SHA || undefined;
  const branch = env.TRAVIS_PULL_REQUEST_BRANCH || undefined;
  return {
    ci: 'travis',
    claims: [
      {
        branch: branch
          ? branchOfPullRequest(branch, env.TRAVIS_PULL_REQUEST_SLUG, env.TRAVIS_REPO_SLUG)
          : branchOrTag(env.TRAVIS_BRANCH, env.TRAVIS_TAG),
        commit: head ?? named,
        merge: head && named,
      },
    ],
    baselineRef: branch && env.TRAVIS_BRANCH,
    job: env.TRAVIS_JOB_NAME || undefined,
    run: env.TRAVIS_BUILD_ID || undefined,
    url: env.TRAVIS_JOB_WEB_URL || env.TRAVIS_BUILD_WEB_URL || undefined,
    pullRequest:
      env.TRAVIS_PULL_REQUEST && env.TRAVIS_PULL_REQUEST !== 'false'
        ? { number: env.TRAVIS_PULL_REQUEST }
        : undefined,
  };
}
