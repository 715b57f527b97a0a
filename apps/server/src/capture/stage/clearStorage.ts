import type { Stage } from './openStage.js';

/** Clears what pages of this origin have stored outside of the tab, and all cookies. */
export async function clearStorage({ cdp }: Stage, origin: string): Promise<void> {
  // Cookies of the domain around it, too.
  await cdp.send('Network.clearBrowserCookies');
  await cdp.send('Storage.clearDataForOrigin', {
    origin,
    storageTypes: 'local_storage,indexeddb,cache_storage,service_workers,file_systems,storage_buckets',
  });
}
