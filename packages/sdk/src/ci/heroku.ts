import type { CiRun, Env } from './CiRun.js';
import { shardOf } from './shards.js';

export function heroku(env: Env): CiRun | null {
  if (!env.HEROKU_TEST_RUN_ID) return null;
  return {
    ci: 'heroku',
    claims: [
      {
        branch: env.HEROKU_TEST_RUN_BRANCH || undefined,
        commit: env.HEROKU_TEST_RUN_COMMIT_VERSION || undefined,
      },
    ],
    shard: shardOf(env.CI_NODE_INDEX, env.CI_NODE_TOTAL, 0),
    run: env.HEROKU_TEST_RUN_ID,
  };
}
