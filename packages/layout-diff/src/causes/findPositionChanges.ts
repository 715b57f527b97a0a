import type { TreeNode } from '../tree/LayoutTree.js';
import type { Draft } from './Draft.js';
import type { Shift } from './shiftOf.js';

const px = (length: number): string => `${Math.round(length * 100) / 100}px`;

/**
 * Sizes that changed for a reason that no record has, as `width` itself: a width where it is outermost, since what is in an
 * element takes its width, and a height where it is innermost, since an element takes the height of what is in it.
 */
export function findSizeChanges(shifts: readonly Shift[]): Draft[] {
  const wider = new Set(shifts.filter(({ dWidth }) => dWidth !== 0).map(({ pair }) => pair.after));
  const around = new Set<TreeNode>();
  for (const node of wider) {
    for (let holder = node.parent; holder && !around.has(holder); holder = holder.parent) around.add(holder);
  }
  const below = new Set<TreeNode>();
  for (const node of wider) addBelow(node, below);
  const outermost = shifts.filter(({ pair }) => !below.has(pair.after));
  const widths = outermost.filter(({ dWidth }) => dWidth !== 0);
  const taller = outermost.filter(({ dHeight, pair }) => dHeight !== 0 && !wider.has(pair.after));
  const holders = new Set(taller.map(({ pair }) => pair.after.parent));
  const heights = taller.filter(({ pair }) => !holders.has(pair.after) && !around.has(pair.after));
  return [
    ...group(widths, 'width', ({ pair }) => [px(pair.before.box.width), px(pair.after.box.width)]),
    ...group(heights, 'height', ({ pair }) => [px(pair.before.box.height), px(pair.after.box.height)]),
  ];
}

/** Adds all that is in a node. */
function addBelow(node: TreeNode, below: Set<TreeNode>): void {
  const waiting = below.has(node) ? [] : [...node.children];
  for (let child = waiting.pop(); child; child = waiting.pop()) {
    if (below.has(child)) continue;
    below.add(child);
    waiting.push(...child.children);
  }
}

/** Elements at another place, without any of those that hold them. */
export function findPlaceChanges(shifts: readonly Shift[]): Draft[] {
  const outermost = topmostMoved(shifts);
  return group(outermost, null, ({ dx, dy }) => [null, `${px(dx)} ${px(dy)}`]);
}

/** Those that did not just move with what holds them. */
export function topmostMoved(shifts: readonly Shift[]): Shift[] {
  const of = new Map(shifts.map((shift) => [shift.pair.after, shift]));
  return shifts.filter(({ pair, dx, dy }) => {
    if (dx === 0 && dy === 0) return false;
    const above = pair.after.parent && of.get(pair.after.parent);
    return !above || above.dx !== dx || above.dy !== dy;
  });
}

function group(
  shifts: readonly Shift[],
  property: string | null,
  valuesOf: (shift: Shift) => [from: string | null, to: string | null],
): Draft[] {
  const drafts = new Map<string, Draft>();
  for (const shift of shifts) {
    const [from, to] = valuesOf(shift);
    const key = JSON.stringify([from, to]);
    const draft: Draft = drafts.get(key) ?? {
      kind: 'position',
      property,
      from,
      to,
      places: [],
      changes: [],
      shifted: [],
      affectsLayout: true,
    };
    draft.places.push(shift.pair);
    drafts.set(key, draft);
  }
  return [...drafts.values()];
}
