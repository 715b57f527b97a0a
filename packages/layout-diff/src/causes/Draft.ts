import type { TreeNode } from '../tree/LayoutTree.js';
import type { CauseKind } from './Cause.js';
import type { Pair, StyleChange } from './StyleChange.js';

/** An element as far as it is in each record. */
export interface Place {
  before?: TreeNode;
  after?: TreeNode;
}

/** A cause while it is being put together. */
export interface Draft {
  kind: CauseKind;
  property: string | null;
  from: string | null;
  to: string | null;
  /** Where it changed, in document order. */
  places: Place[];
  /** The values that changed with it. */
  changes: StyleChange[];
  /** What is elsewhere, or of another size, because of it. */
  shifted: Pair[];
  /** Whether boxes can change because of it. */
  affectsLayout: boolean;
  /** Nobody sees it: an attribute for other programs, a custom property that nothing uses. */
  isHidden?: boolean;
}
