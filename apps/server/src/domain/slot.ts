/** A slot within a suite: a snapshot name and a viewport in its text form (R1). */
export interface Slot {
  name: string;
  viewport: string;
}

/** One text for a slot; names hold no control characters, so the separator cannot occur in them. */
export const slotKey = (slot: Slot): string => `${slot.name}\u0000${slot.viewport}`;
