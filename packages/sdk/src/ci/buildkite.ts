import type { CiEnvironment } from './CiEnvironment.js';

export const buildkite: CiEnvironment = {
  branch: (env) => env.BUILDKITE_BRANCH,
  // A build that was started by hand says `HEAD` until the agent has checked it out.
  commit: (env) => (env.BUILDKITE_COMMIT === 'HEAD' ? undefined : env.BUILDKITE_COMMIT),
  baselineRef: (env) => env.BUILDKITE_PULL_REQUEST_BASE_BRANCH,
};
