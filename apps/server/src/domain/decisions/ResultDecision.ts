import type { ApprovalStatus } from '@svc/schema';
import type { Slot } from '../slot.js';

/** What is decided about a slot of a diff. */
export interface ResultDecision extends Slot {
  approvalStatus: ApprovalStatus;
  /** R9. */
  baselineSource: string | null;
  decidedBy: string | null;
  /** Null while nobody has decided. */
  decisionId: number | null;
}
