import type { CiEnvironment, Env } from './CiEnvironment.js';

/** Its variables have general names, which other tools and images set as well. */
const isJenkins = (env: Env) => Boolean(env.JENKINS_URL || env.JENKINS_HOME);

/** `CHANGE_*` exist for pull requests, where `BRANCH_NAME` is `PR-7`; `GIT_BRANCH` carries the remote's name. */
export const jenkins: CiEnvironment = {
  branch: (env) =>
    isJenkins(env)
      ? env.CHANGE_BRANCH || env.BRANCH_NAME || env.GIT_BRANCH?.replace(/^origin\//, '')
      : undefined,
  commit: (env) => (isJenkins(env) ? env.GIT_COMMIT : undefined),
  baselineRef: (env) => (isJenkins(env) ? env.CHANGE_TARGET : undefined),
};
