import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database.js';
import { prepared } from '../prepared.js';
import { hasUnignored } from './ignoredChanges.js';

/** Superseded builds stay undecided forever, so a project can have any number: only the newest are examined. */
const mostUndecided = 1_000;

/** Of each project where all projects are asked for. */
const mostUndecidedOfMany = 200;

/** Of `diffs`, as the index `diffs_to_review` has it, and no comparison of two captures (R63). */
const isUndecided = sql<boolean>`status = 'completed'
  and (pending_count > 0 or pending_accessibility_count > 0 or awaiting_count > 0) and base_capture_id is null`;

/**
 * The newest undecided diffs of a project, of which each is the newest build of its branch, or of a run without one. Captures are
 * looked up by their keys, which `offset 0` keeps from being joined in another way, and nothing else is asked of superseded builds. In
 * order, so that who asks for a few of them has no more examined.
 */
const newestUndecided = (projectId: RawBuilder<unknown>, before: string | null, most: number) => sql`
  select undecided.*
  from (
    select id, suite_id, head_capture_id, pending_count, pending_accessibility_count from diffs
    where project_id = ${projectId} and ${isUndecided} and (${before}::text is null or id < ${before})
    order by id desc limit ${sql.lit(most)}
  ) undecided
  cross join lateral (
    select suite_id, branch from captures
    where id = undecided.head_capture_id and namespace = '' and not ephemeral offset 0
  ) head
  where not exists (
    select from captures newer
    where newer.suite_id = head.suite_id and newer.namespace = '' and newer.branch = head.branch
      and newer.id > undecided.head_capture_id and not newer.ephemeral offset 0)
  order by undecided.id desc
  offset 0`;

/**
 * Of `diffs`: somebody has something to decide that is not ignored for now (R59), or to approve as another person does (R57)
 * who has not done so yet.
 * @param asking who asks, with an id, such as `user:usr_…`
 */
const concerns = (
  asking: string,
) => sql<boolean>`(diffs.pending_accessibility_count > 0 or ${hasUnignored} or exists (
    select from awaiting_in(diffs.id) awaiting where not exists (
      select from decision_approvals where decision_id = awaiting.decision_id and actor_id = ${asking} offset 0)))`;

/**
 * A condition on `diffs`.
 * @param limit of a list that nothing else filters: so many are looked for; null for all
 */
export const isWaiting = (projectId: string, asking: string, before: string | null, limit: number | null) =>
  sql<boolean>`diffs.id = any(array(
    select diffs.id from (${newestUndecided(sql`${projectId}`, before, mostUndecided)}) diffs where ${concerns(asking)}
    order by diffs.id desc limit ${sql.lit(limit)}))`;

/** The newest undecided diffs of the project in `projects.id` that wait for a decision, as a table. */
const waitingOfProject = (asking: string, before: string | null, limit: number) => sql`
  select diffs.id from (${newestUndecided(sql.ref('projects.id'), before, mostUndecidedOfMany)}) diffs
  where ${concerns(asking)}
  order by diffs.id desc limit ${sql.lit(limit)}`;

/** For a query of `projects`: how many diffs wait for somebody, up to a number. */
export const countWaiting = (asking: string, most: number) => sql<number>`
  (select count(*)::int from (${waitingOfProject(asking, null, most)}) waiting)`;

/**
 * The diffs that wait for somebody in many projects, the newest first, with their projects.
 * @param options.memberId only projects of organisations that this person is a member of; null for all
 */
export async function listWaiting(
  database: Database,
  {
    asking,
    memberId,
    before,
    limit,
  }: { asking: string; memberId: string | null; before: string | null; limit: number },
): Promise<{ id: string; org: string; name: string }[]> {
  const { rows } = await sql<{ id: string; org: string; name: string }>`
    select ${prepared} waiting.id, org, name
    from projects
    cross join lateral (${waitingOfProject(asking, before, limit)}) waiting
    where ${memberId}::text is null or org in (select org from members where user_id = ${memberId})
    order by waiting.id desc limit ${sql.lit(limit)}`.execute(database);
  return rows;
}
