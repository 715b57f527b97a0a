import { below, type CiRun, type Env } from './CiRun.js';
import { shardOf } from './shards.js';

/** Pull requests of forks run in the fork. What is checked out for a pull request is merged with its target. */
export function bitbucket(env: Env): CiRun | null {
  if (!env.BITBUCKET_BUILD_NUMBER) return null;
  return {
    ci: 'bitbucket',
    claims: [{ branch: env.BITBUCKET_BRANCH || undefined, commit: env.BITBUCKET_COMMIT || undefined }],
    baselineRef: env.BITBUCKET_PR_DESTINATION_BRANCH || undefined,
    shard: shardOf(env.BITBUCKET_PARALLEL_STEP, env.BITBUCKET_PARALLEL_STEP_COUNT, 0),
    run: env.BITBUCKET_PIPELINE_UUID || env.BITBUCKET_BUILD_NUMBER,
    url: below(env.BITBUCKET_GIT_HTTP_ORIGIN, 'pipelines/results', env.BITBUCKET_BUILD_NUMBER),
    commits: below(env.BITBUCKET_GIT_HTTP_ORIGIN, 'commits'),
    pullRequest: env.BITBUCKET_PR_ID
      ? {
          number: env.BITBUCKET_PR_ID,
          url: below(env.BITBUCKET_GIT_HTTP_ORIGIN, 'pull-requests', env.BITBUCKET_PR_ID),
        }
      : undefined,
  };
}
