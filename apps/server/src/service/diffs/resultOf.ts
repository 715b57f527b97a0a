import type { ResultStatus } from '@svc/schema';
import type { Insertable } from 'kysely';
import { isReviewable } from '../../domain/judgeResult.js';
import type { DiffRow } from '../../store/diffs/diffs.js';
import type { ComparisonRow } from '../../store/images/comparisons.js';
import type { Results } from '../../store/tables.js';
import { compareImages } from '../images/compareImages.js';
import type { Resources } from '../Resources.js';
import type { PlannedSlot } from './planDiff.js';

/** The result of a slot, decoding its images where that is needed to tell. */
export async function resultOf(
  resources: Resources,
  diff: DiffRow,
  slot: PlannedSlot,
  position: number,
): Promise<Insertable<Results>> {
  if (slot.verdict !== 'compare') return rowOf(diff, slot, position, slot.verdict, null);
  const { base, head } = slot;
  if (!base?.pixels || !head?.pixels) throw new Error(`"${slot.name}" has only one side to compare`);
  const sides = {
    base: { hash: base.hash, pixels: base.pixels },
    head: { hash: head.hash, pixels: head.pixels },
  };
  const comparison = await compareImages(resources, diff.project_id, sides, {
    threshold: slot.threshold,
    antiAliasing: diff.anti_aliasing,
  });
  // Other pixels, of which nobody can tell any more by how much they differ, are a change that a person looks at.
  const isUnchanged = comparison !== null && comparison.mask_hash === null;
  return rowOf(diff, slot, position, isUnchanged ? 'unchanged' : 'changed', comparison);
}

/** The row of a result, as nobody has decided about it. */
export function rowOf(
  diff: DiffRow,
  slot: PlannedSlot,
  position: number,
  status: ResultStatus,
  comparison: ComparisonRow | null,
): Insertable<Results> {
  return {
    project_id: diff.project_id,
    diff_id: diff.id,
    name: slot.name,
    viewport: slot.viewport,
    position,
    status,
    approval_status: isReviewable(status) ? 'pending' : 'approved',
    diff_percentage: comparison ? comparison.diff_percentage : status === 'unchanged' ? 0 : null,
    head_hash: slot.head?.hash ?? null,
    base_hash: slot.base?.hash ?? null,
    mask_hash: comparison?.mask_hash ?? null,
    baseline_source: slot.source,
    base_origin: slot.source,
    base_from: slot.baseFrom,
    threshold: slot.threshold,
    path: slot.path && JSON.stringify(slot.path),
    decided_by: null,
    decided_at: null,
    comparison_id: comparison?.id ?? null,
  };
}
