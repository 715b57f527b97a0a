import { deleteExpiredCaptures, lockExpiredCaptures } from '../../store/captures/expiry.js';
import type { Resources } from '../Resources.js';

/** Captures that one transaction deletes. */
const batchSize = 50;

/**
 * Deletes ephemeral captures that have expired (R19), with all that is about them alone. Their images stay: other
 * captures may show the same.
 * @param signal ends the work after the current batch
 * @returns how many captures were deleted
 */
export async function expireCaptures(
  { database }: Pick<Resources, 'database'>,
  signal?: AbortSignal,
): Promise<number> {
  let deleted = 0;
  for (;;) {
    const batch = await database.transaction().execute(async (transaction) => {
      const captureIds = await lockExpiredCaptures(transaction, batchSize);
      if (captureIds.length > 0) await deleteExpiredCaptures(transaction, captureIds);
      return captureIds.length;
    });
    deleted += batch;
    if (batch < batchSize || signal?.aborted) return deleted;
  }
}

const days = 7;

/** Until when an ephemeral capture that is made now is kept (R19). */
export const ephemeralEnd = (): Date => new Date(Date.now() + days * 86_400_000);
