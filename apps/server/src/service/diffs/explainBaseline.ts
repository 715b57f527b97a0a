import type { BaselineExplanation, BaseReason } from '@svc/schema';
import type { ExplainedBase } from '../../store/diffs/resultTables.js';

interface BasedResult extends ExplainedBase {
  baseReason: BaseReason | null;
  baselineSource: string | null;
}

/** What a result was compared with, and why with that (R9). */
export function explainBaseline(result: BasedResult): BaselineExplanation | null {
  const { baseReason, baselineSource, newerRef: ref, newerCommit: commit, newerDiffId: diffId } = result;
  if (baseReason === null) return null;
  return {
    reason: baselineSource?.startsWith('approval:') ? 'remembered' : baseReason,
    ref: result.baseRef,
    commit: result.baseCommit,
    captureId: result.baseCaptureId,
    approvedBy: result.baseApprovedBy,
    approvedAt: result.baseApprovedAt?.toISOString() ?? null,
    approvedIn: result.baseApprovedIn,
    newer: ref === null ? null : { ref, commit, diffId },
  };
}
