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

/** A build of a suite and branch, whatever became of it. */
interface NewestBuild {
  commit: string;
  /** Nothing is judged before the end. */
  isRunning: boolean;
}

export async function findNewestBuild(
  database: Database,
  suiteId: number,
  branch: string,
): Promise<NewestBuild | undefined> {
  const { rows } = await sql<NewestBuild>`
    select commit, status in ('pending', 'capturing', 'processing') is_running from captures
    where suite_id = ${suiteId} and namespace = '' and branch = ${branch} and not ephemeral and commit is not null
    order by id desc limit 1`.execute(database);
  return rows[0];
}
