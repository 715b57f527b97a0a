import type { Matching } from '../match/Matching.js';
import type { TreeNode } from '../tree/LayoutTree.js';
import type { Draft, Place } from './Draft.js';

/**
 * Takes changes of values that follow from changes of the tree for these: selectors such as `:last-child` and `* + *` depend on
 * the neighbors of an element, and those such as `:nth-child(even)` on how many come before it.
 * @returns the styles that are causes of their own
 */
export function followTree(matching: Matching, styles: readonly Draft[], tree: readonly Draft[]): Draft[] {
  if (tree.length === 0) return [...styles];
  const shaken = new Map<TreeNode, Draft>();
  const homes = new Map<TreeNode, Draft>();
  for (const draft of tree) {
    for (const place of draft.places) shake(matching, place, draft, { shaken, homes });
  }
  const isSelective = findSelective(matching);
  const swapped = new Set(styles.map(({ property, from, to }) => JSON.stringify([property, to, from])));
  return styles.filter((style) => {
    if (style.kind !== 'style') return true;
    const levels = isSelective(style) ? mostLevels : 0;
    const isStriped = swapped.has(JSON.stringify([style.property, style.from, style.to]));
    const sources = style.changes.map(({ before, after }) =>
      isSameElement(before, after)
        ? (nearest(after, shaken, levels) ??
          (isStriped ? nearest(after.parent, homes, mostLevels) : undefined))
        : undefined,
    );
    const [source] = sources;
    if (!source || sources.includes(undefined)) return true;
    source.changes.push(...style.changes);
    return false;
  });
}

interface Surroundings {
  /** Elements whose neighbors are others now. */
  shaken: Map<TreeNode, Draft>;
  /** Elements whose children are others now. */
  homes: Map<TreeNode, Draft>;
}

function shake(
  matching: Matching,
  { before, after }: Place,
  draft: Draft,
  { shaken, homes }: Surroundings,
): void {
  const afterOf = (node: TreeNode | undefined) => node && matching.afterOf(node);
  const add = (node: TreeNode | undefined) => {
    if (node && !shaken.has(node)) shaken.set(node, draft);
  };
  const oldHome = before?.parent ?? undefined;
  const newHome = after?.parent ?? undefined;
  for (const home of [newHome, afterOf(oldHome)]) if (home) homes.set(home, draft);
  for (const node of neighborsOf(newHome?.children ?? [], after)) add(node);
  for (const node of neighborsOf(oldHome?.children ?? [], before)) add(afterOf(node));
  const home = newHome ?? afterOf(oldHome);
  const [old, now] = [(home && matching.beforeOf(home))?.children ?? [], home?.children ?? []];
  for (const place of [0, -1]) {
    const [was, is] = [afterOf(old.at(place)), now.at(place)];
    if (was !== is) for (const node of [was, is]) add(node);
  }
  add(after);
  // What is in a wrapper now, or was in one.
  if (!before) for (const child of after?.children ?? []) add(child);
  if (!after) for (const child of before?.children ?? []) add(afterOf(child));
}

function neighborsOf(list: readonly TreeNode[], node: TreeNode | undefined): (TreeNode | undefined)[] {
  const place = node ? list.indexOf(node) : -1;
  return place < 0 ? [] : [place > 0 ? list[place - 1] : undefined, list[place + 1]];
}

/** Selectors go on from a neighbor to what is in it: `tr:last-child td`. */
const mostLevels = 2;
/** Of one neighbor. */
const mostBelow = 30;
/** Of one neighbor, where no others like them keep their values: the cells of the only row there was. */
const mostAlike = 5;

/**
 * Tells whether a value changed as if a selector chose among elements: others of the same tag and classes keep theirs. One that
 * changed at all of them was changed itself.
 */
function findSelective(matching: Matching): (style: Draft) => boolean {
  const counts = new Map<string, number>();
  for (const node of matching.before.nodes) {
    if (!matching.afterOf(node)) continue;
    const kind = kindOf(node);
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return ({ changes }) => {
    if (changes.length <= mostAlike || changes.length > mostBelow) return changes.length <= mostAlike;
    const kinds = new Set(changes.map(({ before }) => kindOf(before)));
    let alike = 0;
    for (const kind of kinds) alike += counts.get(kind) ?? 0;
    return alike > changes.length;
  };
}

const kindOf = ({ tag, classes }: TreeNode): string => [tag, ...classes].join(' ');

function nearest(node: TreeNode | null, of: ReadonlyMap<TreeNode, Draft>, levels: number): Draft | undefined {
  let at = node;
  for (let level = 0; at && level <= levels; level++, at = at.parent) {
    const found = of.get(at);
    if (found) return found;
  }
  return undefined;
}

const isSameElement = (before: TreeNode, after: TreeNode): boolean =>
  before.classes.join(' ') === after.classes.join(' ');
