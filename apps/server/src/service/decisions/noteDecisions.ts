import type { ApprovalStatus } from '@svc/schema';
import { slotOf } from '../../domain/slot.js';
import type { Database } from '../../store/database.js';
import { insertDecisions } from '../../store/decisions/decisions.js';
import { type DecidableResult, type DiffRow, setResultDecisions } from '../../store/diffs/diffs.js';
import type { Rememberable } from './recallDecisions.js';

/** Shows a decision on results; a decision of this diff's own says again where the base came from (R9). */
export const setDecisions = (
  transaction: Database,
  diff: DiffRow,
  results: readonly DecidableResult[],
  approvalStatus: ApprovalStatus,
  decidedBy: string | null,
): Promise<void> =>
  setResultDecisions(
    transaction,
    diff.id,
    results.map((result) => ({
      ...slotOf(result),
      approvalStatus,
      baselineSource: result.baseOrigin,
      decidedBy,
    })),
  );

/** Writes decisions down for approval memory and for a later re-diff. */
export async function noteDecisions(
  transaction: Database,
  diff: DiffRow,
  results: readonly Rememberable[],
  kind: 'approved' | 'rejected' | 'withdrawn',
  actor: string,
): Promise<void> {
  await insertDecisions(
    transaction,
    results.map((result) => ({
      projectId: diff.projectId,
      suiteId: diff.suiteId,
      diffId: diff.id,
      ...slotOf(result),
      basePixels: result.basePixels,
      headPixels: result.headPixels,
      threshold: result.threshold,
      antiAliasing: diff.antiAliasing,
      kind,
      branch: diff.branch,
      persistent: !diff.ephemeral && diff.namespace === '',
      actor,
    })),
  );
}
