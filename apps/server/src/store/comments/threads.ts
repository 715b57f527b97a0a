import { type Insertable, type Selectable, sql } from 'kysely';
import { announce } from '../announcements/announce.js';
import { bytea } from '../bytea.js';
import type { Database } from '../database.js';
import { type BranchScope, isOfLine } from '../isOfLine.js';
import type { CommentThreads } from '../tables.js';

export type ThreadRow = Selectable<CommentThreads>;

export const insertThread = (
  database: Database,
  thread: Omit<Insertable<CommentThreads>, 'createdAt' | 'resolvedBy' | 'resolvedAt'>,
): Promise<ThreadRow> =>
  database
    .insertInto('commentThreads')
    .values({ ...thread, imageHash: bytea(thread.imageHash ?? null) })
    .returningAll()
    .executeTakeFirstOrThrow();

/** A diff as far as it decides which threads it shows; `branch` is null for a build without one. */
export interface ThreadScope extends Omit<BranchScope, 'branch'> {
  diffId: string;
  branch: string | null;
  ephemeral: boolean;
  createdAt: Date;
}

/** Those that were begun in the diff, or in an earlier build of its branch and not resolved when it was made (R51). */
const isShownIn = ({ suiteId, diffId, namespace, branch, ephemeral, createdAt, ...line }: ThreadScope) =>
  branch === null || ephemeral
    ? sql<boolean>`threads.diff_id = ${diffId}`
    : sql<boolean>`(threads.diff_id = ${diffId} or threads.suite_id = ${suiteId} and threads.namespace = ${namespace}
        and ${isOfLine('threads', branch, line)} and not threads.ephemeral and threads.diff_id < ${diffId}
        and coalesce(threads.resolved_at, 'infinity'::timestamptz) > ${createdAt})`;

/** Threads that a diff shows, oldest first. */
export async function listThreads(
  database: Database,
  scope: ThreadScope,
  { after, limit }: { after: string | null; limit: number },
): Promise<ThreadRow[]> {
  const { rows } = await sql<ThreadRow>`
    select threads.* from comment_threads threads
    where threads.project_id = ${scope.projectId} and ${isShownIn(scope)} and (${after}::text is null or threads.id > ${after})
    order by threads.id limit ${limit}`.execute(database);
  return rows;
}

/** How many threads a diff shows. */
export async function countThreads(database: Database, scope: ThreadScope): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int count from comment_threads threads
    where threads.project_id = ${scope.projectId} and ${isShownIn(scope)}`.execute(database);
  return rows[0]?.count ?? 0;
}

/** The thread, held until the end of the transaction. */
export const lockThread = (
  transaction: Database,
  projectId: string,
  id: string,
): Promise<ThreadRow | undefined> =>
  transaction
    .selectFrom('commentThreads')
    .selectAll()
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

/** @param actor null to reopen it */
export const resolveThread = async (
  transaction: Database,
  id: string,
  actor: string | null,
): Promise<ThreadRow> =>
  transaction
    .updateTable('commentThreads')
    .set({ resolvedBy: actor, resolvedAt: actor === null ? null : sql<Date>`now()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

export const deleteThread = async (transaction: Database, id: string): Promise<void> => {
  await transaction.deleteFrom('commentThreads').where('id', '=', id).execute();
};

/** Tells open pages that something of a thread changed. */
export const announceThread = (
  transaction: Database,
  { suiteId, branch, diffId }: Pick<ThreadRow, 'suiteId' | 'branch' | 'diffId'>,
): Promise<void> => announce(transaction, { kind: 'comments', suiteId, branch, diffId });
