import { setTimeout as sleep } from 'node:timers/promises';
import { CaptureFailure } from '../CaptureFailure.js';
import type { Stage } from './openStage.js';

/** Events that explain a failed navigation may arrive a moment after it. */
const explanationDelayMs = 100;

/** Opens a URL until its document is there. Rejects with a {@link CaptureFailure} that says why it is not. */
export async function navigate(stage: Stage, url: string): Promise<void> {
  const { page, trouble, requests, streams, navigation } = stage;
  if (!/^https?:\/\//i.test(url))
    throw new CaptureFailure(`only http and https URLs are captured, not ${url}`);
  stage.documents += 1;
  stage.recorders.clear();
  requests.forget();
  streams.forget();
  navigation.expect();
  try {
    await page.goto(url, { waitUntil: 'domcontentloaded' });
  } catch (error) {
    if (!page.context().browser()?.isConnected()) throw error;
    if (/interrupted by another navigation/.test(String(error))) {
      await trouble.guard(page.waitForLoadState('domcontentloaded'));
      return;
    }
    await trouble.guard(sleep(explanationDelayMs));
    const reason = /net::\w+/.exec(String(error))?.[0];
    if (!reason) throw error;
    throw new CaptureFailure(`${url} could not be opened (${reason})`);
  }
}
