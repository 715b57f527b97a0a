import { below, branchOfPullRequest, branchOrTag, type CiRun, type Env } from './CiRun.js';
import { shardOf, withoutShard } from './shards.js';

/** In pull requests `SEMAPHORE_GIT_BRANCH` is the target and `SEMAPHORE_GIT_SHA` the merge into it. */
export function semaphore(env: Env): CiRun | null {
  if (!env.SEMAPHORE) return null;
  const named = env.SEMAPHORE_GIT_SHA || undefined;
  const head = env.SEMAPHORE_GIT_PR_SHA || undefined;
  const branch = env.SEMAPHORE_GIT_PR_BRANCH || undefined;
  return {
    ci: 'semaphore',
    claims: [
      {
        branch: branch
          ? branchOfPullRequest(branch, env.SEMAPHORE_GIT_PR_SLUG, env.SEMAPHORE_GIT_REPO_SLUG)
          : branchOrTag(env.SEMAPHORE_GIT_BRANCH, env.SEMAPHORE_GIT_TAG_NAME),
        commit: head ?? named,
        merge: head && named,
      },
    ],
    baselineRef: branch && env.SEMAPHORE_GIT_BRANCH,
    shard: shardOf(env.SEMAPHORE_JOB_INDEX, env.SEMAPHORE_JOB_COUNT),
    job: withoutShard(env.SEMAPHORE_JOB_NAME),
    run: env.SEMAPHORE_WORKFLOW_ID || undefined,
    url: below(env.SEMAPHORE_ORGANIZATION_URL, 'workflows', env.SEMAPHORE_WORKFLOW_ID),
    pullRequest: env.SEMAPHORE_GIT_PR_NUMBER
      ? { number: env.SEMAPHORE_GIT_PR_NUMBER, title: env.SEMAPHORE_GIT_PR_NAME }
      : undefined,
  };
}
