import type { CiEnvironment } from './CiEnvironment.js';

export const bitbucket: CiEnvironment = {
  branch: (env) => env.BITBUCKET_BRANCH,
  commit: (env) => env.BITBUCKET_COMMIT,
  baselineRef: (env) => env.BITBUCKET_PR_DESTINATION_BRANCH,
};
