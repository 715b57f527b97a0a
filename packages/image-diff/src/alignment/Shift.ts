import type { Difference } from '../compareRgba.js';
import type { Region } from '../findRegions.js';
import type { Stretch } from '../fingerprint.js';
import type { Box } from '../thumbnail.js';
import type { ColumnChange } from './ColumnChange.js';
import type { RowChange } from './RowChange.js';

/** A comparison with rows or columns aligned. */
export interface Shift {
  rows: RowChange[];
  columns: ColumnChange[];
  /** One for each band. */
  bands: ShownBand[];
  /** What changed beside the bands, in pixels of the image after. */
  difference: Difference;
  /** What is to be described: what was compared, and each band from its side. */
  stretches: Stretch[];
}

export interface ShownBand {
  kind: RowChange['kind'];
  region: Region;
  /** Where it is to be seen. */
  side: 'before' | 'after';
  box: Box;
  /** Its place in the image before; null where it was not there. */
  base: Box | null;
  /** Its place and extent in the image after, even where it is gone. */
  bounds: Box;
  /** What happened, seen from the upper left corner of all changes. */
  describe(corner: { left: number; top: number }): (string | number)[];
}
