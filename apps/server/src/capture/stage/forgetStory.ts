import { clearSession } from '@svc/stabilise';
import { clearStorage } from './clearStorage.js';
import type { Stage } from './openStage.js';

/** Makes the next target load its page again, with none of what the last story may have stored. */
export async function forgetStory(stage: Stage): Promise<void> {
  stage.loaded = null;
  const url = stage.page.url();
  if (!URL.canParse(url)) return;
  await stage.page.evaluate(clearSession);
  await clearStorage(stage, new URL(url).origin);
  stage.loads.forget();
}
