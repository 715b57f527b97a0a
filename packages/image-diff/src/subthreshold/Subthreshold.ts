import type { Engine } from '../engine.js';
import { ciede2000, labOf } from './colorDifference.js';

/** What differs without counting. */
export interface Subthreshold {
  /** Pixels that differ by no more than the threshold. */
  pixels: number;
  /**
   * Those of them in flat areas of visibly other color (CIEDE2000 of 2 or more), per hundred pixels of the canvas. A pixel
   * is in a flat area when its left and its upper neighbor have its color in both images.
   */
  area: number;
  /** The largest CIEDE2000 color difference in flat areas; 0 where there are none. */
  maxDeltaE: number;
}

/** What is easily seen: 1 is the least that people tell apart, side by side. */
const visible = 2;

/** Compares, and notes what differs below the limit of the comparison. */
export function noteSubthreshold<T extends { width: number; height: number }>(
  engine: Engine,
  compare: () => T,
): { difference: T; subthreshold: Subthreshold } {
  const { run } = engine;
  run.beginBelowLimit();
  const difference = compare();
  const pixels = run.endBelowLimit();
  let [area, maxDeltaE] = [0, 0];
  if (pixels > 0) {
    const pairs = new Uint32Array(run.memory.buffer, run.flatPairs(), run.flatPairsBytes() / 4);
    for (let at = 0; at < pairs.length; at += 4) {
      const count = pairs[at + 2] ?? 0;
      if (count === 0) continue;
      const [before = 0, after = 0] = [pairs[at], pairs[at + 1]];
      const deltaE = ciede2000(labOf(before), labOf(after));
      if (deltaE >= visible) area += count;
      maxDeltaE = Math.max(maxDeltaE, deltaE);
    }
  }
  const canvas = difference.width * difference.height;
  return { difference, subthreshold: { pixels, area: (area / canvas) * 100, maxDeltaE } };
}
