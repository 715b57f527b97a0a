import type { RecordedProperty } from '../record/recordedProperties.js';
import type { TreeNode } from '../tree/LayoutTree.js';

/** An element that both records have. */
export interface Pair {
  before: TreeNode;
  after: TreeNode;
}

/** A computed value that changed at an element, and not because another did. */
export interface StyleChange extends Pair {
  property: RecordedProperty;
  from: string;
  to: string;
  /** Where the value changed because it did here. */
  followers: Pair[];
  /** The browser may have computed it from the sizes of other elements, as it does with `margin: auto`. */
  isComputed: boolean;
}
