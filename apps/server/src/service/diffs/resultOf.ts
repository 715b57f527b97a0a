import type { ResultStatus } from '@svc/schema';
import type { Insertable } from 'kysely';
import { maskOf, uniteRegions } from '../../domain/results/ignoredRegions.js';
import { isReviewable } from '../../domain/results/judgeResult.js';
import { type ComparedSlot, type PlacedSlot, statusOf } from '../../domain/results/placeSlots.js';
import type { PlannedSlot } from '../../domain/results/planSlots.js';
import { looksDifferent } from '../../domain/results/sensitivity.js';
import type { DiffRow } from '../../store/diffs/diffs.js';
import type { ShownComparison } from '../../store/images/comparisons.js';
import type { Results } from '../../store/tables.js';
import { askAhead } from '../../turns/askAhead.js';
import { batchesOf } from '../../turns/batchesOf.js';
import {
  compareImages,
  type ImageComparison,
  recallComparisons,
  type Sides,
} from '../images/compareImages.js';
import type { Resources } from '../Resources.js';

/** The result of a slot, decoding its images where that is needed to tell. */
export async function resultOf(
  resources: Resources,
  diff: DiffRow,
  slot: PlannedSlot,
  position: number,
): Promise<Insertable<Results>> {
  if (slot.verdict !== 'compare') return rowOf(diff, slot, position, slot.verdict, null);
  return comparedRow(
    diff,
    slot,
    position,
    await compareImages(resources, diff.projectId, sidesOf(slot), termsOf(slot)),
  );
}

/** A slot whose images were compared before, with its result. */
export interface RecalledSlot extends ComparedSlot {
  row: Insertable<Results>;
}

/** Slots that are looked up at once among the comparisons that were made before. */
const recalledAtOnce = 500;

/** Those of the slots whose images were compared before. */
export async function recallSlots(
  resources: Pick<Resources, 'database' | 'measures'>,
  diff: DiffRow,
  placed: readonly PlacedSlot[],
): Promise<RecalledSlot[]> {
  const recalled: RecalledSlot[] = [];
  const known = (batch: readonly PlacedSlot[]) =>
    recallComparisons(
      resources,
      diff.projectId,
      batch.map(({ slot }) => ({ sides: sidesOf(slot), terms: termsOf(slot) })),
    );
  for await (const { entry: batch, answer } of askAhead(batchesOf(placed, recalledAtOnce), known)) {
    for (const [index, { slot, position }] of batch.entries()) {
      const comparison = answer[index];
      if (!comparison) continue;
      const row = comparedRow(diff, slot, position, comparison);
      const status = statusOf(slot, row);
      // Not as a copy: of rows this large it takes as long as all else.
      recalled.push({ slot, position, status, row: Object.assign(row, { status }) });
    }
  }
  return recalled;
}

function sidesOf({ name, base, head }: PlannedSlot): Sides {
  if (!base?.pixels || !head?.pixels) throw new Error(`"${name}" has only one side to compare`);
  return { base: { hash: base.hash, pixels: base.pixels }, head: { hash: head.hash, pixels: head.pixels } };
}

const termsOf = ({ threshold, antiAliasing, ignored, areas }: PlannedSlot): ImageComparison => ({
  threshold,
  antiAliasing,
  ignored: maskOf({ ignored, areas }),
});

function comparedRow(
  diff: DiffRow,
  slot: PlannedSlot,
  position: number,
  comparison: ShownComparison | null,
): Insertable<Results> & { status: 'changed' | 'unchanged' } {
  // Other pixels, whose difference can no longer be computed, are a change that a person looks at.
  const isUnchanged =
    comparison !== null &&
    comparison.maskHash === null &&
    !looksDifferent(comparison.subthreshold, slot.sensitivity);
  const status = isUnchanged ? 'unchanged' : 'changed';
  return rowOf(diff, slot, position, status, comparison);
}

/** The row of a result, as nobody has decided about it. */
export function rowOf<Status extends ResultStatus>(
  diff: DiffRow,
  slot: PlannedSlot,
  position: number,
  status: Status,
  comparison: ShownComparison | null,
): Insertable<Results> & { status: Status } {
  return {
    projectId: diff.projectId,
    diffId: diff.id,
    name: slot.name,
    viewport: slot.viewport,
    browser: slot.browser,
    position,
    status,
    approvalStatus: isReviewable(status) ? 'pending' : 'approved',
    diffPercentage: comparison ? comparison.diffPercentage : status === 'unchanged' ? 0 : null,
    carried: slot.isCarried,
    headHash: slot.head?.hash ?? null,
    baseHash: slot.base?.hash ?? null,
    maskHash: comparison?.maskHash ?? null,
    baselineSource: slot.source,
    baseOrigin: slot.source,
    baseFrom: slot.baseFrom,
    baseEntryId: slot.entry?.id ?? null,
    baseReason: slot.reason,
    newerEntryId: slot.newer?.id ?? null,
    threshold: slot.threshold,
    antiAliasing: slot.antiAliasing,
    ignored: ignoredColumn(slot, status),
    path: slot.path && JSON.stringify(slot.path),
    decidedBy: null,
    decidedAt: null,
    comparisonId: comparison?.id ?? null,
  };
}

/** What was not compared, or would not have been: equal images have the boxes of the head. */
function ignoredColumn(slot: PlannedSlot, status: ResultStatus): string | null {
  if (status === 'skipped' || status === 'removed') return null;
  const regions = uniteRegions(maskOf(slot));
  return regions.length > 0 ? JSON.stringify(regions) : null;
}
