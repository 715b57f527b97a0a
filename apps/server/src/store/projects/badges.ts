import { sql } from 'kysely';
import type { Database } from '../database.js';

/** What the badges of a project are signed with; null where it has none, or does not exist. */
export async function findBadgeSecret(database: Database, projectId: string): Promise<string | null> {
  const found = await database
    .selectFrom('projects')
    .select('badgeSecret')
    .where('id', '=', projectId)
    .executeTakeFirst();
  return found?.badgeSecret ?? null;
}

/** A build of a suite and branch that counts. */
interface NewestBuild {
  commit: string;
  /** Nothing is judged before the end. */
  isRunning: boolean;
}

/** Builds of a branch that are looked at: where all set baselines directly, none of them counts. */
const mostBuilds = 1_000;

/**
 * The newest build that has a state, or is about to: one that sets baselines directly has none, and one that waits for its diff
 * has none yet.
 */
export async function findNewestBuild(
  database: Database,
  suiteId: number,
  branch: string,
): Promise<NewestBuild | undefined> {
  // Not `exists` of the diff: for that, PostgreSQL may read all diffs of all projects into a table of hashes.
  const { rows } = await sql<NewestBuild>`
    select commit, is_running from (
      select id, commit, status, auto_baseline, status in ('pending', 'capturing', 'processing') is_running from captures
      where suite_id = ${suiteId} and namespace = '' and branch = ${branch} and not ephemeral and commit is not null
      order by id desc limit ${mostBuilds}
    ) build
    where (is_running and not auto_baseline)
      or (select true from diffs where diffs.head_capture_id = build.id and diffs.judging limit 1)
      or (status = 'failed'
        and not exists (select from review_session_suites opened where opened.capture_id = build.id))
    order by id desc limit 1`.execute(database);
  return rows[0];
}
