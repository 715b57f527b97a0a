import { setImmediate } from 'node:timers/promises';
import { listUnneededBlobs, markBlobs } from '../../store/retention/removals.js';
import type { Resources } from '../Resources.js';

/**
 * How long ago a blob has to be put to count as one that nothing will name any more. What an upload or a job has put and
 * not committed is younger: each of them ends within minutes, and putting the same bytes again makes them young again.
 */
const inFlightMinutes = 60;

/**
 * Marks the blobs that nothing in the database names, such as those of a process that was killed between storing bytes and
 * recording them. What is marked goes an hour later, unless it is put again or named by then.
 * @param signal ends the work after the current batch
 * @returns how many blobs are marked that were looked at
 */
export async function markUnnamed(
  { database, blobs }: Pick<Resources, 'database' | 'blobs'>,
  signal?: AbortSignal,
): Promise<number> {
  let marked = 0;
  for await (const hashes of blobs.list()) {
    if (signal?.aborted) return marked;
    const old: string[] = [];
    for (const hash of await listUnneededBlobs(database, hashes)) {
      const writtenAt = await blobs.writtenAt(hash);
      if (writtenAt && Date.now() - writtenAt.getTime() > inFlightMinutes * 60_000) old.push(hash);
    }
    if (old.length > 0) await markBlobs(database, old);
    marked += old.length;
    // Requests come first.
    await setImmediate();
  }
  return marked;
}
