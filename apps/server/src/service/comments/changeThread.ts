import type { Thread } from '@svc/schema';
import { mayDo } from '../../domain/access/mayDo.js';
import { notFound, ServiceError } from '../../domain/ServiceError.js';
import { countComments, deleteComment, findComment } from '../../store/comments/comments.js';
import { deleteThread, lockThread, resolveThread, type ThreadRow } from '../../store/comments/threads.js';
import type { Database } from '../../store/database.js';
import type { ProjectAccess } from '../access/ProjectAccess.js';
import type { Resources } from '../Resources.js';
import { presentThread } from './readThreads.js';
import { addComment, changeComment, tell } from './writeComment.js';

type Within = Pick<Resources, 'database'>;

/** Comments that a thread may have. */
const mostComments = 200;

/** @throws ServiceError THREAD_NOT_FOUND, QUOTA_EXCEEDED */
export const replyToThread = (
  within: Within,
  access: ProjectAccess,
  id: string,
  text: string,
): Promise<Thread> =>
  changeThread(within, access, id, async (transaction, thread) => {
    if ((await countComments(transaction, id)) >= mostComments) {
      throw new ServiceError(
        'QUOTA_EXCEEDED',
        `This thread has ${mostComments} comments; start another thread`,
      );
    }
    await addComment(transaction, access, thread, text);
    return thread;
  });

/**
 * Resolves a thread or reopens it; nothing happens where it is so already.
 * @throws ServiceError THREAD_NOT_FOUND
 */
export const setResolved = (
  within: Within,
  access: ProjectAccess,
  id: string,
  isResolved: boolean,
): Promise<Thread> =>
  changeThread(within, access, id, async (transaction, thread) => {
    if ((thread.resolvedAt !== null) === isResolved) return thread;
    const changed = await resolveThread(transaction, id, isResolved ? access.actor : null);
    await tell(transaction, access, thread, isResolved ? 'comment.resolved' : 'comment.reopened');
    return changed;
  });

/**
 * Changes a comment of the caller's own.
 * @throws ServiceError COMMENT_NOT_FOUND, FORBIDDEN
 */
export const editComment = (
  resources: Within,
  access: ProjectAccess,
  id: string,
  text: string,
): Promise<Thread> =>
  withComment(resources, access, id, async (transaction, thread, { isOwn }) => {
    if (!isOwn) throw new ServiceError('FORBIDDEN', 'Only its author can edit a comment');
    await changeComment(transaction, access, thread, { id, text });
    return presentThread(transaction, access, thread);
  });

/**
 * Deletes a comment, and its thread with the last one.
 * @throws ServiceError COMMENT_NOT_FOUND, FORBIDDEN
 */
export const removeComment = (resources: Within, access: ProjectAccess, id: string): Promise<void> =>
  withComment(resources, access, id, async (transaction, thread, { isOwn }) => {
    if (!isOwn && !mayDo(access.grant, 'manage'))
      throw new ServiceError('FORBIDDEN', 'Only its author, or a maintainer, can delete a comment');
    await deleteComment(transaction, id);
    await tell(transaction, access, thread, 'comment.deleted');
    if ((await countComments(transaction, thread.id)) === 0) await deleteThread(transaction, thread.id);
  });

/** Holds a thread, changes it, and presents what `act` answers. */
function changeThread(
  { database }: Within,
  access: ProjectAccess,
  id: string,
  act: (transaction: Database, thread: ThreadRow) => Promise<ThreadRow>,
): Promise<Thread> {
  return database.transaction().execute(async (transaction) => {
    const thread = await lockThread(transaction, access.project.id, id);
    if (!thread) throw notFound('Thread');
    return presentThread(transaction, access, await act(transaction, thread));
  });
}

/** Holds the thread of a comment, then looks at the comment again: others may have deleted it meanwhile. */
function withComment<Answer>(
  { database }: Within,
  { project, namespace }: ProjectAccess,
  id: string,
  act: (transaction: Database, thread: ThreadRow, comment: { isOwn: boolean }) => Promise<Answer>,
): Promise<Answer> {
  return database.transaction().execute(async (transaction) => {
    const found = await findComment(transaction, project.id, id);
    const thread = found && (await lockThread(transaction, project.id, found.threadId));
    const comment = thread && (await findComment(transaction, project.id, id));
    if (!comment) throw notFound('Comment');
    return act(transaction, thread, { isOwn: comment.authorId === namespace });
  });
}
