import type { Matching } from '../match/Matching.js';
import { findHosts } from '../match/matchTrees.js';
import { componentOf } from '../tree/describeNode.js';
import type { TreeNode } from '../tree/LayoutTree.js';
import type { Draft, Place } from './Draft.js';

/** Elements that came, went or are elsewhere in the tree; what came with another element, or moved with it, does not count. */
export function findStructureChanges(matching: Matching): Draft[] {
  const removed = matching.before.nodes.filter(
    (node) => !matching.afterOf(node) && (node.parent === null || matching.afterOf(node.parent)),
  );
  const inserted = matching.after.nodes.filter(
    (node) => !matching.beforeOf(node) && (node.parent === null || matching.beforeOf(node.parent)),
  );
  const moved = findMoved(matching).map((before) => placeOf(matching, before));
  return [
    ...group(
      'inserted',
      inserted.map((after) => ({ after })),
    ),
    ...group(
      'removed',
      removed.map((before) => ({ before })),
    ),
    ...group('moved', moved),
  ];
}

const placeOf = (matching: Matching, before: TreeNode): Place => {
  const after = matching.afterOf(before);
  return after ? { before, after } : { before };
};

/** The same element in many places is one change. */
function group(kind: 'inserted' | 'removed' | 'moved', places: readonly Place[]): Draft[] {
  const drafts = new Map<string, Draft>();
  for (const place of places) {
    const node = place.after ?? place.before;
    if (!node) continue;
    const key = componentOf(node) ?? `${node.tag} ${node.shape}`;
    const draft = drafts.get(key) ?? {
      kind,
      property: null,
      from: null,
      to: null,
      places: [],
      changes: [],
      shifted: [],
      affectsLayout: true,
    };
    draft.places.push(place);
    drafts.set(key, draft);
  }
  return [...drafts.values()];
}

/** The fewest elements that have to change their place to explain the order after. */
function findMoved(matching: Matching): TreeNode[] {
  const moved: TreeNode[] = [];
  const stayed = new Map<TreeNode | null, TreeNode[]>();
  const hosts = findHosts(matching.before, (node) => matching.afterOf(node) !== undefined);
  const hostsAfter = findHosts(matching.after, (node) => matching.beforeOf(node) !== undefined);
  for (const node of matching.before.nodes) {
    const other = matching.afterOf(node);
    if (!other) continue;
    const [home, now] = [hosts.get(node) ?? null, hostsAfter.get(other) ?? null];
    if ((home ? matching.afterOf(home) : null) !== now) moved.push(node);
    else append(stayed, home, node);
  }
  for (const siblings of stayed.values()) moved.push(...outOfOrder(matching, siblings));
  return moved.sort((a, b) => a.place - b.place);
}

/** All but a longest sequence that has kept its order. */
function outOfOrder(matching: Matching, siblings: readonly TreeNode[]): TreeNode[] {
  const places = siblings.map((node) => matching.afterOf(node)?.place ?? -1);
  if (places.every((place, at) => at === 0 || place > (places[at - 1] ?? -1))) return [];
  const ends: number[] = [];
  const previous: number[] = [];
  places.forEach((place, at) => {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((places[ends[middle] as number] as number) < place) low = middle + 1;
      else high = middle;
    }
    previous[at] = ends[low - 1] ?? -1;
    ends[low] = at;
  });
  const kept = new Set<number>();
  for (let at = ends.at(-1) ?? -1; at >= 0; at = previous[at] ?? -1) kept.add(at);
  return siblings.filter((_, at) => !kept.has(at));
}

function append<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}
