import { below, branchOfFork, branchOrTag, type CiRun, type Env, ownerOf } from './CiRun.js';
import { shardOf, withoutShard } from './shards.js';

/** CIs that set some of the variables of GitLab, with another meaning. */
const isOther = (env: Env) => Boolean(env.GITHUB_ACTIONS || env.HEROKU_TEST_RUN_ID || env.CIRRUS_CI);

/** Of a matrix, whose jobs are called `test: [firefox]`: they count as jobs, not as shards. */
const isOfMatrix = (env: Env) => /: \[.*\]$/.test(env.CI_JOB_NAME ?? '');

const branchOf = (env: Env) => {
  const branch =
    branchOrTag(env.CI_COMMIT_REF_NAME, env.CI_COMMIT_TAG) || env.CI_MERGE_REQUEST_SOURCE_BRANCH_NAME;
  const source = env.CI_MERGE_REQUEST_SOURCE_PROJECT_ID;
  const target = env.CI_MERGE_REQUEST_PROJECT_ID || env.CI_PROJECT_ID;
  const isFork = source && target && source !== target;
  return branch && isFork
    ? branchOfFork(ownerOf(env.CI_MERGE_REQUEST_SOURCE_PROJECT_PATH ?? ''), branch)
    : branch;
};

const pagesOf = (env: Env): Pick<CiRun, 'url' | 'commits' | 'pullRequest'> => ({
  url: env.CI_JOB_URL || env.CI_PIPELINE_URL || undefined,
  commits: below(env.CI_MERGE_REQUEST_SOURCE_PROJECT_URL || env.CI_PROJECT_URL, '-/commit'),
  pullRequest: env.CI_MERGE_REQUEST_IID
    ? {
        number: env.CI_MERGE_REQUEST_IID,
        title: env.CI_MERGE_REQUEST_TITLE,
        url: below(
          env.CI_MERGE_REQUEST_PROJECT_URL || env.CI_PROJECT_URL,
          '-/merge_requests',
          env.CI_MERGE_REQUEST_IID,
        ),
      }
    : undefined,
});

export function gitlab(env: Env): CiRun {
  const named = env.CI_COMMIT_SHA || undefined;
  // Empty except where GitLab merged the target into it, as it also does in merge trains.
  const head = env.CI_MERGE_REQUEST_SOURCE_BRANCH_SHA || undefined;
  const part =
    env.GITLAB_CI || !isOther(env)
      ? {
          shard: isOfMatrix(env) ? undefined : shardOf(env.CI_NODE_INDEX, env.CI_NODE_TOTAL),
          job: withoutShard(env.CI_JOB_NAME),
          run: env.CI_PIPELINE_ID || undefined,
          ...pagesOf(env),
        }
      : {};
  return {
    ci: 'gitlab',
    claims: [{ branch: branchOf(env), commit: head ?? named, merge: head && named }],
    baselineRef:
      env.CI_MERGE_REQUEST_TARGET_BRANCH_NAME || env.CI_EXTERNAL_PULL_REQUEST_TARGET_BRANCH_NAME || undefined,
    ...part,
  };
}
