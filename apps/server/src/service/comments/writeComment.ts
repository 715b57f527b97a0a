import { findMentions } from '../../domain/comments/findMentions.js';
import { insertComment, saveMentions, setCommentText } from '../../store/comments/comments.js';
import { announceThread, type ThreadRow } from '../../store/comments/threads.js';
import type { Database } from '../../store/database.js';
import { enqueueActivity, listWriters, type Notification } from '../../store/mail/activity.js';
import { newId } from '../../store/newId.js';
import { listMembers } from '../../store/organisations/organisations.js';
import type { ProjectAccess } from '../access/ProjectAccess.js';
import { noteInAudit } from '../audit/noteInAudit.js';

/** Adds a comment to a thread that is held. */
export async function addComment(
  transaction: Database,
  access: ProjectAccess,
  thread: ThreadRow,
  text: string,
): Promise<void> {
  const { actor: author, namespace: authorId } = access;
  const id = newId('comment');
  const writers = await listWriters(transaction, thread.id);
  await insertComment(transaction, { id, threadId: thread.id, author, authorId, text });
  const mentioned = await mention(transaction, access, { id, text });
  const others = writers.filter((one) => !mentioned.includes(one));
  await notify(transaction, access, thread, [
    ...mentioned.map((userId) => ({ userId, notice: { kind: 'mention', commentId: id } as const })),
    ...others.map((userId) => ({ userId, notice: { kind: 'reply', commentId: id } as const })),
  ]);
  await tell(transaction, access, thread, 'comment.added');
}

/** Changes the text of a comment in a thread that is held. */
export async function changeComment(
  transaction: Database,
  access: ProjectAccess,
  thread: ThreadRow,
  comment: { id: string; text: string },
): Promise<void> {
  await setCommentText(transaction, comment.id, comment.text);
  const mentioned = await mention(transaction, access, comment);
  const notice = { kind: 'mention', commentId: comment.id } as const;
  await notify(
    transaction,
    access,
    thread,
    mentioned.map((userId) => ({ userId, notice })),
  );
  await tell(transaction, access, thread, 'comment.edited');
}

/** Writes down what happened to a thread, and tells open pages. Texts have no place in the audit log: they can be deleted. */
export async function tell(
  transaction: Database,
  access: ProjectAccess,
  thread: ThreadRow,
  action: `comment.${'added' | 'edited' | 'deleted' | 'resolved' | 'reopened'}`,
): Promise<void> {
  const details = { snapshot: thread.name, thread: thread.id };
  await noteInAudit(transaction, access, action, { target: thread.diffId, details });
  await announceThread(transaction, thread);
}

/** @returns whom the comment mentions now and did not before */
async function mention(
  transaction: Database,
  { project }: ProjectAccess,
  { id, text }: { id: string; text: string },
): Promise<string[]> {
  const members = text.includes('@') ? await listMembers(transaction, project.org) : [];
  return saveMentions(transaction, id, findMentions(text, members));
}

/** Sends e-mail to others than the person who writes. */
const notify = (
  transaction: Database,
  { namespace }: ProjectAccess,
  { diffId }: ThreadRow,
  notifications: readonly Notification[],
): Promise<void> =>
  enqueueActivity(
    transaction,
    diffId,
    notifications.filter(({ userId }) => namespace !== `user:${userId}`),
  );
