import type { Slot } from '../slot.js';

/** How a slot looks: the hash of the pixels, or null where it is not there. */
export type Look = string | null;

/** An unrevoked entry of a branch's baseline log (R5). */
export interface Entry extends Slot {
  /** Its number in the log: what was approved later has a larger one. */
  id: number;
  branch: string;
  /** Null for a tombstone: the removal was approved. */
  look: Look;
  /** The image file; null for a tombstone. */
  hash: string | null;
  captureId: string;
  diffId: string | null;
  /** Where it was approved; null where the client named no commit. */
  commit: string | null;
  /** The oldest and the newest of the commits at which it stands; between those it stands as well. */
  places: readonly string[];
  /** The entry that the branch's target had for the head when this one was approved; null when it had none. */
  rootId: number | null;
}

/** Which of two commits comes later: whether `later` descends from `earlier` and is another commit. */
export type IsBefore = (earlier: string, later: string) => boolean;
