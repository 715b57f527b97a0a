import type { TreeNode } from '../tree/LayoutTree.js';
import type { Draft } from './Draft.js';
import type { StyleChange } from './StyleChange.js';
import type { Shift } from './shiftOf.js';

/**
 * Whether a value that browsers give as laid out was changed itself: nothing near it was, and its surroundings have the sizes
 * that they had.
 */
export function isBesides(change: StyleChange, drafts: readonly Draft[], shifts: readonly Shift[]): boolean {
  const { after, property } = change;
  // Tracks follow from the size of their grid and from what is in it, margins from what is beside them.
  const isOfGrid = property === 'grid-template-columns' || property === 'grid-template-rows';
  const home = (isOfGrid ? null : after.parent) ?? after;
  const homeBefore = (isOfGrid ? null : change.before.parent) ?? change.before;
  const isNear = ({ after: node, before }: { after?: TreeNode; before?: TreeNode }) => {
    const other = node ?? before?.parent;
    return (
      other !== undefined &&
      other !== null &&
      (isWithin(other, home) || isWithin(after, other) || isWithin(other, homeBefore))
    );
  };
  if (drafts.some(({ affectsLayout, places }) => affectsLayout && places.some(isNear))) return false;
  if (property === 'margin') return !shifts.some((shift) => isResized(shift) && isHome(shift, home));
  if (!isOfGrid) return true;
  const resized = shifts.find(({ pair }) => pair.after === after);
  return !(property === 'grid-template-columns' ? resized?.dWidth : resized?.dHeight);
}

function isWithin(node: TreeNode, holder: TreeNode): boolean {
  for (let at: TreeNode | null = node; at; at = at.parent) if (at === holder) return true;
  return false;
}

const isResized = ({ dWidth, dHeight }: Shift): boolean => dWidth !== 0 || dHeight !== 0;
/** The element that holds another one, or one of those in it. */
const isHome = ({ pair }: Shift, home: TreeNode): boolean =>
  pair.after === home || pair.after.parent === home;
