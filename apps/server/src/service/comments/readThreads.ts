import type { Thread } from '@svc/schema';
import { groupBy } from '../../domain/checks/groupBy.js';
import { presentSlot } from '../../domain/slot.js';
import { type CommentRow, listComments } from '../../store/comments/comments.js';
import { listThreads, type ThreadRow } from '../../store/comments/threads.js';
import type { Database } from '../../store/database.js';
import type { ProjectAccess } from '../access/ProjectAccess.js';
import type { Resources } from '../Resources.js';
import { findScope } from './threadScope.js';

/**
 * Threads that a diff shows, oldest first (R51).
 * @throws ServiceError DIFF_NOT_FOUND
 */
export async function readThreads(
  { database }: Pick<Resources, 'database'>,
  access: ProjectAccess,
  diffId: string,
  page: { after: string | null; limit: number },
): Promise<Thread[]> {
  const { scope } = await findScope(database, access.project, diffId);
  return presentThreads(database, access, await listThreads(database, scope, page));
}

export async function presentThread(
  database: Database,
  access: ProjectAccess,
  row: ThreadRow,
): Promise<Thread> {
  const [thread] = await presentThreads(database, access, [row]);
  if (!thread) throw new Error('a thread is presented as one');
  return thread;
}

async function presentThreads(
  database: Database,
  { namespace }: ProjectAccess,
  rows: readonly ThreadRow[],
): Promise<Thread[]> {
  const comments = await listComments(
    database,
    rows.map(({ id }) => id),
  );
  const byThread = groupBy(comments, ({ threadId }) => threadId);
  return rows.map((row) => ({
    id: row.id,
    diffId: row.diffId,
    ...presentSlot(row),
    pin: pinOf(row),
    imageHash: row.imageHash,
    createdAt: row.createdAt.toISOString(),
    resolvedBy: row.resolvedBy,
    resolvedAt: row.resolvedAt?.toISOString() ?? null,
    comments: (byThread.get(row.id) ?? []).map((comment) => presentComment(comment, namespace)),
  }));
}

const presentComment = (row: CommentRow, caller: string): Thread['comments'][number] => ({
  id: row.id,
  author: row.author,
  text: row.text,
  mentions: row.mentions,
  createdAt: row.createdAt.toISOString(),
  editedAt: row.editedAt?.toISOString() ?? null,
  isOwn: row.authorId === caller,
});

const pinOf = ({ x, y, width, height }: ThreadRow): Thread['pin'] =>
  x === null || y === null || width === null || height === null ? null : { x, y, width, height };
