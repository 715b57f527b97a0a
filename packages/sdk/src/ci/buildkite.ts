import {
  below,
  branchOfPullRequest,
  branchOrTag,
  type CiRun,
  type Env,
  pageOnGitHub,
  slugOf,
} from './CiRun.js';
import { shardOf, withoutShard } from './shards.js';

export function buildkite(env: Env): CiRun | null {
  if (!env.BUILDKITE) return null;
  const isPullRequest = Boolean(env.BUILDKITE_PULL_REQUEST) && env.BUILDKITE_PULL_REQUEST !== 'false';
  const branch = branchOrTag(env.BUILDKITE_BRANCH, env.BUILDKITE_TAG);
  return {
    ci: 'buildkite',
    claims: [
      {
        branch: isPullRequest
          ? branchOfPullRequest(branch, slugOf(env.BUILDKITE_PULL_REQUEST_REPO), slugOf(env.BUILDKITE_REPO))
          : branch,
        // A build that was started by hand says `HEAD` until the agent has checked it out.
        commit: env.BUILDKITE_COMMIT === 'HEAD' ? undefined : env.BUILDKITE_COMMIT || undefined,
      },
    ],
    baselineRef:
      (isPullRequest && env.BUILDKITE_PULL_REQUEST_BASE_BRANCH) ||
      env.BUILDKITE_MERGE_QUEUE_BASE_BRANCH ||
      undefined,
    shard: shardOf(env.BUILDKITE_PARALLEL_JOB, env.BUILDKITE_PARALLEL_JOB_COUNT, 0),
    job: env.BUILDKITE_STEP_KEY || withoutShard(env.BUILDKITE_LABEL),
    run: env.BUILDKITE_BUILD_ID || undefined,
    url: env.BUILDKITE_BUILD_URL && [env.BUILDKITE_BUILD_URL, env.BUILDKITE_JOB_ID].filter(Boolean).join('#'),
    commits: below(pageOnGitHub(env.BUILDKITE_REPO), 'commit'),
    pullRequest: isPullRequest
      ? {
          number: env.BUILDKITE_PULL_REQUEST,
          url: below(pageOnGitHub(env.BUILDKITE_REPO), 'pull', env.BUILDKITE_PULL_REQUEST),
        }
      : undefined,
  };
}
