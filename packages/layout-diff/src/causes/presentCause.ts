import { componentOf, describeNode } from '../tree/describeNode.js';
import { digestOf } from '../tree/digestOf.js';
import type { Box, TreeNode } from '../tree/LayoutTree.js';
import { shownValue } from '../values/canonicalValue.js';
import type { Boxes, Cause, Effect } from './Cause.js';
import { causeText } from './causeText.js';
import type { Draft, Place } from './Draft.js';
import { topmostMoved } from './findPositionChanges.js';
import { paintedBoxes } from './paintedBoxes.js';
import { shiftOf } from './shiftOf.js';

const mostBoxes = 20;

export function presentCause(draft: Draft): Cause {
  const { kind, property, places } = draft;
  const [from, to] = [draft.from, draft.to].map((value) => value && shownValue(value)) as [
    string | null,
    string | null,
  ];
  const [first] = places;
  const components = new Set(places.map((place) => componentOfPlace(place)));
  const component = components.size === 1 ? ([...components][0] ?? null) : null;
  const told = {
    kind,
    property,
    from,
    to,
    element: first ? describeNode(nodeOf(first)) : '',
    component,
    count: places.length,
    effect: effectOf(draft),
  };
  return {
    ...told,
    signature: signatureOf(draft, component, first),
    text: causeText(told),
    boxes: boxesOf(places.slice(0, mostBoxes)),
    painted: paintedBoxes(draft),
  };
}

const nodeOf = ({ before, after }: Place): TreeNode => {
  const node = after ?? before;
  if (!node) throw new Error('a place has a node');
  return node;
};

const componentOfPlace = (place: Place): string | null => componentOf(nodeOf(place));

const boxesOf = (places: readonly Place[]): Boxes => ({
  before: places.flatMap(({ before }): Box[] => (before ? [before.box] : [])),
  after: places.flatMap(({ after }): Box[] => (after ? [after.box] : [])),
});

function effectOf({ shifted, places }: Draft): Effect | null {
  const own = new Set(places.map(({ after }) => after));
  const shifts = shifted.flatMap((pair) => shiftOf(pair) ?? []);
  const moved = topmostMoved(shifts).filter(({ pair }) => !own.has(pair.after));
  const resized = shifts.filter(
    ({ pair, dWidth, dHeight }) => (dWidth !== 0 || dHeight !== 0) && !own.has(pair.after),
  ).length;
  if (moved.length === 0 && resized === 0) return null;
  const counts = new Map<string, { count: number; dx: number; dy: number }>();
  for (const { dx, dy } of moved) {
    const known = counts.get(`${dx} ${dy}`) ?? { count: 0, dx, dy };
    counts.set(`${dx} ${dy}`, { ...known, count: known.count + 1 });
  }
  const most = [...counts.values()].reduce((best, one) => (one.count > best.count ? one : best), {
    count: 0,
    dx: 0,
    dy: 0,
  });
  return { moved: moved.length, dx: most.dx, dy: most.dy, resized };
}

/**
 * Values tell a change of style apart wherever it is; what came, went or is elsewhere is told apart by what it is and says, and by
 * the values that changed with it: what is a selector's effect on one page, such as that of `.banner + .card`, may be a change of its
 * own on another.
 */
function signatureOf(
  { kind, property, from, to, places, changes }: Draft,
  component: string | null,
  first: Place | undefined,
): string {
  switch (kind) {
    case 'customProperty':
    case 'style':
    case 'text':
    case 'attribute':
    case 'font':
    case 'image':
      return JSON.stringify([kind, property, from, to]);
    case 'position':
      return JSON.stringify([kind, property, from, to, component ?? (first && nodeOf(first).tag)]);
    default: {
      const said = new Set(places.map((place) => digestOf(nodeOf(place))));
      const changed = new Set(changes.map((one) => JSON.stringify([one.property, one.from, one.to])));
      return JSON.stringify([kind, component, ...[...said].sort(), ...[...changed].sort()]);
    }
  }
}
