import type { ApprovalStatus, DiffStatus, ResultStatus } from '@svc/schema';
import type { Slot } from '../slot.js';
import type { Part } from './Part.js';

/** A result that proves something about its slot. `skipped` proves nothing. */
export interface SlotResult extends Slot {
  status: Exclude<ResultStatus, 'skipped'>;
  approvalStatus: ApprovalStatus;
  /** Equal only by terms of its own: a threshold or anti-aliasing that is not the project's, or ignored regions. */
  isLoose: boolean;
  /** It is approved, though by fewer people than have to; null where nobody is awaited (R57). */
  awaits?: Awaits | null;
  /** Until when the change is ignored, in milliseconds since 1970; absent where it is not (R59). */
  ignoredUntil?: number;
  /** It is about what the page says to assistive technology, beside the result of the image (R54). */
  isAccessibility?: boolean;
}

/** Whose approval is missing. */
export interface Awaits {
  missing: number;
  /** Who approved so far, such as `user:Ada`. */
  by: readonly string[];
}

/** A slot that looks as an earlier build of the branch, of which an approval is missing (R57). */
export interface RestingSlot extends Slot {
  awaits: Awaits;
  /** Where it was approved. */
  decidedIn: string;
  /** It was not captured, so that any other result of its slot tells more. */
  isSilent: boolean;
}

/** What one capture or session has to say of its commit (R45). */
export interface Report {
  /** Null for a session that opened no suite. */
  suite: string | null;
  /** Null for what was never compared: a session without a suite, a capture that failed. */
  diffId: string | null;
  branch: string;
  /** The branch that it is to be merged into; null for a build of the default branch. */
  target: string | null;
  /** Null for an upload without a session, which covers only its slot. */
  part: Part | null;
  /** A session, which wraps a command; not a single capture. */
  isSession: boolean;
  /** Of the diff; `failed` as well for a capture of which nothing was captured, and for what was abandoned. */
  status: DiffStatus;
  /** Why it failed. */
  error: string | null;
  /** Why its capture was ended before it was complete: `cancelled by …`, `superseded by …`. */
  endedEarly: string | null;
  /** Of the command that captured; null when it reported none. */
  exitCode: number | null;
  /** Its session ended without any snapshot, and nobody said that this is fine (R25). */
  isEmpty: boolean;
  /** Snapshots that could not be captured. */
  failed: number;
  /** Milliseconds since 1970. */
  began: number;
  /** When its capture or session ended. What nobody ended counts as of its beginning, so that the next try replaces it. */
  ended: number;
  results: readonly SlotResult[];
  /** None unless given. */
  resting?: readonly RestingSlot[];
  /** Of the diff alone, as is `skipped`. */
  unchanged: number;
  skipped: number;
  /** Which slots were skipped; none unless given, as for the only diff of a suite. */
  skippedSlots?: readonly Slot[];
}
