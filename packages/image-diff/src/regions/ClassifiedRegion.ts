import type { Region } from '../findRegions.js';
import type { Box } from '../thumbnail.js';

/**
 * What became of a region:
 * - `added`: before, its changed pixels were the background, one color that is also around the region; after, they are not
 * - `removed`: the reverse
 * - `moved`: its pixels were, or now are, at another place, as `moves`, `rows` or `columns` says
 * - `recolored`: the same edges between other colors
 * - `text`: thin strokes before and after, on one color
 * - `changed`: anything else
 */
export type RegionKind = 'added' | 'removed' | 'recolored' | 'moved' | 'text' | 'changed';

/**
 * How much of a change a region is:
 * - `low`: under 0.01 % of the canvas, or brightness differs by less than 16 of 255 on average
 * - `high`: at least 1 % of the canvas, and not of low contrast
 * - `medium`: the rest
 */
export type Severity = 'low' | 'medium' | 'high';

export interface ClassifiedRegion extends Region {
  kind: RegionKind;
  severity: Severity;
  /**
   * The same box in pixels of the image before: elsewhere, where lines are aligned or its block moved. Null where that image
   * has nothing of it.
   */
  base: Box | null;
}
