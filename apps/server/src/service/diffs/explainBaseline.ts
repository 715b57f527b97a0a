import type { BaselineExplanation, BaseReason } from '@svc/schema';
import type { ExplainedBase } from '../../store/diffs/resultTables.js';

/** What a result was compared with, and why with that (R9). */
export function explainBaseline({
  baseReason,
  baselineSource,
  explained,
}: {
  baseReason: BaseReason | null;
  baselineSource: string | null;
  explained: ExplainedBase;
}): BaselineExplanation | null {
  if (baseReason === null) return null;
  const { newerRef, newerCommit, newerDiffId, ...shown } = explained;
  return {
    reason: baselineSource?.startsWith('approval:') ? 'remembered' : baseReason,
    ...shown,
    newer: newerRef === null ? null : { ref: newerRef, commit: newerCommit, diffId: newerDiffId },
  };
}
