import { type Slot, slotKey } from '../slot.js';

/** What a capture asked to have approved without a look: everything, what is absent included, or some slots. */
export interface SelfApproval {
  all: boolean;
  slots: readonly Slot[];
}

/**
 * Which of the reviewable results of a run approve themselves (R18). What is carried was not part of the run.
 */
export function approveItself<Result extends Slot & { carried: boolean }>(
  approval: SelfApproval,
  results: readonly Result[],
): Result[] {
  const chosen = new Set(approval.slots.map(slotKey));
  return results.filter((result) => !result.carried && (approval.all || chosen.has(slotKey(result))));
}
