import type { Box, TreeNode } from '../tree/LayoutTree.js';
import type { Boxes } from './Cause.js';
import type { Draft } from './Draft.js';
import { topmostMoved } from './findPositionChanges.js';
import { paintedBy } from './propertyEffects.js';
import type { Pair, StyleChange } from './StyleChange.js';
import { type Shift, shiftOf } from './shiftOf.js';

/** Boxes of one cause; beyond them a region may stay unexplained, never the reverse. */
const mostBoxes = 4_000;

/** Where a cause can have changed pixels: where it draws itself, and where things were and are that it moved. */
export function paintedBoxes(draft: Draft): Boxes {
  const boxes: Boxes = { before: [], after: [] };
  if (draft.isHidden) return boxes;
  const add = (side: keyof Boxes, found: readonly Box[]) => {
    if (boxes[side].length < mostBoxes) boxes[side].push(...found);
  };
  const addPair = ({ before, after }: Pair, boxesOf: (node: TreeNode) => Box[]) => {
    add('before', boxesOf(before));
    add('after', boxesOf(after));
  };
  for (const change of draft.changes) addChange(change, addPair);
  if (draft.kind !== 'style' && draft.kind !== 'customProperty') {
    for (const { before, after } of draft.places) {
      if (before) add('before', [extentOf(before)]);
      if (after) add('after', [extentOf(after)]);
    }
  }
  const shifts = draft.shifted.flatMap((pair) => shiftOf(pair) ?? []);
  for (const { pair } of topmostMoved(shifts)) addPair(pair, (node) => [extentOf(node)]);
  for (const shift of shifts) {
    const { before, after } = resizedBoxes(shift);
    add('before', before);
    add('after', after);
  }
  return boxes;
}

function addChange(
  change: StyleChange,
  addPair: (pair: Pair, boxesOf: (node: TreeNode) => Box[]) => void,
): void {
  const { property, from, to, followers } = change;
  switch (paintedBy(property)) {
    case 'subtree':
      addPair(change, (node) => [extentOf(node)]);
      return;
    case 'box':
      addPair(change, (node) => [isOfCanvas(node) ? everywhere : boxOf(node)]);
      return;
    case 'frame':
      addPair(change, (node) => frameOf(boxOf(node), Math.max(reachOf(from), reachOf(to))));
      return;
    case 'text':
      for (const pair of [change, ...followers]) {
        addPair(pair, (node) => (isDrawnItself(node) ? [boxOf(node)] : frameOf(boxOf(node), 4)));
      }
  }
}

/** Lengths of a record are at most as long. */
const everywhere: Box = { x: -1e7, y: -1e7, width: 2e7, height: 2e7 };

/** Browsers draw the background of the root, or else of the body, on all of the page. */
const isOfCanvas = ({ tag, parent }: TreeNode): boolean =>
  (tag === 'html' && parent === null) || (tag === 'body' && parent?.tag === 'html' && parent.parent === null);

const isDrawnItself = ({ text, children, tag }: TreeNode): boolean =>
  text !== '' || children.length === 0 || tag.startsWith('::');

/** A pseudo-element may have no box of its own in a record. */
const boxOf = (node: TreeNode): Box =>
  node.box.width === 0 && node.box.height === 0 && node.parent && node.tag.startsWith('::')
    ? node.parent.box
    : node.box;

/** The box around a node and all that is in it. */
function extentOf(node: TreeNode): Box {
  const own = boxOf(node);
  let [left, top, right, bottom] = [own.x, own.y, own.x + own.width, own.y + own.height];
  const waiting = [...node.children];
  for (let child = waiting.pop(); child; child = waiting.pop()) {
    const { x, y, width, height } = boxOf(child);
    if (width > 0 && height > 0) {
      [left, top] = [Math.min(left, x), Math.min(top, y)];
      [right, bottom] = [Math.max(right, x + width), Math.max(bottom, y + height)];
    }
    waiting.push(...child.children);
  }
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** Characters of a value that are looked at: that takes the square of its length. */
const mostCharacters = 2_000;

/** How far around the edge of a box a border, an outline or a shadow draws. */
const reachOf = (value: string): number =>
  Math.min(
    100,
    (value.slice(0, mostCharacters).match(/-?[\d.]+(?=px)/g) ?? []).reduce(
      (sum, length) => sum + Math.abs(Number(length)),
      3,
    ),
  );

/** Bands along the edges of a box, as far inside as outside. */
function frameOf({ x, y, width, height }: Box, reach: number): Box[] {
  if (width <= 2 * reach || height <= 2 * reach)
    return [{ x: x - reach, y: y - reach, width: width + 2 * reach, height: height + 2 * reach }];
  const across = { x: x - reach, width: width + 2 * reach, height: 2 * reach };
  const down = { y: y - reach, width: 2 * reach, height: height + 2 * reach };
  return [
    { ...across, y: y - reach },
    { ...across, y: y + height - reach },
    { ...down, x: x - reach },
    { ...down, x: x + width - reach },
  ];
}

/** What is in one box and not in the other, and their edges; all of it where text may flow in another way. */
function resizedBoxes({ pair, dWidth, dHeight }: Shift): Boxes {
  if (dWidth === 0 && dHeight === 0) return { before: [], after: [] };
  const [before, after] = [boxOf(pair.before), boxOf(pair.after)];
  if (isDrawnItself(pair.after) || isDrawnItself(pair.before)) return { before: [before], after: [after] };
  return {
    before: [...frameOf(before, 4), ...beyond(before, after)],
    after: [...frameOf(after, 4), ...beyond(after, before)],
  };
}

/** Bands of a box right of and below another one. */
function beyond(box: Box, other: Box): Box[] {
  const right = Math.max(box.x, Math.min(box.x + box.width, other.x + other.width));
  const bottom = Math.max(box.y, Math.min(box.y + box.height, other.y + other.height));
  return [
    { x: right, y: box.y, width: box.x + box.width - right, height: box.height },
    { x: box.x, y: bottom, width: box.width, height: box.y + box.height - bottom },
  ].filter(({ width, height }) => width > 0 && height > 0);
}
