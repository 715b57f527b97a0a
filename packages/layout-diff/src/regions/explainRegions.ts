import type { Boxes } from '../causes/Cause.js';
import type { Frame, LayoutDiff } from '../diffLayouts.js';
import type { Box } from '../tree/LayoutTree.js';
import type { DrawnPlace } from './findDrawn.js';

/** Why no cause explains a region: what draws it is in no record, or nothing but the rendering differs. */
export type UnexplainedKind = DrawnPlace['kind'] | 'rendering' | 'notRecorded';

export interface RegionExplanation {
  /** For each cause the places of the regions that it explains, in part or whole. */
  regionsOf: number[][];
  /** For each cause whether it alone explains every region: no other one can have changed pixels there, and nothing is missing. */
  isWhole: boolean[];
  /** Regions that all causes together do not explain. */
  unexplained: { region: number; kind: UnexplainedKind }[];
}

/** Points of a region that are looked at, in each direction. */
const points = 12;
/** Of them a cause has to reach as many to explain a region: changed pixels are next to boxes, too. */
const enough = 0.75;
const some = 0.1;
/** What is drawn may reach beyond its box: italics, anti-aliasing. In CSS pixels. */
const overhang = 2;

/**
 * Says which changed regions of the images each cause explains.
 * @param regions in pixels of the images, whose top left corners are at the same place
 */
export function explainRegions(
  { causes, frames, drawn, isPartial }: LayoutDiff,
  regions: readonly Box[],
): RegionExplanation {
  const painted = causes.map((cause) => toPixels(cause.painted, frames, overhang));
  const seen = regions.map((region) => painted.map((boxes) => pointsIn(region, boxes)));
  const total = points * points;
  const covers = (reached: ReadonlySet<number>) => reached.size >= enough * total;
  // Of a small element in a large region, no point may be looked at.
  const visible = causes.filter(({ painted: boxes }) =>
    toPixels(boxes, frames, 0).some((box) => regions.some((region) => overlap(box, region))),
  );
  const [only = null, ...others] = visible;
  const drawnBoxes = drawn.map(({ kind, box }) => ({ kind, boxes: [placed(box, frames.after, 0)] }));
  return {
    regionsOf: causes.map((_, cause) =>
      regions.flatMap((_, region) => ((seen[region]?.[cause]?.size ?? 0) >= some * total ? [region] : [])),
    ),
    isWhole: causes.map(
      (cause, place) =>
        cause === only &&
        others.length === 0 &&
        !isPartial &&
        seen.every((reached) => covers(reached[place] ?? none)),
    ),
    unexplained: regions.flatMap((region, place) => {
      const all = new Set(seen[place]?.flatMap((reached) => [...reached]));
      if (covers(all)) return [];
      const drawing = drawnBoxes.find(({ boxes }) => pointsIn(region, boxes).size >= total / 2);
      return [{ region: place, kind: drawing?.kind ?? (isPartial ? 'notRecorded' : 'rendering') }];
    }),
  };
}

const toPixels = ({ before, after }: Boxes, frames: LayoutDiff['frames'], beyond: number): Box[] => [
  ...before.map((box) => placed(box, frames.before, beyond)),
  ...after.map((box) => placed(box, frames.after, beyond)),
];

function placed({ x, y, width, height }: Box, { scale, origin }: Frame, beyond: number): Box {
  return {
    x: (x - origin[0] - beyond) * scale,
    y: (y - origin[1] - beyond) * scale,
    width: (width + 2 * beyond) * scale,
    height: (height + 2 * beyond) * scale,
  };
}

const overlap = (one: Box, other: Box): boolean =>
  one.x < other.x + other.width &&
  one.x + one.width > other.x &&
  one.y < other.y + other.height &&
  one.y + one.height > other.y;

/** Most causes have nothing to do with most regions. */
const none: ReadonlySet<number> = new Set();

/** The points of a region that are in one of the boxes. */
function pointsIn(region: Box, boxes: readonly Box[]): ReadonlySet<number> {
  const near = boxes.filter((box) => overlap(box, region));
  if (near.length === 0) return none;
  const found = new Set<number>();
  for (let point = 0; point < points * points; point++) {
    const x = region.x + (((point % points) + 0.5) / points) * region.width;
    const y = region.y + ((Math.floor(point / points) + 0.5) / points) * region.height;
    if (near.some((box) => x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height))
      found.add(point);
  }
  return found;
}

/** A box of a record in pixels of its image. */
export const toImage = (box: Box, frame: Frame): Box => placed(box, frame, 0);
