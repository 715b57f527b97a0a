import type { Region } from '../findRegions.js';
import type { Box } from '../thumbnail.js';
import type { ClassifiedRegion, RegionKind, Severity } from './ClassifiedRegion.js';
import type { Lines } from './Lines.js';
import { type Measures, measureRegion, type Side } from './measureRegion.js';

/** Pixels that are read of all regions together, and of each at least. */
const [budget, leastBudget] = [65_536, 1024];

/**
 * Classifies regions by their pixels alone.
 * @param moved those of blocks that moved, and where their pixels were
 */
export function classifyRegions(
  lines: Lines,
  regions: readonly Region[],
  moved: ReadonlyMap<Region, Box>,
): ClassifiedRegion[] {
  const share = Math.max(leastBudget, budget / regions.length);
  return regions.map((region) => {
    const measures = measureRegion(lines, region, share);
    return {
      ...region,
      kind: moved.has(region) ? 'moved' : kindOf(measures),
      severity: severityOf(region, lines.canvas, measures.contrast),
      base: moved.get(region) ?? lines.boxBefore(region),
    };
  });
}

/** Share of common edges from which it is the same shape. */
const sameEdges = 0.85;

function kindOf({ before, after, hasEdges, commonEdges }: Measures): RegionKind {
  if (before.missing > 0.5) return 'added';
  if (after.missing > 0.5) return 'removed';
  const [wasEmpty, isEmpty] = [before, after].map(isBackground);
  if (wasEmpty !== isEmpty) return wasEmpty ? 'added' : 'removed';
  const isSameShape = hasEdges ? commonEdges >= sameEdges : before.flat !== null && after.flat !== null;
  if (isSameShape) return 'recolored';
  return isText(before) && isText(after) && before.ground === after.ground ? 'text' : 'changed';
}

const isBackground = ({ flat, surroundings }: Side) => flat !== null && flat === surroundings;

/** Strokes of text are thinner than this on average, in pixels, and more than one or two lines. */
const [thickest, fewest] = [10, 6];

const isText = ({ ground, strokes, strokePixels }: Side) =>
  ground !== null && strokes >= fewest && strokePixels <= strokes * thickest;

/** Shares of the canvas, and brightness of 255. */
const [littleArea, muchArea, littleContrast] = [0.0001, 0.01, 16];

export function severityOf(
  { diffPixels }: Pick<Region, 'diffPixels'>,
  { width, height }: { width: number; height: number },
  contrast = 255,
): Severity {
  const area = diffPixels / (width * height);
  if (area < littleArea || contrast < littleContrast) return 'low';
  return area >= muchArea ? 'high' : 'medium';
}
