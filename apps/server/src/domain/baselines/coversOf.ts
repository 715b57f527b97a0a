import { type Slot, slotKey } from '../slot.js';
import type { Entry, IsBefore } from './Entry.js';
import { descendsFrom } from './newestEntry.js';

type Placed = Slot & Pick<Entry, 'id' | 'places'>;

/**
 * Which entries of a log need not be looked at first any more, as others were added: those that a new one descends from,
 * and new ones that something descends from which was there before. Of commits that nobody knows, the later approval
 * comes first.
 */
export function coversOf(
  added: readonly Placed[],
  standing: readonly Placed[],
  order: { isBefore: IsBefore; isKnown: (commit: string) => boolean },
): { id: number; coveredBy: number }[] {
  const ofSlot = new Map(added.map((entry) => [slotKey(entry), entry]));
  const isLost = ({ places }: Placed) => !places.some(order.isKnown);
  return standing.flatMap((entry) => {
    const newer = ofSlot.get(slotKey(entry));
    if (!newer) return [];
    if (descendsFrom(entry, newer, order.isBefore)) return { id: newer.id, coveredBy: entry.id };
    return isLost(entry) || isLost(newer) || descendsFrom(newer, entry, order.isBefore)
      ? { id: entry.id, coveredBy: newer.id }
      : [];
  });
}
