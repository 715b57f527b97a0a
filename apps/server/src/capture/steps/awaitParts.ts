import { type LoadingParts, loadingParts } from '@svc/stabilise';
import type { Doing } from '../Doing.js';
import { inEveryFrame } from '../stage/inEveryFrame.js';
import type { Stage } from '../stage/openStage.js';
import { until } from './until.js';

/** For all parts of a page, from the moment when settling began. */
export const partsLimitMs = 10_000;

/**
 * Waits for style sheets, scripts, fonts and images.
 * @param first what each frame was loading when it was last asked
 * @param end on the clock of `performance.now()`
 * @returns whether any part was missing at first, and the parts that did not arrive in time
 */
export async function awaitParts(
  stage: Stage,
  first: LoadingParts[],
  doing: Doing,
  end: number,
): Promise<{ waited: boolean; late: string[] }> {
  const { requests } = stage;
  const namesOf = (parts: LoadingParts[]): string[] => {
    const asked = requests.parts();
    if (asked.length > 0) return asked;
    // A frame may know of parts that are not requests, or not yet.
    return parts.flatMap(({ fonts, images }) => [...images, ...fonts.map((family) => `font ${family}`)]);
  };
  let loading = namesOf(first);
  if (loading.length === 0) return { waited: false, late: [] };
  const isDone = async () => {
    doing.now = `waiting for ${loading[0]}`;
    loading = namesOf(await inEveryFrame(stage, loadingParts, null));
    return loading.length === 0;
  };
  await until(isDone, end - performance.now());
  return { waited: true, late: loading };
}
