import type { StoryEntry } from '@svc/schema';
import { setSiteReady, setStories } from '../../store/sites/sites.js';
import type { Resources } from '../Resources.js';

/** Makes a site ready, with its stories or with the reason why it has none. */
export async function finishSite(
  { database }: Resources,
  siteId: string,
  found: { stories: StoryEntry[] } | { error: string },
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    if ('stories' in found) await setStories(transaction, siteId, found.stories);
    await setSiteReady(transaction, siteId, 'error' in found ? found.error : null);
  });
}
