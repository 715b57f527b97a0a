import { clearSession } from '@svc/stabilise';
import { clearStorage } from './clearStorage.js';
import type { Stage } from './openStage.js';

/**
 * Leaves the page that the stage shows for an empty one. The next page of the same origin then finds what it would find in a
 * browser context of its own, but for what the browser has cached.
 * @returns whether that is so; otherwise the stage must not be used again
 */
export async function leavePage(stage: Stage, origin: string): Promise<boolean> {
  const { page, cdp, navigation, traces } = stage;
  if (!traces.areOnlyOf(origin)) return false;
  await page.evaluate(clearSession);
  navigation.expect();
  // From the page itself, an address that differs in its fragment alone would not be loaded, and the same one as it was left.
  await page.goto('about:blank');
  await cdp.send('Page.resetNavigationHistory');
  await clearStorage(stage, origin);
  return traces.areOnlyOf(origin);
}
