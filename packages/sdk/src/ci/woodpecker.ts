import { branchOrTag, type CiRun, type Env } from './CiRun.js';

/** In pull requests `CI_COMMIT_BRANCH` is the target. Forks cannot be told. */
export function woodpecker(env: Env): CiRun | null {
  if (env.CI !== 'woodpecker') return null;
  return {
    ci: 'woodpecker',
    claims: [
      {
        branch: env.CI_COMMIT_SOURCE_BRANCH || branchOrTag(env.CI_COMMIT_BRANCH, env.CI_COMMIT_TAG),
        commit: env.CI_COMMIT_SHA || undefined,
      },
    ],
    baselineRef: env.CI_COMMIT_TARGET_BRANCH || undefined,
    job: env.CI_WORKFLOW_NAME || undefined,
    url: env.CI_PIPELINE_URL || undefined,
    pullRequest: env.CI_COMMIT_PULL_REQUEST ? { number: env.CI_COMMIT_PULL_REQUEST } : undefined,
    run: env.CI_PIPELINE_NUMBER && [env.CI_REPO, env.CI_PIPELINE_NUMBER].filter(Boolean).join('/'),
  };
}
