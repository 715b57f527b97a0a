import { sql } from 'kysely';
import { announce } from '../announcements/announce.js';
import type { Database } from '../database.js';
import { newId } from '../newId.js';
import { prepared } from '../prepared.js';

/** Of which builds a request is: those of a branch in a suite, or a single diff without a branch. */
export interface RequestScope {
  projectId: string;
  suiteId: number;
  diffId: string;
  branch: string | null;
}

export interface ReviewRequestRow {
  id: string;
  userId: string;
  name: string;
  requestedBy: string;
  createdAt: Date;
}

const isOfScope = ({ suiteId, diffId, branch }: RequestScope) =>
  sql<boolean>`suite_id = ${suiteId} and coalesce(branch, diff_id) = ${branch ?? diffId} and ended_at is null`;

/** Open requests, the oldest first. */
export async function listReviewRequests(
  database: Database,
  scope: RequestScope,
): Promise<ReviewRequestRow[]> {
  const { rows } = await sql<ReviewRequestRow>`
    select ${prepared} request.id, request.user_id, users.name, request.requested_by, request.created_at
    from review_requests request join users on users.id = request.user_id
    where ${isOfScope(scope)} order by request.id`.execute(database);
  return rows;
}

/**
 * Asks a member; nothing happens where they are asked already.
 * @returns the id of the request; undefined where there is an open one
 */
export async function insertReviewRequest(
  transaction: Database,
  { projectId, suiteId, diffId, branch }: RequestScope,
  asking: { userId: string; requestedBy: string; requestedById: string },
): Promise<string | undefined> {
  const row = await transaction
    .insertInto('reviewRequests')
    .values({ id: newId('reviewRequest'), projectId, suiteId, diffId, branch, ...asking })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** Ends an open request of a project. @returns whose it was and where; undefined where there is none */
export async function endReviewRequest(
  transaction: Database,
  projectId: string,
  id: string,
): Promise<{ diffId: string; userId: string; name: string } | undefined> {
  const { rows } = await sql<{ diffId: string; userId: string; name: string }>`
    update review_requests request set ended_at = now() from users
    where request.id = ${id} and request.project_id = ${projectId} and ended_at is null and users.id = request.user_id
    returning request.diff_id, request.user_id, users.name`.execute(transaction);
  return rows[0];
}

/** Ends the request to a person who decided. */
export async function endRequestOf(
  transaction: Database,
  scope: RequestScope,
  userId: string,
): Promise<void> {
  const { rows } = await sql<{ diffId: string }>`
    update review_requests set ended_at = now() where ${isOfScope(scope)} and user_id = ${userId}
    returning diff_id`.execute(transaction);
  for (const { diffId } of rows) await announce(transaction, { kind: 'diff', diffId });
}

export interface RequestedRow {
  id: string;
  diffId: string;
  org: string;
  name: string;
  requestedBy: string;
  createdAt: Date;
}

/** What a person is asked to review, each as the newest build of its branch, the newest request first. */
export async function listRequested(
  database: Database,
  userId: string,
  limit: number,
): Promise<RequestedRow[]> {
  const { rows } = await sql<RequestedRow>`
    select request.id, coalesce(newest.id, request.diff_id) diff_id, projects.org, projects.name,
      request.requested_by, request.created_at
    from review_requests request
    join projects on projects.id = request.project_id
    join members on members.org = projects.org and members.user_id = request.user_id
    left join lateral (
      select diffs.id from captures join diffs on diffs.head_capture_id = captures.id
      where captures.suite_id = request.suite_id and captures.namespace = '' and captures.branch = request.branch
        and not captures.ephemeral and diffs.status = 'completed' and diffs.id > request.diff_id
      order by captures.id desc limit 1
    ) newest on true
    where request.user_id = ${userId} and request.ended_at is null
    order by request.id desc limit ${limit}`.execute(database);
  return rows;
}
