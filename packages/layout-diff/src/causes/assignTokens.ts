import { canonicalValue } from '../values/canonicalValue.js';
import { changedLonghands } from '../values/sides.js';
import type { StyleChange } from './StyleChange.js';
import type { TokenChange } from './TokenChange.js';

interface Reading {
  token: TokenChange;
  from: string;
  to: string;
}

/** Custom properties times values that are compared; of more custom properties, only the first are looked at. */
const mostComparisons = 200_000;
/** Longer values are of no design token, and take long to compare. */
const longest = 2_000;
const isShort = ({ from, to }: { from: string; to: string }): boolean =>
  from.length <= longest && to.length <= longest;

/**
 * Finds the custom property behind each change of a value, if there is one: what it was is in the value before, what it is now
 * in the value after. A page may tell what is set from it; nothing else is because of it. Where several could be it, the one that
 * explains most is taken, and one that only refers to another last.
 */
export function assignTokens(
  changes: readonly StyleChange[],
  tokens: readonly TokenChange[],
  rem: { before: number; after: number },
): Map<StyleChange, TokenChange> {
  if (tokens.length === 0) return new Map();
  const keys = changes.map(({ property, from, to }) => JSON.stringify([property, from, to]));
  const readings = tokens
    .filter(isShort)
    .slice(0, Math.floor(mostComparisons / Math.max(1, new Set(keys).size)))
    .map((token) => ({
      token,
      from: canonicalValue(token.from, rem.before),
      to: canonicalValue(token.to, rem.after),
    }));
  const known = new Map<string, Map<TokenChange, number>>();
  const strengths = changes.map((change, place) => {
    const key = keys[place] ?? '';
    const found = known.get(key) ?? strengthsOf(readings, change, rem);
    known.set(key, found);
    return found;
  });
  dropChance(known, readings);
  const totals = new Map(
    tokens.map((token) => [token, strengths.reduce((sum, of) => sum + (of.get(token) ?? 0), 0)]),
  );
  const isBetter = (one: TokenChange, other: TokenChange, of: ReadonlyMap<TokenChange, number>) =>
    [
      // What is in the value as it is comes before what the value may have been computed from.
      Math.sign(Math.floor(of.get(one) ?? 0) - Math.floor(of.get(other) ?? 0)),
      Number(other.isDerived) - Number(one.isDerived),
      (totals.get(one) ?? 0) - (totals.get(other) ?? 0),
      other.name.length - one.name.length,
    ].find((difference) => difference !== 0) ?? 0;
  const assigned = new Map<StyleChange, TokenChange>();
  changes.forEach((change, place) => {
    const of = strengths[place];
    if (!of) return;
    const best = [...of.keys()].reduce<TokenChange | null>(
      (chosen, token) => (chosen && isBetter(token, chosen, of) <= 0 ? chosen : token),
      null,
    );
    if (best) assigned.set(change, best);
  });
  return assigned;
}

/** How sure it is that a value is computed from a custom property. */
const multiple = 0.5;

/** 1 where the value holds the custom property's, less where it may be computed from it. */
function strengthsOf(
  readings: readonly Reading[],
  change: StyleChange,
  rem: { before: number; after: number },
): Map<TokenChange, number> {
  const found = new Map<TokenChange, number>();
  if (!isShort(change)) return found;
  const [from, to] = [canonicalValue(change.from, rem.before), canonicalValue(change.to, rem.after)];
  const changed = changedLonghands(change.property, change.from, change.to);
  for (const { token, ...reading } of readings) {
    if (token.sets && !changed.every((name) => token.sets?.has(name))) continue;
    if (holds(from, to, reading)) found.set(token, 1);
    else if (isComputed(from, to, reading)) found.set(token, multiple);
    else if (isMixed(from, to, reading)) found.set(token, 0.25);
  }
  return found;
}

/**
 * A number without a unit is a factor of several values, as of all that a scale enlarges. One value alone is as likely to have
 * doubled by chance as the number: `--columns` 2 → 4 says nothing of a font.
 */
function dropChance(
  known: ReadonlyMap<string, Map<TokenChange, number>>,
  readings: readonly Reading[],
): void {
  for (const { token, from } of readings) {
    if (!/^-?\d*\.?\d+$/.test(from)) continue;
    const multiples = [...known].filter(([, of]) => of.get(token) === multiple);
    const values = new Set(multiples.map(([key]) => (JSON.parse(key) as string[])[1]));
    if (values.size < 2) for (const [, of] of multiples) of.delete(token);
  }
}

function holds(from: string, to: string, token: { from: string; to: string }): boolean {
  if (token.from === '' || token.to === '') return false;
  const pattern = wordOf(token.from);
  if (!pattern.test(from)) return false;
  return (
    from.replace(new RegExp(pattern, 'g'), `$1${token.to.replaceAll('$', '$$$$')}`) === to ||
    (wordOf(token.to).test(to) && !wordOf(token.to).test(from))
  );
}

const wordOf = (text: string) =>
  new RegExp(`(^|[\\s,(/])${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w.%])`);

/** A color with another opacity, channels of a color, or a length times a number. */
function isComputed(from: string, to: string, token: { from: string; to: string }): boolean {
  const [before, after] = [channelsOf(token.from), channelsOf(token.to)];
  if (before && after) return from.includes(`color(${before} `) && to.includes(`color(${after} `);
  const [length, newLength] = [lengthOf(token.from), lengthOf(token.to)];
  const [value, newValue] = [lengthOf(from), lengthOf(to)];
  if (!length || !newLength || !value || !newValue) return false;
  return Math.abs(value / length - newValue / newLength) < 0.005 * Math.abs(value / length);
}

/** A color that was mixed of others, which can no longer be told apart. */
const isMixed = (from: string, to: string, token: { from: string; to: string }): boolean =>
  [from, to].every((value) => /\b(oklab|oklch|lab|lch)\(/.test(value)) &&
  [token.from, token.to].every((value) => /^color\([\d. ]+\)$/.test(value));

/** Of a color, or of three numbers from which colors are made. */
function channelsOf(text: string): string | null {
  const color = /^color\((\d+ \d+ \d+) /.exec(text) ?? /^(\d+)[, ](\d+)[, ](\d+)$/.exec(text);
  if (!color) return null;
  return color.length === 2 ? (color[1] ?? null) : color.slice(1).join(' ');
}

function lengthOf(text: string): number | null {
  const [first, ...others] = [...new Set(text.split(/[\s,]+/).filter((part) => !/^0(px)?$/.test(part)))];
  const found = others.length === 0 ? /^(-?\d*\.?\d+)(?:px)?$/.exec(first ?? '') : null;
  return found ? Number(found[1]) : null;
}
