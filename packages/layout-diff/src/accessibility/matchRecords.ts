import { matchTrees } from '../match/matchTrees.js';
import type { LayoutRecord, NodeDetails } from '../record/LayoutRecord.js';
import { readTrees } from '../tree/readTrees.js';
import type { AccessibilityRecord } from './AccessibilityRecord.js';

/** Places of nodes in both records. */
export type Pair = readonly [before: number, after: number];

/**
 * Tells which node of one record is which of the other, as layout records match; then elements that have another tag and say
 * the same in the same place, such as a `button` that became a `div`. In the order of the newer record.
 */
export function matchRecords(before: AccessibilityRecord, after: AccessibilityRecord): Pair[] {
  const trees = readTrees(layoutOf(before), layoutOf(after));
  const matching = matchTrees(trees.before, trees.after);
  const found = new Map<number, number>();
  for (const node of trees.after.nodes) {
    const other = matching.beforeOf(node);
    if (other) found.set(node.place, other.place);
  }
  pairRenamed(before, after, found);
  return after.nodes.flatMap((_, place) => {
    const other = found.get(place);
    return other === undefined ? [] : [[other, place] as const];
  });
}

/** Pairs what is left below the same element and says the same, under another tag. */
function pairRenamed(
  before: AccessibilityRecord,
  after: AccessibilityRecord,
  found: Map<number, number>,
): void {
  const taken = new Set(found.values());
  const left = new Map<string, number[]>();
  before.nodes.forEach((node, place) => {
    const said = node.name || node.text;
    if (taken.has(place) || !said) return;
    const key = `${node.parent} ${said}`;
    left.set(key, [...(left.get(key) ?? []), place]);
  });
  after.nodes.forEach((node, place) => {
    const said = node.name || node.text;
    const parent = node.parent === -1 ? -1 : found.get(node.parent);
    if (found.has(place) || !said || parent === undefined) return;
    const other = left.get(`${parent} ${said}`)?.shift();
    if (other !== undefined) found.set(place, other);
  });
}

/** The elements of a record as those of a page without any style. */
function layoutOf({ nodes, scale, origin }: AccessibilityRecord): LayoutRecord {
  const strings: string[] = [];
  const places = new Map<string, number>();
  const place = (text: string): number => {
    const known = places.get(text);
    if (known !== undefined) return known;
    places.set(text, strings.length);
    return strings.push(text) - 1;
  };
  return {
    version: 1,
    scale,
    origin,
    size: [0, 0],
    strings,
    styles: [[]],
    customProperties: [],
    fonts: [],
    nodes: nodes.map(({ parent, tag, name, box: [x, y, width, height], id, testId, classes, text }) => {
      const details: NodeDetails = {
        ...(id && { id: place(id) }),
        ...(testId && { testId: place(testId) }),
        ...(classes && { classes: classes.map(place) }),
        ...(name && { name: place(name) }),
        ...(text && { text: place(text) }),
      };
      return [parent, place(tag), 0, x, y, width, height, details];
    }),
  };
}
