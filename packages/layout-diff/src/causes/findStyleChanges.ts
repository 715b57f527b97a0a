import type { Matching } from '../match/Matching.js';
import { isInherited, type RecordedProperty, recordedProperties } from '../record/recordedProperties.js';
import type { TreeNode } from '../tree/LayoutTree.js';
import {
  followsColor,
  followsFontSize,
  followsLayout,
  isComputedFromLayout,
  isDrawn,
  isOfContainer,
} from './consequences.js';
import type { Pair, StyleChange } from './StyleChange.js';

/** The place of each property in the tuples of a record. */
export const placeOf = Object.fromEntries(
  recordedProperties.map((property, place) => [property, place]),
) as Record<RecordedProperty, number>;

/** Those from which others of the same element are computed come first. */
const leading: readonly RecordedProperty[] = [
  'font-size',
  'color',
  'position',
  'float',
  'display',
  'text-decoration-line',
  'border-style',
];
const byPrecedence = [...leading, ...recordedProperties.filter((property) => !leading.includes(property))];

export const computedAt = ({ values }: TreeNode, property: RecordedProperty): string =>
  values[placeOf[property]] ?? '';

/** Where a value follows from a change of the tree it is `another`. */
type ChangesAt = Map<RecordedProperty, StyleChange | 'another'>;

/** The values that changed, each where it changed first: what inherits it or is computed from it follows. */
export function findStyleChanges(matching: Matching): StyleChange[] {
  const changes: StyleChange[] = [];
  const changesAt = new Map<TreeNode, ChangesAt>();
  const differences = memoizeDifferences();
  for (const before of matching.before.nodes) {
    const after = matching.afterOf(before);
    if (!after) continue;
    const pair = { before, after };
    const here: ChangesAt = new Map();
    for (const property of differences(before.values, after.values)) {
      if (!isDrawn(pair, property)) continue;
      const source = findSource(pair, property, { matching, here, changesAt });
      if (source === 'another') {
        here.set(property, source);
        continue;
      }
      const change = source ?? {
        ...pair,
        property,
        from: computedAt(before, property),
        to: computedAt(after, property),
        followers: [],
        isComputed: isComputedFromLayout(pair, property),
      };
      if (source) source.followers.push(pair);
      else changes.push(change);
      here.set(property, change);
    }
    if (here.size > 0) changesAt.set(after, here);
  }
  return changes;
}

/** The empty text is a value without effect, which was not read: it begins to have one by a change of another property. */
const differ = (before = '', after = ''): boolean => before !== after && before !== '' && after !== '';

/** Nodes share their tuples, so that few pairs of them are compared. */
function memoizeDifferences() {
  const known = new Map<readonly string[], Map<readonly string[], readonly RecordedProperty[]>>();
  return (before: readonly string[], after: readonly string[]): readonly RecordedProperty[] => {
    const others = known.get(before) ?? new Map<readonly string[], readonly RecordedProperty[]>();
    known.set(before, others);
    const found =
      others.get(after) ??
      byPrecedence.filter((property) => differ(before[placeOf[property]], after[placeOf[property]]));
    others.set(after, found);
    return found;
  };
}

interface Surroundings {
  matching: Matching;
  /** What was found at the same element; properties that others are computed from come first. */
  here: ChangesAt;
  changesAt: ReadonlyMap<TreeNode, ChangesAt>;
}

/** The change from which another follows; `another` where that is a change of the tree. */
function findSource(
  pair: Pair,
  property: RecordedProperty,
  { matching, here, changesAt }: Surroundings,
): StyleChange | 'another' | null {
  const { before, after } = pair;
  const fromParent = sourceAbove(pair, property, { matching, changesAt });
  if (fromParent) return fromParent;
  const color = here.get('color');
  if (
    color &&
    followsColor(pair, property, { from: computedAt(before, 'color'), to: computedAt(after, 'color') })
  )
    return color;
  const fontSize = here.get('font-size');
  if (fontSize && property !== 'font-size' && followsFontSize(pair, property, ratioAt(pair))) return fontSize;
  const root = changesAt.get(rootOf(after))?.get('font-size');
  if (root && root !== 'another' && followsFontSize(pair, property, ratioAt(root))) return root;
  return followsLayout(pair, property, {
    here,
    above: after.parent ? changesAt.get(after.parent) : undefined,
  });
}

function sourceAbove(
  { before, after }: Pair,
  property: RecordedProperty,
  { matching, changesAt }: Omit<Surroundings, 'here'>,
): StyleChange | 'another' | null {
  const [above, now] = [before.parent, after.parent];
  if (!above || !now || after.tag === 'html') return null;
  const isTaken = isInherited(property) && computedAt(after, property) === computedAt(now, property);
  if (matching.afterOf(above) !== now) {
    // It was moved or wrapped, and takes the value of where it is now.
    if (isTaken && computedAt(before, property) === computedAt(above, property)) return 'another';
    return isOfContainer({ before, after }, property) ? 'another' : null;
  }
  const source = changesAt.get(now)?.get(property);
  if (!source) return null;
  if (isTaken && computedAt(before, property) === computedAt(above, property)) return source;
  if (property !== 'font-size') return null;
  const ratio = ratioAt({ before: above, after: now });
  return isClose(ratioAt({ before, after }), ratio) ? source : null;
}

function rootOf(node: TreeNode): TreeNode {
  let root = node;
  while (root.parent && root.tag !== 'html') root = root.parent;
  return root;
}

const ratioAt = ({ before, after }: Pair): number =>
  Number.parseFloat(computedAt(after, 'font-size')) / Number.parseFloat(computedAt(before, 'font-size'));

const isClose = (a: number, b: number) => Math.abs(a - b) < 0.005 * Math.abs(b);
