import type { ReviewItem } from '../../../client/presentReview.js';
import { slotKey } from '../../../words/slotKey.js';

/**
 * A selection for the URL: the places of the results in their diff as ranges, and a checksum over the slots there, so that a
 * link from before the diff was computed again selects nothing rather than something else.
 */
export function selectionText(results: readonly ReviewItem[], selected: ReadonlySet<string>): string {
  const ranges: [number, number][] = [];
  results.forEach((result, index) => {
    if (!selected.has(slotKey(result))) return;
    const last = ranges.at(-1);
    if (last?.[1] === index - 1) last[1] = index;
    else ranges.push([index, index]);
  });
  if (ranges.length === 0) return '';
  const text = ranges.map(([from, to]) => (from === to ? String(from) : `${from}-${to}`)).join(',');
  return `${text}~${checksum(keysIn(results, ranges))}`;
}

export function readSelection(results: readonly ReviewItem[], text: string | undefined): ReadonlySet<string> {
  const [list = '', sum] = (text ?? '').split('~');
  const ranges = list.split(',').map((range): [number, number] => {
    const [from = Number.NaN, to = from] = range.split('-').map(Number);
    return [from, Math.min(to, results.length - 1)];
  });
  const keys = keysIn(results, ranges);
  return new Set(sum === checksum(keys) ? keys : []);
}

const keysIn = (results: readonly ReviewItem[], ranges: readonly (readonly [number, number])[]): string[] =>
  ranges.flatMap(([from, to]) => results.slice(from, to + 1).map(slotKey));

/** FNV-1a over the text of the keys, in base 36. */
function checksum(keys: readonly string[]): string {
  let sum = 0x811c9dc5;
  for (const key of keys) {
    for (let at = 0; at < key.length; at++) sum = Math.imul(sum ^ key.charCodeAt(at), 0x01000193);
    sum = Math.imul(sum ^ 10, 0x01000193);
  }
  return (sum >>> 0).toString(36);
}
