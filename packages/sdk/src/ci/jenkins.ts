import { below, branchOfFork, branchOrTag, type CiRun, type Env, pageOnGitHub } from './CiRun.js';

/** Its variables have general names, which other tools and images set as well. */
const isJenkins = (env: Env) => Boolean(env.JENKINS_URL || env.JENKINS_HOME);

/** `CHANGE_*` exist for pull requests, where `BRANCH_NAME` is `PR-7`; `GIT_BRANCH` carries the remote's name. */
export function jenkins(env: Env): CiRun | null {
  if (!isJenkins(env)) return null;
  const branch =
    env.CHANGE_BRANCH ||
    branchOrTag(env.BRANCH_NAME, env.TAG_NAME) ||
    env.GIT_BRANCH?.replace(/^origin\//, '');
  // The owner of the fork, or its `owner/repository` where that has another name.
  const [owner] = env.CHANGE_FORK?.split('/') ?? [];
  const job = [env.JOB_NAME, env.STAGE_NAME].filter(Boolean).join(' / ');
  return {
    ci: 'jenkins',
    claims: [
      { branch: branch && owner ? branchOfFork(owner, branch) : branch, commit: env.GIT_COMMIT || undefined },
    ],
    baselineRef: env.CHANGE_TARGET || undefined,
    job: job || undefined,
    run: env.BUILD_TAG || undefined,
    mergesLocally: Boolean(env.CHANGE_ID),
    url: env.RUN_DISPLAY_URL || env.BUILD_URL || undefined,
    commits: below(pageOnGitHub(env.GIT_URL), 'commit'),
    pullRequest: env.CHANGE_ID
      ? {
          number: env.CHANGE_ID,
          title: env.CHANGE_TITLE,
          author: env.CHANGE_AUTHOR,
          url: env.CHANGE_URL,
        }
      : undefined,
  };
}
