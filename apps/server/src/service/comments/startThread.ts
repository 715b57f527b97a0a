import type { StartThreadBody, Thread } from '@svc/schema';
import { ServiceError } from '../../domain/ServiceError.js';
import { readSlot, slotText } from '../../domain/slot.js';
import { countThreads, insertThread } from '../../store/comments/threads.js';
import { listResults } from '../../store/diffs/results.js';
import { newId } from '../../store/newId.js';
import type { ProjectAccess } from '../access/ProjectAccess.js';
import type { Resources } from '../Resources.js';
import { presentThread } from './readThreads.js';
import { findScope } from './threadScope.js';
import { addComment } from './writeComment.js';

/** Threads that a diff may show. */
const mostThreads = 1_000;

/**
 * Begins a thread about a snapshot of a diff, or about a place in its image.
 * @throws ServiceError DIFF_NOT_FOUND, SNAPSHOT_NOT_IN_DIFF, QUOTA_EXCEEDED
 */
export const startThread = (
  { database }: Pick<Resources, 'database'>,
  access: ProjectAccess,
  diffId: string,
  { pin, text, ...snapshot }: StartThreadBody,
): Promise<Thread> =>
  database.transaction().execute(async (transaction) => {
    const { diff, scope } = await findScope(transaction, access.project, diffId);
    const slot = readSlot(snapshot);
    const [result] = await listResults(transaction, diff.id, { slots: [slot] });
    if (!result)
      throw new ServiceError(
        'SNAPSHOT_NOT_IN_DIFF',
        `"${slotText(slot)}" is not a snapshot of diff ${diffId}`,
      );
    if ((await countThreads(transaction, scope)) >= mostThreads) {
      throw new ServiceError(
        'QUOTA_EXCEEDED',
        `This diff has ${mostThreads} threads; resolve some before you begin another one`,
      );
    }
    const thread = await insertThread(transaction, {
      id: newId('thread'),
      projectId: diff.projectId,
      suiteId: diff.suiteId,
      diffId: diff.id,
      namespace: diff.namespace,
      branch: scope.branch,
      ephemeral: diff.ephemeral,
      ...slot,
      x: pin?.x ?? null,
      y: pin?.y ?? null,
      width: pin?.width ?? null,
      height: pin?.height ?? null,
      imageHash: result.headHash ?? result.baseHash,
    });
    await addComment(transaction, access, thread, text);
    return presentThread(transaction, access, thread);
  });
