import type { LayoutNode, LayoutRecord } from '../record/LayoutRecord.js';
import { toImage } from '../regions/explainRegions.js';
import type { Box } from '../tree/LayoutTree.js';
import { isUtility, stableClass, stableId } from '../tree/stableClass.js';
import {
  type Compound,
  type ElementSelector,
  parseElementSelector,
  selectorText,
} from './ElementSelector.js';

/** An element of a page, and how it is found again. */
export interface FoundElement {
  /** For {@link findElements}. */
  selector: string;
  /** In whole pixels of the image. */
  box: Box;
  /** How many elements of the record the selector finds, this one among them. */
  count: number;
}

/**
 * The boxes of the elements that a selector finds in a page, in whole pixels of its image: every pixel that one touches. Those
 * outside the image are left out, and so are empty ones.
 * @param selector as `parseElementSelector` reads it; what it cannot read finds nothing
 */
export function findElements(record: LayoutRecord, selector: string): Box[] {
  const parsed = parseElementSelector(selector);
  if (!parsed) return [];
  return record.nodes
    .filter((_, place) => matches(record, place, parsed))
    .flatMap((node) => imageBox(record, node) ?? []);
}

/**
 * The elements at a point, the innermost first, each with a selector that finds it in the next build too, as far as names that
 * do not change between builds can tell.
 * @param x in pixels of the image, as is `y`
 */
export function elementsAt(record: LayoutRecord, x: number, y: number): FoundElement[] {
  const found = record.nodes.flatMap((node, place) => {
    const box = imageBox(record, node);
    const isThere = box && x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height;
    return isThere && !text(record, node[1]).startsWith('::') ? [{ place, box }] : [];
  });
  return found
    .toSorted((one, other) => one.box.width * one.box.height - other.box.width * other.box.height)
    .flatMap(({ place, box }) => {
      const selector = selectorOf(record, place);
      return selector ? [{ ...selector, box }] : [];
    });
}

const text = ({ strings }: LayoutRecord, place: number | undefined): string =>
  place === undefined ? '' : (strings[place] ?? '');

function imageBox(record: LayoutRecord, [, , , x, y, width, height]: LayoutNode): Box | null {
  const exact = toImage({ x, y, width, height }, record);
  const left = Math.max(0, Math.floor(exact.x));
  const top = Math.max(0, Math.floor(exact.y));
  const right = Math.min(Math.ceil(record.size[0] * record.scale), Math.ceil(exact.x + exact.width));
  const bottom = Math.min(Math.ceil(record.size[1] * record.scale), Math.ceil(exact.y + exact.height));
  if (width <= 0 || height <= 0 || right <= left || bottom <= top) return null;
  return { x: left, y: top, width: right - left, height: bottom - top };
}

function matches(record: LayoutRecord, place: number, selector: ElementSelector): boolean {
  let wanted = selector.length - 1;
  const node = record.nodes[place];
  if (!node || !isA(record, node, selector[wanted])) return false;
  wanted -= 1;
  for (let above = record.nodes[node[0]]; above && wanted >= 0; above = record.nodes[above[0]]) {
    // The nearest ancestor that fits leaves the most for the others.
    if (isA(record, above, selector[wanted])) wanted -= 1;
  }
  return wanted < 0;
}

function isA(record: LayoutRecord, node: LayoutNode, wanted: Compound | undefined): boolean {
  if (!wanted) return false;
  const { tag, id, testId, classes } = wanted;
  const details = node[7];
  const own = (details?.classes ?? []).map((place) => text(record, place));
  return (
    (tag === undefined ? !text(record, node[1]).startsWith('::') : text(record, node[1]) === tag) &&
    (id === undefined || text(record, details?.id) === id) &&
    (testId === undefined || text(record, details?.testId) === testId) &&
    classes.every((token) => own.includes(token))
  );
}

/** The shortest of a few selectors that finds this element alone, or else the one that finds the fewest. */
function selectorOf(record: LayoutRecord, place: number): { selector: string; count: number } | null {
  const node = record.nodes[place];
  if (!node) return null;
  const own = namesOf(record, node);
  const above: Compound[] = [];
  for (let parent = record.nodes[node[0]]; parent; parent = record.nodes[parent[0]]) {
    const [best] = namesOf(record, parent);
    if (best && (best.id ?? best.testId ?? best.classes[0]) !== undefined) above.push(best);
  }
  const candidates = [...own.map((one) => [one]), ...above.flatMap((one) => own.map((last) => [one, last]))];
  let fewest: { selector: string; count: number } | null = null;
  for (const candidate of candidates) {
    const count = record.nodes.filter((_, other) => matches(record, other, candidate)).length;
    if (!fewest || count < fewest.count) fewest = { selector: selectorText(candidate), count };
    if (count === 1) break;
  }
  return fewest;
}

/** How an element may be called, the surest name first. */
function namesOf(record: LayoutRecord, node: LayoutNode): Compound[] {
  const details = node[7];
  const tag = text(record, node[1]);
  const id = text(record, details?.id);
  const testId = text(record, details?.testId);
  const classes = (details?.classes ?? [])
    .map((place) => text(record, place))
    .filter((token) => stableClass(token) === token && !isUtility(token));
  return [
    ...(testId ? [{ testId, classes: [] }] : []),
    ...(id && stableId(id) === id ? [{ id, classes: [] }] : []),
    ...(classes.length > 0 ? [{ classes }] : []),
    { tag, classes },
  ];
}
