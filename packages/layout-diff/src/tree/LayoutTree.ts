import type { LayoutRecord } from '../record/LayoutRecord.js';

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A node of a record, with its texts. Those that it does not have are empty. */
export interface TreeNode {
  readonly place: number;
  readonly parent: TreeNode | null;
  readonly children: TreeNode[];
  /** How many nodes are above it. */
  readonly depth: number;
  readonly tag: string;
  /** The computed values in the order of `recordedProperties`. */
  readonly values: readonly string[];
  readonly box: Box;
  readonly id: string;
  readonly testId: string;
  readonly role: string;
  readonly name: string;
  readonly text: string;
  readonly content: string;
  /** Without what differs between builds. */
  readonly classes: readonly string[];
  readonly attributes: ReadonlyMap<string, string>;
  readonly kind: 'image' | 'canvas' | 'video' | 'frame' | null;
  readonly image: string;
  /** Nodes in its subtree, itself included. */
  size: number;
  /** Equal for subtrees of the same elements, whatever they say. */
  shape: number;
  /** Equal for subtrees of the same elements that say the same; how they look does not matter. */
  meaning: number;
}

export interface LayoutTree {
  readonly record: LayoutRecord;
  readonly nodes: readonly TreeNode[];
  readonly roots: readonly TreeNode[];
}
