import { CaptureFailure } from '../CaptureFailure.js';
import type { Doing } from '../Doing.js';
import { loadingParts } from '../page/loadingParts.js';
import type { LoadingParts } from '../page/PageSteps.js';
import { inEveryFrame } from '../stage/inEveryFrame.js';
import type { Stage } from '../stage/openStage.js';
import { until } from './until.js';

const partsLimitMs = 10_000;

/**
 * Waits for style sheets, fonts and images, which have `partsLimitMs` from the moment when settling began.
 * @param first what each frame was loading when it was last asked
 * @returns whether there was anything to wait for
 */
export async function awaitParts(
  stage: Stage,
  first: LoadingParts[],
  doing: Doing,
  began: number,
): Promise<boolean> {
  const { requests } = stage;
  const namesOf = (parts: LoadingParts[]): string[] => [
    ...requests.styles().map((path) => `style sheet ${path}`),
    ...parts.flatMap(({ fonts, images }) => [
      ...images.map((path) => `image ${path}`),
      ...fonts.map((family) => `font ${family}`),
    ]),
  ];
  let loading = namesOf(first);
  if (loading.length === 0) return false;
  const isDone = async () => {
    doing.now = `waiting for ${loading[0]}`;
    loading = namesOf(await inEveryFrame(stage, loadingParts, null));
    return loading.length === 0;
  };
  if (await until(isDone, began + partsLimitMs - performance.now())) return true;
  const others = loading.length > 1 ? ` and ${loading.length - 1} more` : '';
  throw new CaptureFailure(`${loading[0]}${others} did not finish loading within ${partsLimitMs / 1000} s`);
}
