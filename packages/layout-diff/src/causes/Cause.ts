import type { Box } from '../tree/LayoutTree.js';

export const causeKinds = [
  'customProperty',
  'style',
  'text',
  'attribute',
  'image',
  'inserted',
  'removed',
  'moved',
  'font',
  'position',
] as const;
export type CauseKind = (typeof causeKinds)[number];

/** Boxes in each record, in CSS pixels of the page. */
export interface Boxes {
  before: Box[];
  after: Box[];
}

/** What else is elsewhere because of a cause. */
export interface Effect {
  /** Elements at another place; what moved with an element that holds it does not count. */
  moved: number;
  /** How far most of them moved, in CSS pixels. */
  dx: number;
  dy: number;
  /** Elements of another size. */
  resized: number;
}

/** Something that was changed, as opposed to what changed because of it. */
export interface Cause {
  kind: CauseKind;
  /** Of a style or attribute its name; of a position `width`, `height` or null for the place; else null. */
  property: string | null;
  from: string | null;
  to: string | null;
  /** The first element at which it changed. */
  element: string;
  /** What all of them are part of, by test id or class; null where they are of several, or of none. */
  component: string | null;
  /** Elements at which it changed; those that only inherit it do not count. */
  count: number;
  /** Null where nothing else is elsewhere. */
  effect: Effect | null;
  /** Equal for the same cause in other pairs of records. */
  signature: string;
  /** One sentence without its full stop; what is between backticks is code. */
  text: string;
  /** The elements at which it changed, at most 20. */
  boxes: Boxes;
  /** Where it can have changed pixels. */
  painted: Boxes;
}
