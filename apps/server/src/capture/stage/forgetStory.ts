import { clearSession } from '@svc/stabilise';
import type { Stage } from './openStage.js';

/** Makes the next target load its page again, with none of what the last story may have stored. */
export async function forgetStory(stage: Stage): Promise<void> {
  stage.loaded = null;
  const url = stage.page.url();
  if (!URL.canParse(url)) return;
  await stage.page.evaluate(clearSession);
  await stage.cdp.send('Storage.clearDataForOrigin', {
    origin: new URL(url).origin,
    storageTypes: 'cookies,local_storage,indexeddb,cache_storage,service_workers',
  });
}
