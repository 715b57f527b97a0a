import type { DiffResult } from '@svc/sdk';

/*
 * What services before 0.15 do not answer yet.
 */

/** Against what a result was compared, and why that (R9). */
export interface BaselineExplanation {
  reason:
    | 'target-seen'
    | 'own-approved'
    | 'target-moved'
    | 'base-capture'
    | 'remembered'
    | 'history-unknown'
    | 'first-of-branch';
  ref: string | null;
  commit: string | null;
  captureId: string | null;
  approvedBy: string | null;
  approvedAt: string | null;
  approvedIn: string | null;
  /** The look that the target has by now, where the head has not seen it. */
  newer: { ref: string; commit: string | null; diffId: string | null } | null;
}

export const baselineOf = (
  result: DiffResult & { baseline?: BaselineExplanation | null },
): BaselineExplanation | null => result.baseline ?? null;
