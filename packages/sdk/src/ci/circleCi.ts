import type { CiEnvironment } from './CiEnvironment.js';

/** CircleCI does not tell where a pull request goes. */
export const circleCi: CiEnvironment = {
  branch: (env) => env.CIRCLE_BRANCH,
  commit: (env) => env.CIRCLE_SHA1,
  baselineRef: () => undefined,
};
