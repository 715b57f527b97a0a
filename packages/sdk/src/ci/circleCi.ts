import { below, branchOfFork, type CiRun, type Env, pageOnGitHub } from './CiRun.js';
import { shardOf } from './shards.js';

export function circleCi(env: Env): CiRun | null {
  if (!env.CIRCLECI) return null;
  // Of a fork's pull request alone. Its branch is called `pull/7`.
  const owner = env.CIRCLE_PR_USERNAME;
  const branch = env.CIRCLE_BRANCH || undefined;
  return {
    ci: 'circleci',
    claims: [
      {
        branch: branch && owner ? branchOfFork(owner, branch) : branch,
        commit: env.CIRCLE_SHA1 || undefined,
      },
    ],
    shard: shardOf(env.CIRCLE_NODE_INDEX, env.CIRCLE_NODE_TOTAL, 0),
    job: env.CIRCLE_JOB || undefined,
    // A workflow that is run again has another id; the workspace stays.
    run: env.CIRCLE_WORKFLOW_WORKSPACE_ID || env.CIRCLE_WORKFLOW_ID || undefined,
    url: env.CIRCLE_BUILD_URL || undefined,
    commits: below(pageOnGitHub(env.CIRCLE_REPOSITORY_URL), 'commit'),
    pullRequest: env.CIRCLE_PULL_REQUEST
      ? { number: /\d+$/.exec(env.CIRCLE_PULL_REQUEST)?.[0], url: env.CIRCLE_PULL_REQUEST }
      : undefined,
  };
}
