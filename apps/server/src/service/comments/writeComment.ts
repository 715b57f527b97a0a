import { findMentions } from '../../domain/comments/findMentions.js';
import { insertComment, saveMentions, setCommentText } from '../../store/comments/comments.js';
import { announceThread, type ThreadRow } from '../../store/comments/threads.js';
import type { Database } from '../../store/database.js';
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
  await insertComment(transaction, { id, threadId: thread.id, author, authorId, text });
  await mention(transaction, access, id, text);
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
  await mention(transaction, access, comment.id, comment.text);
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

async function mention(
  transaction: Database,
  { project }: ProjectAccess,
  commentId: string,
  text: string,
): Promise<void> {
  const members = text.includes('@') ? await listMembers(transaction, project.org) : [];
  await saveMentions(transaction, commentId, findMentions(text, members));
}
