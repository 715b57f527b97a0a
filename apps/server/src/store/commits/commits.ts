import { type Selectable, sql } from 'kysely';
import type { Commit } from '../../domain/commits/CommitGraph.js';
import type { Database } from '../database.js';
import { prepared } from '../prepared.js';
import type { Commits } from '../tables.js';

/**
 * Records the commits that the project does not have yet. Within a project one transaction does so at a time: what becomes
 * known later has the larger position, which a reader that goes by positions relies on.
 */
export async function insertCommits(
  transaction: Database,
  projectId: string,
  commits: readonly Commit[],
): Promise<void> {
  if (commits.length === 0) return;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`commits of ${projectId}`}, 0))`.execute(
    transaction,
  );
  // One parameter a column: PostgreSQL takes 65,535 of them, and an array of arrays would have to be rectangular.
  await sql`
    insert into commits (project_id, id, parents, origin)
    select ${projectId}, told.id, string_to_array(told.parents, ' '), told.origin
    from unnest(
      ${commits.map(({ id }) => id)}::text[],
      ${commits.map(({ parents }) => parents.join(' '))}::text[],
      ${commits.map(({ origin }) => origin)}::text[]
    ) told (id, parents, origin)
    on conflict (project_id, id) do nothing`.execute(transaction);
}

/** Commits of the project behind a position, in the order of becoming known. */
export const listCommitsAfter = (
  database: Database,
  projectId: string,
  position: number,
  limit: number,
): Promise<Omit<Selectable<Commits>, 'projectId'>[]> =>
  database
    .selectFrom('commits')
    .select(['id', 'parents', 'origin', 'position'])
    .where('projectId', '=', projectId)
    .where('position', '>', position)
    .orderBy('position')
    .limit(sql.lit(limit))
    .modifyEnd(prepared)
    .execute();
