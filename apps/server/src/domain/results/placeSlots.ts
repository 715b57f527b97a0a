import type { IgnoredRegion, ResultStatus } from '@svc/schema';
import { type Slot, slotKey } from '../slot.js';
import { maskOf, regionsText, uniteRegions } from './ignoredRegions.js';
import type { PlannedSlot } from './planSlots.js';

/** A slot with its place among the results. */
export interface PlacedSlot {
  slot: PlannedSlot;
  position: number;
}

/** A result that a diff has already. */
export interface KeptResult extends Slot {
  headHash: string | null;
  baseHash: string | null;
  threshold: number | null;
  antiAliasing: boolean | null;
  /** Null for nothing. */
  ignored: readonly IgnoredRegion[] | null;
  status: ResultStatus;
}

/** A slot whose images were compared, with what that means for it. */
export interface ComparedSlot extends PlacedSlot {
  status: ResultStatus;
}

export interface PlacedSlots {
  /** Told without a comparison of pixels. */
  judged: PlacedSlot[];
  /** Compared before, with what that means now. */
  compared: ComparedSlot[];
  /** Two images that have not been compared yet. */
  missing: PlacedSlot[];
}

/** Tells what of a plan is known: a result that compared the same images in the same way holds. */
export function placeSlots(slots: readonly PlannedSlot[], results: readonly KeptResult[]): PlacedSlots {
  const kept = new Map(results.map((result) => [slotKey(result), result]));
  const placed: PlacedSlots = { judged: [], compared: [], missing: [] };
  for (const [position, slot] of slots.entries()) {
    const result = kept.get(slotKey(slot));
    if (slot.verdict !== 'compare') {
      placed.judged.push({ slot, position });
    } else if (result && holdsFor(slot, result)) {
      placed.compared.push({ slot, position, status: statusOf(slot, result) });
    } else {
      placed.missing.push({ slot, position });
    }
  }
  return placed;
}

/** What is carried and looks the same was not captured, so it is skipped. */
export const statusOf = (slot: PlannedSlot, { status }: Pick<KeptResult, 'status'>): ResultStatus =>
  status === 'changed' ? 'changed' : slot.carried ? 'skipped' : 'unchanged';

const holdsFor = (
  { head, base, threshold, antiAliasing, ignored, areas }: PlannedSlot,
  result: KeptResult,
): boolean =>
  result.headHash === head?.hash &&
  result.baseHash === base?.hash &&
  result.threshold === threshold &&
  result.antiAliasing === antiAliasing &&
  regionsText(result.ignored ?? []) === regionsText(uniteRegions(maskOf({ ignored, areas })));
