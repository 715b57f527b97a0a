import { type RecordedProperty, recordedProperties } from '../record/recordedProperties.js';
import { sidesOf } from '../values/sides.js';
import type { Pair, StyleChange } from './StyleChange.js';

const places = new Map(recordedProperties.map((property, place) => [property, place]));
const read = ({ before, after }: Pair, property: RecordedProperty): [from: string, to: string] => {
  const place = places.get(property) ?? -1;
  return [before.values[place] ?? '', after.values[place] ?? ''];
};

const colored: ReadonlySet<string> = new Set<RecordedProperty>([
  'background-color',
  'background-image',
  'text-decoration-color',
  'text-shadow',
  'border-color',
  'box-shadow',
  'outline',
  'fill',
  'stroke',
  'filter',
]);

/** Whether a value changed because it is, or holds, `currentColor`. */
export function followsColor(
  pair: Pair,
  property: RecordedProperty,
  color: { from: string; to: string },
): boolean {
  if (!colored.has(property)) return false;
  const [from, to] = read(pair, property);
  return from.includes(color.from) && from.replaceAll(color.from, color.to) === to;
}

/** Characters of a value in which lengths are looked for: that takes the square of its length. */
const longest = 2_000;
const number = /-?(?:\d+(?:\.\d+)?|\.\d+)(?=px)/g;

/** Whether all lengths of a value grew as the font did: they are in `em` or `rem`, or a line height without a unit. */
export function followsFontSize(pair: Pair, property: RecordedProperty, ratio: number): boolean {
  const [from, to] = read(pair, property);
  if (from.length > longest || to.length > longest) return false;
  if (from.replace(number, '#') !== to.replace(number, '#')) return false;
  const [before, after] = [from.match(number) ?? [], to.match(number) ?? []];
  if (before.length === 0 || !Number.isFinite(ratio)) return false;
  return before.every((length, place) => {
    const expected = Number(length) * ratio;
    const actual = Number(after[place]);
    // Widths of borders do not grow with a font, and are whole pixels.
    return Math.abs(expected - actual) <= Math.max(0.02, Math.abs(expected) * 0.002);
  });
}

const asBlock = (value: string) => value.replace(/^inline-?/, '').replace(/^$/, 'block');

/** Whether a value differs only by what an element is in: a flex or grid container makes blocks of its children. */
export function isOfContainer(pair: Pair, property: RecordedProperty): boolean {
  const [from, to] = read(pair, property);
  if (property === 'display') return asBlock(from) === asBlock(to);
  return (
    (property === 'min-width' || property === 'min-height') &&
    [from, to].every((value) => value === 'auto' || value === '0px')
  );
}

/** What changed before, at the element or at its parent. */
export interface Changes {
  here: ReadonlyMap<RecordedProperty, StyleChange | 'another'>;
  above: ReadonlyMap<RecordedProperty, StyleChange | 'another'> | undefined;
}

/**
 * The change that another one brought along at the same element or its child: children of flex and grid containers become
 * blocks, positioned elements do, and borders have no width without a style.
 */
export function followsLayout(
  pair: Pair,
  property: RecordedProperty,
  { here, above }: Changes,
): StyleChange | 'another' | null {
  const [from, to] = read(pair, property);
  const container = above?.get('display');
  const placed = here.get('position') ?? here.get('float');
  switch (property) {
    case 'display':
      return isOfContainer(pair, property) ? (placed ?? container ?? null) : null;
    case 'min-width':
    case 'min-height':
      return isOfContainer(pair, property) ? (container ?? placed ?? here.get('display') ?? null) : null;
    case 'float':
      return here.get('position') ?? null;
    case 'border-width':
      return [from, to].some((value) => /\b0px\b/.test(value)) ? (here.get('border-style') ?? null) : null;
    default:
      return null;
  }
}

/** Whether a value is of something that is drawn: a border without a width has no color. */
export function isDrawn(pair: Pair, property: RecordedProperty): boolean {
  const isAny = (other: RecordedProperty, nothing: RegExp) =>
    read(pair, other).some((value) => !nothing.test(value));
  // Writers leave out what has no effect on an element: it came or went with what gives it one.
  if (read(pair, property).includes('')) return false;
  switch (property) {
    case 'border-color':
    case 'border-style':
      return isAny('border-width', /^0px$/);
    case 'text-decoration-color':
      return isAny('text-decoration-line', /^none$/);
    case 'outline':
      return read(pair, property).some((value) => !/^$|\bnone\b|(?:^|\s)0px\b/.test(value));
    default:
      return true;
  }
}

/** Values that browsers give as laid out, so that they change with sizes elsewhere. */
export function isComputedFromLayout(pair: Pair, property: RecordedProperty): boolean {
  const [from, to] = read(pair, property);
  switch (property) {
    case 'grid-template-columns':
    case 'grid-template-rows':
      return from !== 'none' && to !== 'none' && (tracksIn(from) === tracksIn(to) || hasOtherChildren(pair));
    case 'margin':
      return isShareOfSpace(pair, from, to);
    case 'transform':
    case 'translate':
      return isTranslation(from) && isTranslation(to);
    default:
      return false;
  }
}

const tracksIn = (value: string): number => value.split(' ').length;

/** Rows that nobody wrote come and go with what is in them. */
const hasOtherChildren = ({ before, after }: Pair): boolean =>
  before.children.length !== after.children.length;

/** Of margins that are `auto`, only those of one axis change, and by the space that is left. */
function isShareOfSpace(pair: Pair, from: string, to: string): boolean {
  const [before, after] = [sidesOf('margin', from), sidesOf('margin', to)];
  if (!before || !after) return false;
  const changed = before.flatMap((value, side) => (value === after[side] ? [] : [side]));
  const isOfOneAxis =
    changed.every((side) => side === 1 || side === 3) || changed.every((side) => side === 0 || side === 2);
  // Above and below blocks there is no space to share: `auto` is 0 there.
  if (changed.every((side) => side === 0 || side === 2) && isInFlow(pair)) return false;
  return isOfOneAxis && !changed.every((side) => isWritten(before[side]) && isWritten(after[side]));
}

/** Whether an element is a block among blocks. */
const isInFlow = ({ after }: Pair): boolean =>
  after.parent !== null &&
  /^(block|list-item|flow-root)$/.test(after.parent.values[places.get('display') ?? -1] ?? '') &&
  /^(static|relative|sticky)$/.test(after.values[places.get('position') ?? -1] ?? '');

/** A margin that people write, as opposed to the space that `auto` shares out. */
const isWritten = (side: string | undefined): boolean =>
  side !== undefined && /^-?\d+px$/.test(side) && Math.abs(Number.parseInt(side, 10)) <= 96;

const isTranslation = (value: string): boolean =>
  /^matrix\(1, 0, 0, 1, /.test(value) || /^-?[\d.]+px( -?[\d.]+px)?$/.test(value);
