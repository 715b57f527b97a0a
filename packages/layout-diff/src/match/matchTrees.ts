import type { LayoutTree, TreeNode } from '../tree/LayoutTree.js';
import { bestPairs, longestCommon } from './longestCommon.js';
import { Matching } from './Matching.js';
import { similarity } from './similarity.js';

/**
 * Tells which node of one record is which of the other: what can only be one node matches first, wherever it is; then the
 * children of those that match, in their order; then what is left and says the same.
 */
export function matchTrees(before: LayoutTree, after: LayoutTree): Matching {
  const matching = new Matching(before, after);
  matchUnique(matching);
  alignBelow(matching, [[before.roots, after.roots]]);
  const found = matchLeft(matching);
  alignBelow(
    matching,
    found.map(([a, b]) => [a.children, b.children]),
  );
  return matching;
}

/** Subtrees that say enough to be known again anywhere. */
const isTelling = ({ size, text, kind, testId }: TreeNode) =>
  size >= 4 || text.length >= 16 || kind === 'image' || testId !== '';

function matchUnique(matching: Matching): void {
  const unique = (nodes: readonly TreeNode[], keyOf: (node: TreeNode) => number | string | null) => {
    const found = new Map<number | string, TreeNode | null>();
    for (const node of nodes) {
      const key = keyOf(node);
      if (key !== null) found.set(key, found.has(key) ? null : node);
    }
    return found;
  };
  const { before, after } = matching;
  const pairUnique = (
    keyOf: (node: TreeNode) => number | string | null,
    pair: (before: TreeNode, after: TreeNode) => void,
  ) => {
    const others = unique(after.nodes, keyOf);
    for (const [key, node] of unique(before.nodes, keyOf)) {
      const other = others.get(key);
      if (node && other && !matching.afterOf(node) && !matching.beforeOf(other)) pair(node, other);
    }
  };
  pairUnique(
    (node) => (isTelling(node) ? node.meaning : null),
    (a, b) => {
      if (isWholeFree(matching, a, b)) matching.pairWhole(a, b);
    },
  );
  pairUnique(
    ({ testId, id, tag }) => (testId ? `test ${testId}` : id && !id.includes('#') ? `id ${tag} ${id}` : null),
    (a, b) => matching.pair(a, b),
  );
}

/** A part of it may have been paired with another node before: then it is aligned child by child. */
const isWholeFree = (matching: Matching, before: TreeNode, after: TreeNode): boolean =>
  !matching.afterOf(before) && !matching.beforeOf(after);

type Lists = [readonly TreeNode[], readonly TreeNode[]];

/** Aligns lists of children, then the children of those that match. */
function alignBelow(matching: Matching, lists: Lists[]): void {
  for (let pair = lists.pop(); pair; pair = lists.pop()) {
    alignChildren(matching, pair);
    for (const node of pair[0]) {
      const other = matching.afterOf(node);
      if (!other) lists.push([node.children, []]);
      else if (node.meaning !== other.meaning) lists.push([node.children, other.children]);
      else matching.pairWhole(node, other);
    }
  }
}

/** Weighing two elements takes longer than comparing what they say. */
const mostWeighed = 3_600;

function alignChildren(matching: Matching, [listBefore, listAfter]: Lists): void {
  const isFree = (node: TreeNode) => !matching.afterOf(node);
  const isLeft = (node: TreeNode) => !matching.beforeOf(node);
  if (isInPlace(matching, listBefore, listAfter)) {
    listBefore.forEach((node, place) => {
      const other = listAfter[place];
      if (other && isFree(node) && isLeft(other)) matching.pair(node, other);
    });
    return;
  }
  const pairFree = (pairs: [number, number][], before: readonly TreeNode[], after: readonly TreeNode[]) => {
    for (const [a, b] of pairs) {
      const [node, other] = [before[a], after[b]];
      if (node && other && isFree(node) && isLeft(other)) matching.pair(node, other);
    }
  };
  const same = (a: TreeNode, b: TreeNode) =>
    isFree(a) && isLeft(b) ? a.meaning === b.meaning : matching.afterOf(a) === b;
  pairFree(longestCommon(listBefore, listAfter, same), listBefore, listAfter);
  for (const keyOf of [meaningOf, nameOf]) {
    const left = groupBy(listAfter.filter(isLeft), keyOf);
    for (const node of listBefore.filter(isFree)) {
      const key = keyOf(node);
      const other = key === null ? undefined : left.get(key)?.shift();
      if (other) matching.pair(node, other);
    }
  }
  const [restBefore, restAfter] = [listBefore.filter(isFree), listAfter.filter(isLeft)];
  pairFree(bestPairs(restBefore, restAfter, similarity, mostWeighed), restBefore, restAfter);
}

const meaningOf = ({ meaning }: TreeNode): string => `${meaning}`;
/** Null for an element that has no name of its own. */
const nameOf = ({ testId, id, role, name }: TreeNode): string | null =>
  testId || id ? `${testId} ${id}` : role && name ? `${role} ${name}` : null;

function groupBy(
  nodes: readonly TreeNode[],
  keyOf: (node: TreeNode) => string | null,
): Map<string, TreeNode[]> {
  const groups = new Map<string, TreeNode[]>();
  for (const node of nodes) {
    const key = keyOf(node);
    if (key === null) continue;
    const group = groups.get(key);
    if (group) group.push(node);
    else groups.set(key, [node]);
  }
  return groups;
}

/**
 * Whether the same elements say other things, as cells of a table do: then a value that another cell had before has not moved.
 */
function isInPlace(matching: Matching, before: readonly TreeNode[], after: readonly TreeNode[]): boolean {
  if (before.length !== after.length) return false;
  const isSameElement = (a: TreeNode, b: TreeNode | undefined) =>
    b !== undefined &&
    a.shape === b.shape &&
    (matching.afterOf(a) ?? b) === b &&
    (matching.beforeOf(b) ?? a) === a;
  if (!before.every((node, place) => isSameElement(node, after[place]))) return false;
  const meanings = (nodes: readonly TreeNode[]) => nodes.map(({ meaning }) => meaning).sort((a, b) => a - b);
  const sorted = meanings(after);
  if (meanings(before).every((meaning, place) => meaning === sorted[place]))
    return before.every(({ meaning }, place) => meaning === after[place]?.meaning);
  const stayed = before.filter(({ meaning }, place) => meaning === after[place]?.meaning).length;
  const common = longestCommon(before, after, (a, b) => a.meaning === b.meaning).length;
  return stayed >= common || common <= before.length / 2;
}

/** Of those that say the same, so many are looked at for the one below the same element. */
const mostCandidates = 50;

/** What is unmatched on both sides and says the same: it is at another place, or below another element. */
function matchLeft(matching: Matching): [TreeNode, TreeNode][] {
  const { before, after } = matching;
  const left = groupBy(
    after.nodes.filter((node) => !matching.beforeOf(node)),
    meaningOf,
  );
  const found: [TreeNode, TreeNode][] = [];
  const hosts = findHosts(before, (node) => matching.afterOf(node) !== undefined);
  const hostsAfter = findHosts(after, (node) => matching.beforeOf(node) !== undefined);
  for (const node of before.nodes) {
    if (matching.afterOf(node)) continue;
    const group = left.get(meaningOf(node)) ?? [];
    while (group[0] && matching.beforeOf(group[0])) group.shift();
    const candidates = group.slice(0, mostCandidates).filter((other) => !matching.beforeOf(other));
    const home = hosts.get(node) ?? null;
    const other =
      candidates.find((candidate) => hostsAfter.get(candidate) === (home && matching.afterOf(home))) ??
      (isTelling(node) ? candidates[0] : undefined);
    if (!other) continue;
    matching.pairWhole(node, other);
    found.push([node, other]);
  }
  return found;
}

/** For each node of one side the nearest one above it that is matched. */
export function findHosts(
  { nodes }: LayoutTree,
  isMatched: (node: TreeNode) => boolean,
): ReadonlyMap<TreeNode, TreeNode | null> {
  const hosts = new Map<TreeNode, TreeNode | null>();
  for (const node of nodes) {
    const { parent } = node;
    hosts.set(node, parent && (isMatched(parent) ? parent : (hosts.get(parent) ?? null)));
  }
  return hosts;
}
