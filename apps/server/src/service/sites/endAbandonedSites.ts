import { lockAbandonedSite } from '../../store/sites/manifests.js';
import { setSiteFailed } from '../../store/sites/sites.js';
import type { Resources } from '../Resources.js';

/** How long the missing files of a site may take to be sent. */
const patienceHours = 2;

/**
 * Fails sites whose missing files were never sent: the client is gone.
 * @param signal ends the work after the current site
 * @returns how many failed
 */
export async function endAbandonedSites(
  { database }: Pick<Resources, 'database'>,
  signal?: AbortSignal,
): Promise<number> {
  for (let ended = 0; ; ended++) {
    const id = await database.transaction().execute(async (transaction) => {
      const abandoned = await lockAbandonedSite(transaction, patienceHours);
      if (abandoned !== undefined)
        await setSiteFailed(transaction, abandoned, `Its files were not sent within ${patienceHours} hours`);
      return abandoned;
    });
    if (id === undefined || signal?.aborted) return ended + Number(id !== undefined);
  }
}
