import { type Insertable, type Selectable, sql } from 'kysely';
import type { Database } from '../database.js';
import type { Comments } from '../tables.js';

export interface CommentRow extends Selectable<Comments> {
  mentions: { id: string; name: string }[];
}

/** All comments of some threads, oldest first. */
export async function listComments(database: Database, threadIds: readonly string[]): Promise<CommentRow[]> {
  if (threadIds.length === 0) return [];
  const { rows } = await sql<CommentRow>`
    select comments.*, coalesce((
      select json_agg(json_build_object('id', user_id, 'name', name) order by name, user_id)
      from comment_mentions where comment_id = comments.id), '[]') mentions
    from comments where thread_id = any(${threadIds}::text[]) order by id`.execute(database);
  return rows;
}

export const countComments = async (database: Database, threadId: string): Promise<number> => {
  const { count } = await database
    .selectFrom('comments')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('threadId', '=', threadId)
    .executeTakeFirstOrThrow();
  return count;
};

export const insertComment = async (
  transaction: Database,
  comment: Omit<Insertable<Comments>, 'createdAt' | 'editedAt'>,
): Promise<void> => {
  await transaction.insertInto('comments').values(comment).execute();
};

/** Of a project. */
export const findComment = (
  database: Database,
  projectId: string,
  id: string,
): Promise<Selectable<Comments> | undefined> =>
  database
    .selectFrom('comments')
    .innerJoin('commentThreads', 'commentThreads.id', 'comments.threadId')
    .selectAll('comments')
    .where('commentThreads.projectId', '=', projectId)
    .where('comments.id', '=', id)
    .executeTakeFirst();

export const setCommentText = async (transaction: Database, id: string, text: string): Promise<void> => {
  await transaction
    .updateTable('comments')
    .set({ text, editedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
};

export const deleteComment = async (transaction: Database, id: string): Promise<void> => {
  await transaction.deleteFrom('comments').where('id', '=', id).execute();
};

/**
 * Replaces whom a comment mentions.
 * @returns those whom it did not mention before
 */
export async function saveMentions(
  transaction: Database,
  commentId: string,
  members: readonly { id: string; name: string }[],
): Promise<string[]> {
  const ids = members.map(({ id }) => id);
  await sql`delete from comment_mentions where comment_id = ${commentId} and user_id <> all(${ids}::text[])`.execute(
    transaction,
  );
  const { rows } = await sql<{ userId: string }>`
    insert into comment_mentions (comment_id, user_id, name)
    select ${commentId}, * from unnest(${ids}::text[], ${members.map(({ name }) => name)}::text[])
    on conflict do nothing returning user_id`.execute(transaction);
  return rows.map(({ userId }) => userId);
}
