import type { LayoutTree, TreeNode } from '../tree/LayoutTree.js';

/** Which node of one record is which of the other. */
export class Matching {
  readonly #after: (TreeNode | undefined)[];
  readonly #before: (TreeNode | undefined)[];

  constructor(
    readonly before: LayoutTree,
    readonly after: LayoutTree,
  ) {
    this.#after = new Array(before.nodes.length);
    this.#before = new Array(after.nodes.length);
  }

  afterOf(node: TreeNode): TreeNode | undefined {
    return this.#after[node.place];
  }

  beforeOf(node: TreeNode): TreeNode | undefined {
    return this.#before[node.place];
  }

  pair(before: TreeNode, after: TreeNode): void {
    if (this.#after[before.place] || this.#before[after.place]) throw new Error('a node is matched once');
    this.#after[before.place] = after;
    this.#before[after.place] = before;
  }

  /** Pairs subtrees of the same elements, node by node, except for what is paired already. */
  pairWhole(before: TreeNode, after: TreeNode): void {
    const waiting: [TreeNode, TreeNode][] = [[before, after]];
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const [node, other] = next;
      if (!this.afterOf(node) && !this.beforeOf(other)) this.pair(node, other);
      node.children.forEach((child, place) => {
        const counterpart = other.children[place];
        if (counterpart) waiting.push([child, counterpart]);
      });
    }
  }
}
