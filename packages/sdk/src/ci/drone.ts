import type { CiRun, Env } from './CiRun.js';

/** It merges the head of a pull request into its target, but names the head. Forks cannot be told. */
export function drone(env: Env): CiRun | null {
  if (!env.DRONE) return null;
  const isPullRequest = env.DRONE_BUILD_EVENT === 'pull_request';
  return {
    ci: 'drone',
    claims: [
      {
        branch: (isPullRequest ? env.DRONE_SOURCE_BRANCH : env.DRONE_BRANCH) || undefined,
        commit: env.DRONE_COMMIT_SHA || undefined,
      },
    ],
    baselineRef: (isPullRequest && env.DRONE_TARGET_BRANCH) || undefined,
    job: env.DRONE_STAGE_NAME || undefined,
    url: env.DRONE_BUILD_LINK || undefined,
    pullRequest: env.DRONE_PULL_REQUEST
      ? { number: env.DRONE_PULL_REQUEST, title: env.DRONE_PULL_REQUEST_TITLE }
      : undefined,
    run: env.DRONE_BUILD_NUMBER && [env.DRONE_REPO, env.DRONE_BUILD_NUMBER].filter(Boolean).join('/'),
  };
}
