import type { Cause } from './causes/Cause.js';
import { findCauses } from './causes/findCauses.js';
import { presentCause } from './causes/presentCause.js';
import { matchTrees } from './match/matchTrees.js';
import type { LayoutRecord } from './record/LayoutRecord.js';
import { type DrawnPlace, findDrawn } from './regions/findDrawn.js';
import { readTrees } from './tree/readTrees.js';

/** Where the image of a record is in its page. */
export interface Frame {
  scale: number;
  origin: readonly [x: number, y: number];
}

/** What changed between two records of a page, and because of what. */
export interface LayoutDiff {
  /** The likeliest first. */
  causes: Cause[];
  /** Whether one of the records was cut off, so that there may be others. */
  isPartial: boolean;
  frames: { before: Frame; after: Frame };
  /** Elements that draw pixels of their own, which no record holds. */
  drawn: DrawnPlace[];
}

/** Compares two records. Deterministic; a record and itself have no causes. */
export function diffLayouts(before: LayoutRecord, after: LayoutRecord): LayoutDiff {
  const trees = readTrees(before, after);
  const matching = matchTrees(trees.before, trees.after);
  return {
    causes: findCauses(matching).map(presentCause),
    isPartial: before.partial !== undefined || after.partial !== undefined,
    frames: { before: frameOf(before), after: frameOf(after) },
    drawn: findDrawn(trees.after),
  };
}

const frameOf = ({ scale, origin }: LayoutRecord): Frame => ({ scale, origin });
