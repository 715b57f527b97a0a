import { clearSession } from '@svc/stabilise';
import type { Stage } from './openStage.js';

/** Makes the next target load its page again, with none of what the last story may have stored. */
export async function forgetStory(stage: Stage): Promise<void> {
  stage.loaded = null;
  const url = stage.page.url();
  if (!URL.canParse(url)) return;
  await stage.page.evaluate(clearSession);
  // Cookies of the domain around it, too.
  await stage.cdp.send('Network.clearBrowserCookies');
  await stage.cdp.send('Storage.clearDataForOrigin', {
    origin: new URL(url).origin,
    storageTypes: 'local_storage,indexeddb,cache_storage,service_workers,file_systems,storage_buckets',
  });
}
