import { below, branchOfPullRequest, branchOrTag, type CiRun, type Env } from './CiRun.js';

/** In pull requests `APPVEYOR_REPO_BRANCH` is the target and `APPVEYOR_REPO_COMMIT` the merge into it. */
export function appVeyor(env: Env): CiRun | null {
  if (!env.APPVEYOR) return null;
  const named = env.APPVEYOR_REPO_COMMIT || undefined;
  const head = env.APPVEYOR_PULL_REQUEST_HEAD_COMMIT || undefined;
  const branch = env.APPVEYOR_PULL_REQUEST_HEAD_REPO_BRANCH || undefined;
  return {
    ci: 'appveyor',
    claims: [
      {
        branch: branch
          ? branchOfPullRequest(branch, env.APPVEYOR_PULL_REQUEST_HEAD_REPO_NAME, env.APPVEYOR_REPO_NAME)
          : branchOrTag(env.APPVEYOR_REPO_BRANCH, env.APPVEYOR_REPO_TAG_NAME),
        commit: head ?? named,
        merge: head && named,
      },
    ],
    baselineRef: branch && env.APPVEYOR_REPO_BRANCH,
    job: env.APPVEYOR_JOB_NAME || undefined,
    run: env.APPVEYOR_BUILD_ID || undefined,
    url: below(
      env.APPVEYOR_URL,
      'project',
      env.APPVEYOR_ACCOUNT_NAME,
      env.APPVEYOR_PROJECT_SLUG,
      'builds',
      env.APPVEYOR_BUILD_ID,
    ),
    pullRequest: env.APPVEYOR_PULL_REQUEST_NUMBER
      ? { number: env.APPVEYOR_PULL_REQUEST_NUMBER, title: env.APPVEYOR_PULL_REQUEST_TITLE }
      : undefined,
  };
}
