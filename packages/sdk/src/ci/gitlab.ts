import type { CiEnvironment } from './CiEnvironment.js';

export const gitlab: CiEnvironment = {
  branch: (env) => env.CI_COMMIT_REF_NAME || env.CI_MERGE_REQUEST_SOURCE_BRANCH_NAME,
  commit: (env) => env.CI_COMMIT_SHA || env.CI_MERGE_REQUEST_SOURCE_BRANCH_SHA,
  baselineRef: (env) => env.CI_MERGE_REQUEST_TARGET_BRANCH_NAME,
};
