import { canPromote } from '../../domain/baselines/planPromotions.js';
import { decisionsAtBirth, type ResultDecision } from '../../domain/decisions/decisionsAtBirth.js';
import type { Slot } from '../../domain/slot.js';
import type { Database } from '../../store/database.js';
import { listDecisions } from '../../store/decisions/decisions.js';
import type { DiffRow, ResultWithImages } from '../../store/diffs/diffs.js';
import { findProjectById } from '../../store/projects/projects.js';

/** A reviewable result as far as memory is concerned. */
export type Rememberable = Pick<
  ResultWithImages,
  keyof Slot | 'basePixels' | 'headPixels' | 'threshold' | 'baseOrigin'
>;

/** Finds the decisions that results are born with (R15 to R17), by slot; those that are born pending are left out. */
export async function recallDecisions(
  transaction: Database,
  diff: DiffRow,
  results: readonly Rememberable[],
): Promise<Map<string, ResultDecision>> {
  const project = await findProjectById(transaction, diff.projectId);
  const earlier = await listDecisions(transaction, diff.suiteId, diff.antiAliasing, results);
  const approvalMemory = project.approvalMemory && canPromote(diff);
  return decisionsAtBirth({ id: diff.id, branch: diff.branch, approvalMemory }, results, earlier);
}
