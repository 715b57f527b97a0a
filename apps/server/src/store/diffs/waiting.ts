import { sql } from 'kysely';
import type { Database } from '../database.js';

/** Superseded builds stay undecided forever, so a project can have any number: only the newest are examined. */
const mostUndecided = 1_000;

/** Of each project where all projects are asked for. */
const mostUndecidedOfMany = 200;

/** Of `diffs`, as the index `diffs_undecided` has it. */
const isUndecided = sql<boolean>`status = 'completed' and (pending_count > 0 or pending_accessibility_count > 0)`;

/** Of `diffs` joined with its head in `captures`: the newest build of its branch, or of a run without one. */
const isNewest = sql<boolean>`captures.namespace = '' and not captures.ephemeral and not exists (
    select from captures newer
    where newer.suite_id = captures.suite_id and newer.namespace = '' and newer.branch = captures.branch
      and newer.id > captures.id and not newer.ephemeral)`;

/** A condition on `diffs` joined with its head in `captures`. */
export const isWaiting = (projectId: string, before: string | null) => sql<boolean>`diffs.id in (
    select id from diffs
    where project_id = ${projectId} and ${isUndecided}
      and (${before}::text is null or id < ${before}) order by id desc limit ${sql.lit(mostUndecided)})
  and ${isNewest}`;

/** The newest undecided diffs of the project in `projects.id` that wait for a decision, as a table. */
const waitingOfProject = (before: string | null, limit: number) => sql`
  select diffs.id from (
    select id, head_capture_id from diffs
    where project_id = projects.id and ${isUndecided}
      and (${before}::text is null or id < ${before}) order by id desc limit ${sql.lit(mostUndecidedOfMany)}) diffs
  join captures on captures.id = diffs.head_capture_id
  where ${isNewest}
  order by diffs.id desc limit ${limit}`;

/** For a query of `projects`: how many diffs wait for a decision, up to a number. */
export const countWaiting = (most: number) => sql<number>`
  (select count(*)::int from (${waitingOfProject(null, most)}) waiting)`;

/**
 * The diffs that wait for a decision in many projects, the newest first, with their projects.
 * @param options.memberId only projects of organisations that this person is a member of; null for all
 */
export async function listWaiting(
  database: Database,
  { memberId, before, limit }: { memberId: string | null; before: string | null; limit: number },
): Promise<{ id: string; org: string; name: string }[]> {
  const { rows } = await sql<{ id: string; org: string; name: string }>`
    select waiting.id, org, name
    from projects
    cross join lateral (${waitingOfProject(before, limit)}) waiting
    where ${memberId}::text is null or org in (select org from members where user_id = ${memberId})
    order by waiting.id desc limit ${limit}`.execute(database);
  return rows;
}
