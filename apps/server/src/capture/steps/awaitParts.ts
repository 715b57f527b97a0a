import { CaptureFailure } from '../CaptureFailure.js';
import type { Doing } from '../Doing.js';
import { loadingParts } from '../page/loadingParts.js';
import { inEveryFrame } from '../stage/inEveryFrame.js';
import type { Stage } from '../stage/openStage.js';
import { until } from './until.js';

const partsLimitMs = 10_000;

/**
 * Waits for fonts and images, which have `partsLimitMs` from the moment when settling began.
 * @returns whether there was anything to wait for
 */
export async function awaitParts(stage: Stage, doing: Doing, began: number): Promise<boolean> {
  let loading: string[] = [];
  let waited = false;
  const isDone = async () => {
    const parts = await inEveryFrame(stage, loadingParts, null);
    loading = parts.flatMap(({ fonts, images }) => [
      ...images.map((path) => `image ${path}`),
      ...fonts.map((family) => `font ${family}`),
    ]);
    if (loading.length === 0) return true;
    waited = true;
    doing.now = `waiting for ${loading[0]}`;
    return false;
  };
  if (await until(isDone, began + partsLimitMs - performance.now())) return waited;
  const others = loading.length > 1 ? ` and ${loading.length - 1} more` : '';
  throw new CaptureFailure(`${loading[0]}${others} did not finish loading within ${partsLimitMs / 1000} s`);
}
