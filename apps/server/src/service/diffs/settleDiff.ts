import type { ResultStatus } from '@svc/schema';
import { mayPromoteItself, planPromotions } from '../../domain/baselines/planPromotions.js';
import { approveItself } from '../../domain/decisions/approveItself.js';
import type { ResultDecision } from '../../domain/decisions/decisionsAtBirth.js';
import { isReviewable, meansRemoval } from '../../domain/results/judgeResult.js';
import type { PlacedSlot } from '../../domain/results/placeSlots.js';
import { slotKey, slotOf } from '../../domain/slot.js';
import { listStandingPromotions, readBaselineMark, revokeEntries } from '../../store/baselines/baselines.js';
import { findAutoApproved } from '../../store/captures/captures.js';
import type { Database } from '../../store/database.js';
import {
  deleteResultsExcept,
  insertResults,
  placeResults,
  setBaselineMark,
  setDiffStatus,
  setResultDecisions,
  setTookAbsence,
} from '../../store/diffs/diffs.js';
import { setOpenReviews } from '../../store/diffs/openReviews.js';
import { findProjectById } from '../../store/projects/projects.js';
import { noteDecisionsInAudit } from '../audit/noteInAudit.js';
import { promote } from '../baselines/promote.js';
import { updateCheckRuns } from '../checks/updateCheckRuns.js';
import { noteDecisions } from '../decisions/noteDecisions.js';
import { type Rememberable, recallDecisions } from '../decisions/recallDecisions.js';
import { carryScopeOf } from './planDiff.js';
import type { PreparedDiff } from './prepareDiff.js';
import { rowOf } from './resultOf.js';

/** Who approves what a capture with autoApprove changed. */
const autoActor = 'auto-approve';

interface Reviewable extends Rememberable {
  headHash: string | null;
  carried: boolean;
}

/**
 * Ends a diff of which nothing is missing: results, earlier decisions about the same transitions (R15 to R17), autoApprove
 * (R18) and promotions, in the transaction that prepared it. Since nobody else can change a baseline in that time, no
 * promotion is stale.
 */
export async function settleDiff(transaction: Database, prepared: PreparedDiff): Promise<void> {
  const { diff, head, judged, compared } = prepared;
  await deleteResultsExcept(
    transaction,
    diff.id,
    compared.map(({ slot }) => slot),
  );
  await insertResults(
    transaction,
    judged.map(({ slot, position }) => rowOf(diff, slot, position, verdictOf(slot), null)),
  );
  await placeResults(
    transaction,
    diff.id,
    compared.map(({ slot, position, status }) => {
      const { source, baseFrom, path } = slot;
      return { ...slotOf(slot), position, status, source, baseFrom, path };
    }),
  );

  const reviewables = [
    ...judged.filter(({ slot }) => isReviewable(verdictOf(slot))),
    ...compared.filter(({ status }) => isReviewable(status)),
  ].map(toReviewable);
  const remembered = await recallDecisions(transaction, diff, reviewables);
  const mayPromote = mayPromoteItself(diff, head.exitCode);
  const automatic = mayPromote
    ? approveItself(await findAutoApproved(transaction, head.id), reviewables).filter(
        (result) => !remembered.has(slotKey(result)),
      )
    : [];
  const decided = [...remembered.values(), ...automatic.map(approveAutomatically)];
  await noteDecisions(transaction, diff, automatic, 'approved', autoActor);
  await noteSender(transaction, prepared, automatic);
  await setResultDecisions(transaction, diff.id, decided);
  const approved = new Set(decided.filter((one) => one.approvalStatus === 'approved').map(slotKey));
  const { revoked, promoted } = planPromotions(
    reviewables.filter((result) => approved.has(slotKey(result))),
    await listStandingPromotions(transaction, diff.id),
    mayPromote,
  );
  await revokeEntries(transaction, diff.id, revoked);
  await promote(transaction, diff, promoted, autoActor);

  await setBaselineMark(transaction, diff.id, await readBaselineMark(transaction));
  await setDiffStatus(transaction, diff.id, 'completed');
  await setTookAbsence(transaction, diff.id, head.complete);
  const scope = carryScopeOf(diff, head);
  if (scope) {
    const complete = meansRemoval({
      complete: head.complete && diff.manifest === null,
      listed: false,
      exitCode: head.exitCode,
      failedSnapshots: head.failedSnapshots,
    });
    await setOpenReviews(transaction, diff.id, { ...scope, complete });
  }
  await updateCheckRuns(transaction, diff.id);
}

/** Writes down who sent the images that approve themselves, since nobody looked at them. */
async function noteSender(
  transaction: Database,
  { diff, head }: PreparedDiff,
  automatic: readonly Reviewable[],
): Promise<void> {
  if (automatic.length === 0) return;
  const project = await findProjectById(transaction, diff.projectId);
  const by = { project, actor: head.actor, namespace: '' };
  await noteDecisionsInAudit(transaction, by, 'diff.auto-approved', diff, automatic);
}

function verdictOf({ name, verdict }: PlacedSlot['slot']): ResultStatus {
  if (verdict === 'compare') throw new Error(`"${name}" was not compared`);
  return verdict;
}

const toReviewable = ({ slot }: PlacedSlot): Reviewable => ({
  ...slotOf(slot),
  basePixels: slot.base?.pixels ?? null,
  headPixels: slot.head?.pixels ?? null,
  threshold: slot.threshold,
  baseOrigin: slot.source,
  headHash: slot.head?.hash ?? null,
  carried: slot.carried !== null,
});

const approveAutomatically = (result: Reviewable): ResultDecision => ({
  ...slotOf(result),
  approvalStatus: 'approved',
  baselineSource: result.baseOrigin,
  decidedBy: autoActor,
});
