import { analyzeUnknown } from '../../store/retention/analyzeUnknown.js';
import {
  claimMarking,
  deleteOldTraces,
  deleteUnusedSites,
  listRetentions,
  markImages,
} from '../../store/retention/removals.js';
import { listProjectsWithUses, noteUses } from '../../store/retention/uses.js';
import type { Resources } from '../Resources.js';

/** Sites that one transaction deletes, with all their files. */
const batchSize = 10;

/**
 * Notes what has ended since with the images it needed. Marks, once a day, the images that nothing has needed for as long as
 * their project keeps such, and deletes sites that were not used in that time. What is marked goes later, unless somebody
 * needs it by then.
 * @param signal ends the work after the current project or batch
 */
export async function applyRetention(
  { database }: Pick<Resources, 'database'>,
  signal?: AbortSignal,
): Promise<void> {
  // Of all projects: those that keep everything today may not do so tomorrow.
  for (const { id } of await listProjectsWithUses(database)) {
    for (let more = true; more && !signal?.aborted; )
      more = await database.transaction().execute((transaction) => noteUses(transaction, id));
  }
  const limited = await listRetentions(database);
  if (limited.length > 0) await analyzeUnknown(database);
  for (const { id } of limited) {
    if (signal?.aborted) return;
    await database.transaction().execute(async (transaction) => {
      if (await claimMarking(transaction, id)) {
        await markImages(transaction, id);
        await deleteOldTraces(transaction, id);
      }
    });
    for (let deleted = batchSize; deleted === batchSize && !signal?.aborted; ) {
      deleted = await database
        .transaction()
        .execute((transaction) => deleteUnusedSites(transaction, id, batchSize));
    }
  }
}
