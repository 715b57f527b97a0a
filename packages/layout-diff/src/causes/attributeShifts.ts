import type { Matching } from '../match/Matching.js';
import { findHosts } from '../match/matchTrees.js';
import type { TreeNode } from '../tree/LayoutTree.js';
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
  return shifts.filter((shift) => {
    const draft = findDraft(marks, matching, shift);
    draft?.shifted.push(shift.pair);
    return !draft;
  });
}

/** @param host the element of the page after that held it before */
function mark(
  marks: Map<TreeNode, Mark[]>,
  { draft, isOutward }: Pick<Mark, 'draft' | 'isOutward'>,
  after: TreeNode | undefined,
  host: TreeNode | undefined,
): void {
  // Where something went from, too.
  if (host && isOfTree(draft)) note(marks, host, { draft, branch: null, isOutward });
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

function findDraft(marks: ReadonlyMap<TreeNode, Mark[]>, matching: Matching, { pair }: Shift): Draft | null {
  let from: TreeNode | null = null;
  for (let node: TreeNode | null = pair.after; node; node = node.parent) {
    const found = marks
      .get(node)
      ?.find((mark) => (from === null ? true : mark.branch !== from && canShift(mark, matching)));
    if (found) return found.draft;
    from = node;
  }
  return null;
}

function canShift({ branch, isOutward }: Mark, matching: Matching): boolean {
  if (branch === null || isOutward) return true;
  const before = matching.beforeOf(branch);
  return !before || shiftOf({ before, after: branch } satisfies Pair) !== null;
}
