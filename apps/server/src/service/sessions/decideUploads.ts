import type { SnapshotDiffResult } from '@svc/schema';
import type { Insertable } from 'kysely';
import { canPromote } from '../../domain/baselines/planPromotions.js';
import { baselineSource as sourceOf } from '../../domain/baselines/resolveBase.js';
import { isReviewable } from '../../domain/results/judgeResult.js';
import type { PlannedSlot } from '../../domain/results/planSlots.js';
import { slotKey, slotOf } from '../../domain/slot.js';
import type { Database } from '../../store/database.js';
import { readExplainedBases } from '../../store/diffs/results.js';
import type { OpenHead } from '../../store/sessions/uploads.js';
import type { Results } from '../../store/tables.js';
import type { HeadView } from '../baselines/HeadView.js';
import { explainBaseline } from '../diffs/explainBaseline.js';
import { recall } from '../diffs/recallDecisions.js';

/** How an upload was decided about when it was compared. */
export type Birth = Pick<SnapshotDiffResult, 'approvalStatus' | 'baselineSource' | 'baseline'>;

/** An upload of an open session, with its result as if nobody had decided about it. */
export interface ComparedUpload {
  upload: { autoApprove?: boolean | undefined };
  planned: PlannedSlot;
  result: Pick<Insertable<Results>, 'status'>;
}

/**
 * How uploads of one diff are decided about, as far as is known while their session is open.
 * @param uploads each of a slot of its own
 * @returns in the order of the uploads
 */
export async function decideUploads<Upload extends ComparedUpload>(
  database: Database,
  { diff, view }: { diff: OpenHead; view: HeadView },
  uploads: readonly Upload[],
): Promise<(Upload & { birth: Birth })[]> {
  const reviewable = uploads
    .filter(({ result }) => isReviewable(result.status))
    .map(({ planned }) => planned);
  const changes = reviewable.map((planned) => ({
    ...slotOf(planned),
    basePixels: planned.base?.pixels ?? null,
    headPixels: planned.head?.pixels ?? null,
  }));
  const births = await recall(database, view, changes, view.remembers && canPromote(diff));
  const explanations = await readExplainedBases(database, reviewable);
  const explainedBy = new Map(reviewable.map((planned, index) => [slotKey(planned), explanations[index]]));
  const birthOf = ({ upload, planned }: Upload): Birth => {
    const explained = explainedBy.get(slotKey(planned));
    const origin = planned.source;
    if (!explained) return { approvalStatus: 'approved', baselineSource: origin, baseline: null };
    const birth = births.get(slotKey(planned));
    const isRemembered = birth?.approvalStatus === 'approved';
    const automatic = diff.autoApprove || (upload.autoApprove ?? false);
    const baselineSource =
      birth?.decision && isRemembered ? sourceOf.approval(birth.decision.diffId) : origin;
    const approvalStatus = birth?.decision ? birth.approvalStatus : automatic ? 'approved' : 'pending';
    const baseline = explainBaseline({ ...explained, baseReason: planned.reason, baselineSource });
    return { approvalStatus, baselineSource, baseline };
  };
  return uploads.map((upload) => ({ ...upload, birth: birthOf(upload) }));
}
