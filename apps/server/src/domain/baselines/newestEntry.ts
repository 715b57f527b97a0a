import type { Entry, IsBefore } from './Entry.js';

type Placed = Pick<Entry, 'id' | 'places'>;

/** Whether an entry stands at a commit that descends from all at which the other one stands (R5). */
export const descendsFrom = (entry: Placed, other: Placed, isBefore: IsBefore): boolean =>
  other.places.length > 0 &&
  entry.places.some((place) => other.places.every((earlier) => isBefore(earlier, place)));

/** Those that no other one descends from. */
export const withoutAncestors = <E extends Placed>(entries: readonly E[], isBefore: IsBefore): E[] =>
  entries.length < 2
    ? [...entries]
    : entries.filter((entry) => !entries.some((other) => descendsFrom(other, entry, isBefore)));

/**
 * The last in the log of those that no other one descends from (R5): of two whose commits know nothing of each other, the
 * one that was approved later.
 */
export function newestEntry<E extends Placed>(entries: readonly E[], isBefore: IsBefore): E | null {
  let newest: E | null = null;
  for (const entry of withoutAncestors(entries, isBefore))
    if (!newest || entry.id > newest.id) newest = entry;
  return newest;
}

/**
 * The places of an entry with one more, as few as are needed: those with another one before them and another one after
 * them say nothing. What a head has seen, and which entry is newer, is told by the rest.
 */
export function extremesOf(places: readonly string[], isBefore: IsBefore): string[] {
  const all = [...new Set(places)];
  return all.filter(
    (place) => !(all.some((other) => isBefore(other, place)) && all.some((other) => isBefore(place, other))),
  );
}
