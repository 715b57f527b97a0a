import type { Slot } from '../../domain/slot.js';
import { type HeadSlot, readHeadSlots } from '../../store/captures/headSlots.js';
import type { Database } from '../../store/database.js';
import type { DiffPlace } from '../../store/diffs/diffs.js';
import { type Ignored, readIgnored } from './readIgnored.js';

/** What is known of slots beside their results. */
export interface SlotFacts {
  headOf(slot: Slot): HeadSlot;
  ignoredOf(slot: Slot): Ignored;
}

/** @param slots only these; all of the diff without */
export async function readSlotFacts(
  database: Database,
  diff: DiffPlace,
  slots?: readonly Slot[],
): Promise<SlotFacts> {
  const [headOf, ignoredOf] = await Promise.all([
    readHeadSlots(database, diff, slots),
    readIgnored(database, diff),
  ]);
  return { headOf, ignoredOf };
}
