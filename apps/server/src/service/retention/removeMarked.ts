import { findProjectById } from '../../store/projects/projects.js';
import { mayRemoveBlobs } from '../../store/retention/holdRemovals.js';
import {
  deleteMarks,
  listUnneededBlobs,
  lockImages,
  lockMarked,
  renewMarks,
  setRemoved,
} from '../../store/retention/removals.js';
import { noteInAudit } from '../audit/noteInAudit.js';
import type { Resources } from '../Resources.js';

/** Blobs that one transaction removes. */
const batchSize = 500;

/**
 * How long a blob has been marked before it goes: longer than anything takes from asking whether an image is known, or
 * from storing it, to recording what refers to it. What was asked for before the mark is seen by the second look.
 */
const graceMinutes = 60;

const retention = { actor: 'server:retention', namespace: '' };

/**
 * Removes the images that were marked and that still nothing needs, and the blobs that no image and no site has. What is needed
 * and is lost stays marked, so that clients are asked to send it again.
 * @param signal ends the work after the current batch
 * @returns how many blobs went
 */
export async function removeMarked(
  { database, blobs }: Pick<Resources, 'database' | 'blobs'>,
  signal?: AbortSignal,
): Promise<number> {
  for (let removed = 0; ; ) {
    const batch = await database.transaction().execute(async (transaction) => {
      // A backup still copies what it has found named.
      if (!(await mayRemoveBlobs(transaction))) return { marked: 0, removed: 0 };
      const marked = await lockMarked(transaction, graceMinutes, batchSize);
      for (const [projectId, hashes] of await lockImages(transaction, marked)) {
        const { count, bytes } = await setRemoved(transaction, projectId, hashes);
        if (count === 0) continue;
        const project = await findProjectById(transaction, projectId);
        await noteInAudit(transaction, { project, ...retention }, 'images.removed', {
          details: { count, bytes },
        });
      }
      const unneeded = new Set(await listUnneededBlobs(transaction, marked));
      // Should the transaction fail after this, the images stay marked, and so count as unknown, until they are removed.
      await Promise.all([...unneeded].map((hash) => blobs.delete(hash)));
      const lost = await filterLost(
        blobs,
        marked.filter((hash) => !unneeded.has(hash)),
      );
      await deleteMarks(
        transaction,
        marked.filter((hash) => !lost.includes(hash)),
      );
      await renewMarks(transaction, lost);
      return { marked: marked.length, removed: unneeded.size };
    });
    removed += batch.removed;
    if (batch.marked < batchSize || signal?.aborted) return removed;
  }
}

/** Those of the blobs that the store does not have. */
async function filterLost({ has }: Resources['blobs'], hashes: readonly string[]): Promise<string[]> {
  const isThere = await Promise.all(hashes.map(has));
  return hashes.filter((_, at) => !isThere[at]);
}
