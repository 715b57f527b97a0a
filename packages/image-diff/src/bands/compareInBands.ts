import {
  beginDifference,
  type CountOptions,
  comparePart,
  countUncovered,
  type Difference,
} from '../compareRgba.js';
import type { Engine } from '../engine.js';
import { clearMarks, markNear } from '../paintOver.js';
import { beginSimilarity, side } from '../similarity.js';
import { noteSubthreshold, type Subthreshold } from '../subthreshold/Subthreshold.js';
import type { Box } from '../thumbnail.js';
import { reach } from './compareRows.js';
import { type OnRows, RollingRows } from './RollingRows.js';
import type { RowSource } from './RowSource.js';

/**
 * Compares two images of which only some rows are in memory at a time. Counts and marks are those of the whole images.
 *
 * @param ignored boxes of the canvas that do not overlap
 * @param band rows that are read at a time
 * @param onRows sees all rows of each image, before they are painted over
 */
export function compareInBands(
  engine: Engine,
  sources: readonly [RowSource, RowSource],
  ignored: readonly Box[],
  options: CountOptions,
  band: number,
  onRows: readonly OnRows[] = [],
): { difference: Difference; subthreshold: Subthreshold } {
  const [a, b] = sources;
  const started = beginDifference(engine, a, b);
  const { mask, maskPitch } = started;
  const hasCertain = options.antiAliasing && ignored.length > 0;
  const settings = hasCertain ? { ...options, certain: markNear(engine, ignored, started) } : options;
  const most = band + reach + (options.similarity ? Math.max(reach, side - 1) : reach);
  const rowsOf = (source: RowSource, see: OnRows | undefined) =>
    new RollingRows(engine, source, most, ignored, see);
  const [rowsA, rowsB] = [rowsOf(a, onRows[0]), rowsOf(b, onRows[1])];
  const similarity = options.similarity ? beginSimilarity(engine, a, b) : null;
  const common = Math.min(a.height, b.height);
  const noted = noteSubthreshold(engine, () => {
    for (let read = 0, compared = 0; compared < common; ) {
      read = Math.min(read + band, common);
      const needed = Math.min(compared - reach, similarity?.measured ?? compared);
      for (const rows of [rowsA, rowsB]) rows.read(read, needed);
      const to = read === common ? common : Math.max(compared, read - reach);
      const rows = { from: compared, to };
      if (to > compared) {
        started.diffPixels += comparePart(engine, rowsA.image, rowsB.image, settings, mask, maskPitch, rows);
        similarity?.addUpTo(to, rowsA.image, rowsB.image);
      }
      compared = to;
    }
    if (similarity) started.similarity = similarity.end();
    return started;
  });
  for (const rows of [rowsA, rowsB]) rows.finish(band);
  countUncovered(engine, sources, started);
  started.diffPixels -= clearMarks(engine, started, ignored);
  return noted;
}
