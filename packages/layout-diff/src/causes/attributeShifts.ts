import type { Matching } from '../match/Matching.js';
import { findHosts } from '../match/matchTrees.js';
import type { Box, TreeNode } from '../tree/LayoutTree.js';
import type { Draft, Place } from './Draft.js';
import { affectsOutside } from './propertyEffects.js';
import type { Pair } from './StyleChange.js';
import { type Shift, shiftOf } from './shiftOf.js';

/** A cause below or at a node; `branch` is the node's child that holds it, null at the place of the cause itself. */
interface Mark {
  draft: Draft;
  branch: TreeNode | null;
  /** Whether the branch itself came, went, or moves others by what it is now. */
  isOutward: boolean;
}

/** Places of one cause that are looked at. */
const mostPlaces = 500;
/** Causes kept for each node. */
const mostMarks = 8;

/**
 * Tells of each box that changed which cause it follows from: the nearest one that can have moved it.
 * @returns those that no cause can have moved
 */
export function attributeShifts(
  matching: Matching,
  drafts: readonly Draft[],
  shifts: readonly Shift[],
): Shift[] {
  const marks = new Map<TreeNode, Mark[]>();
  const hosts = findHosts(matching.before, (node) => matching.afterOf(node) !== undefined);
  const hostOf = ({ before }: Place) => {
    const host = before && hosts.get(before);
    return host ? matching.afterOf(host) : undefined;
  };
  for (const draft of drafts) {
    if (!draft.affectsLayout) continue;
    const isOutward = isOfTree(draft) || draft.changes.some(({ property }) => affectsOutside(property));
    for (const place of [...draft.places, ...draft.changes].slice(0, mostPlaces))
      mark(marks, { draft, isOutward }, place.after, hostOf(place));
  }
  return shifts.flatMap((shift): Shift[] => {
    const draft = findDraft(marks, matching, shift, canShift);
    if (!draft) return [shift];
    draft.shifted.push(shift.pair);
    const isResized = shift.dWidth !== 0 || shift.dHeight !== 0;
    // What moved an element may not be what made it larger.
    return !isResized || findDraft(marks, matching, shift, canResize) ? [] : [{ ...shift, dx: 0, dy: 0 }];
  });
}

/** @param host the element of the page after that held it before */
function mark(
  marks: Map<TreeNode, Mark[]>,
  { draft, isOutward }: Pick<Mark, 'draft' | 'isOutward'>,
  after: TreeNode | undefined,
  host: TreeNode | undefined,
): void {
  // Where something that is elsewhere now went from, too.
  if (host && after && isOfTree(draft)) note(marks, host, { draft, branch: null, isOutward });
  let branch: TreeNode | null = null;
  for (let node = after ?? host; node; node = node.parent ?? undefined) {
    if (!note(marks, node, { draft, branch, isOutward: isOutward && (branch === null || branch === after) }))
      return;
    branch = node;
  }
}

const isOfTree = ({ kind }: Draft): boolean => ['inserted', 'removed', 'moved'].includes(kind);

/** @returns whether it was new there */
function note(marks: Map<TreeNode, Mark[]>, node: TreeNode, mark: Mark): boolean {
  const here = marks.get(node) ?? [];
  if (here.some(({ draft, branch }) => draft === mark.draft && branch === mark.branch)) return false;
  if (here.length < mostMarks) here.push(mark);
  marks.set(node, here);
  return true;
}

/** A cause and what it is said to have moved or resized: `from`, of the children of a node, is the one that holds it. */
interface Claim {
  mark: Mark;
  from: TreeNode;
  shift: Shift;
  matching: Matching;
}

function findDraft(
  marks: ReadonlyMap<TreeNode, Mark[]>,
  matching: Matching,
  shift: Shift,
  can: (claim: Claim) => boolean,
): Draft | null {
  let from: TreeNode | null = null;
  for (let node: TreeNode | null = shift.pair.after; node; node = node.parent) {
    const child = from;
    const found = marks
      .get(node)
      ?.find(
        (mark) => child === null || (mark.branch !== child && can({ mark, from: child, shift, matching })),
      );
    if (found) return found.draft;
    from = node;
  }
  return null;
}

function canShift({ mark: { branch, isOutward }, matching }: Claim): boolean {
  if (branch === null || isOutward) return true;
  const before = matching.beforeOf(branch);
  return !before || shiftOf({ before, after: branch } satisfies Pair) !== null;
}

/**
 * What came or went beside an element takes space from it or leaves space to it; the size of what is further down follows that of
 * all that hold it.
 */
function canResize(claim: Claim): boolean {
  const { mark, from, shift, matching } = claim;
  if (!canShift(claim)) return false;
  const sign = signs[mark.draft.kind];
  if (sign === undefined) return true;
  let outermost = shift;
  for (let node: TreeNode | null = shift.pair.after; node && node !== from; ) {
    node = node.parent;
    const before = node && matching.beforeOf(node);
    const above = node && before ? shiftOf({ before, after: node }) : null;
    if (!above || (above.dWidth === 0 && above.dHeight === 0)) return false;
    outermost = above;
  }
  return (
    isSideBySide(mark.draft, outermost.pair) || isWidened(from, matching) || outermost.dHeight * sign < 0
  );
}

/** Whether a cause adds something beside others, or takes it away. */
const signs: Partial<Record<Draft['kind'], 1 | -1>> = { inserted: 1, removed: -1 };

/** Whether what holds an element has another width, which those in it may take. */
function isWidened({ parent }: TreeNode, matching: Matching): boolean {
  const before = parent && matching.beforeOf(parent);
  return Boolean(parent && before && shiftOf({ before, after: parent })?.dWidth);
}

/** Of places that are looked at. */
const mostNeighbors = 20;

/** Whether some of what came or went is in a row with an element, which then may be as high as it. */
const isSideBySide = ({ places }: Draft, pair: Pair): boolean =>
  places
    .slice(0, mostNeighbors)
    .some(
      ({ before, after }) =>
        (after && areLevel(after.box, pair.after.box)) || (before && areLevel(before.box, pair.before.box)),
    );

const areLevel = (one: Box, other: Box): boolean =>
  one.y + 1 < other.y + other.height && other.y + 1 < one.y + one.height;
