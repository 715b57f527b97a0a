import { CaptureFailure } from '../CaptureFailure.js';
import { dressPage } from '../page/dressPage.js';
import { inEveryFrame } from '../stage/inEveryFrame.js';
import type { Stage } from '../stage/openStage.js';

/** Hides what the picture must not show. What is hidden may fade, so it comes before motion is ended. */
export async function dress(stage: Stage, ignoreSelectors: string[]): Promise<void> {
  const [dressing] = await inEveryFrame(stage, dressPage, ignoreSelectors);
  if (!dressing.ok) {
    throw new CaptureFailure(`ignoreSelectors: ${dressing.badSelector} is not a valid CSS selector`);
  }
}
