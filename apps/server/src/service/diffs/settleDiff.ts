import type { ResultStatus } from '@svc/schema';
import { isReviewable, meansRemoval } from '../../domain/results/judgeResult.js';
import { type Slot, slotKey } from '../../domain/slot.js';
import { listStandingPromotions, readBaselineMark, revokeEntries } from '../../store/baselines/baselines.js';
import { findAutoApproved } from '../../store/captures/captures.js';
import type { Database } from '../../store/database.js';
import {
  deleteResultsExcept,
  insertResults,
  placeResults,
  type ResultDecision,
  setBaselineMark,
  setDiffStatus,
  setResultDecisions,
} from '../../store/diffs/diffs.js';
import { setOpenReviews } from '../../store/diffs/openReviews.js';
import { findProjectById } from '../../store/projects/projects.js';
import { noteDecisionsInAudit } from '../audit/noteInAudit.js';
import { promote, promotionTargets } from '../baselines/promote.js';
import { updateCheckRuns } from '../checks/updateCheckRuns.js';
import { applyMemory, type Rememberable } from '../decisions/applyMemory.js';
import { noteDecisions } from '../decisions/decide.js';
import { carryScopeOf } from './planDiff.js';
import type { PlacedSlot, PreparedDiff } from './prepareDiff.js';
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
    compared.map(({ place }) => place),
  );

  const reviewables = [
    ...judged.filter(({ slot }) => isReviewable(verdictOf(slot))),
    ...compared.filter(({ place }) => isReviewable(place.status)),
  ].map(toReviewable);
  const remembered = await applyMemory(transaction, diff, reviewables);
  const automatic = (await selectAutoApproved(transaction, prepared, reviewables)).filter(
    (result) => !remembered.has(slotKey(result)),
  );
  const decided = [...remembered.values(), ...automatic.map(approveAutomatically)];
  await noteDecisions(transaction, diff, automatic, 'approved', autoActor);
  await noteSender(transaction, prepared, automatic);
  await setResultDecisions(transaction, diff.id, decided);
  await promoteApproved(transaction, prepared, reviewables, decided);

  await setBaselineMark(transaction, diff.id, await readBaselineMark(transaction));
  await setDiffStatus(transaction, diff.id, 'completed');
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
  name: slot.name,
  viewport: slot.viewport,
  basePixels: slot.base?.pixels ?? null,
  headPixels: slot.head?.pixels ?? null,
  threshold: slot.threshold,
  baseOrigin: slot.source,
  headHash: slot.head?.hash ?? null,
  carried: slot.carried !== null,
});

/** A command that failed promotes nothing (R18). */
const isClean = ({ head }: PreparedDiff): boolean => (head.exitCode ?? 0) === 0;

async function selectAutoApproved(
  transaction: Database,
  prepared: PreparedDiff,
  reviewables: readonly Reviewable[],
): Promise<Reviewable[]> {
  if (!isClean(prepared) || promotionTargets(prepared.diff).length === 0 || prepared.diff.ephemeral)
    return [];
  const { all, slots } = await findAutoApproved(transaction, prepared.head.id);
  const chosen = new Set(slots.map(slotKey));
  // What is carried was not part of the run that approves itself.
  return reviewables.filter((result) => !result.carried && (all || chosen.has(slotKey(result))));
}

const approveAutomatically = ({ name, viewport, baseOrigin }: Reviewable): ResultDecision => ({
  name,
  viewport,
  approvalStatus: 'approved',
  baselineSource: baseOrigin,
  decidedBy: autoActor,
});

/**
 * Makes the promotions of the diff those of its approved results: what it promoted before it was computed again stays
 * where that is still approved, and is taken back where it is not (R17).
 */
async function promoteApproved(
  transaction: Database,
  prepared: PreparedDiff,
  reviewables: readonly Reviewable[],
  decided: readonly ResultDecision[],
): Promise<void> {
  const { diff } = prepared;
  const approved = new Set(decided.filter((one) => one.approvalStatus === 'approved').map(slotKey));
  const wanted = new Map(
    reviewables.filter((result) => approved.has(slotKey(result))).map((result) => [slotKey(result), result]),
  );
  const standing = await listStandingPromotions(transaction, diff.id);
  const isWanted = (entry: Slot & { hash: string | null }) =>
    wanted.get(slotKey(entry))?.headHash === entry.hash && wanted.has(slotKey(entry));
  await revokeEntries(
    transaction,
    diff.id,
    standing.filter((entry) => !isWanted(entry)),
  );
  if (!isClean(prepared) || diff.ephemeral) return;
  const kept = new Set(standing.filter(isWanted).map(slotKey));
  await promote(
    transaction,
    diff,
    [...wanted.values()].filter((result) => !kept.has(slotKey(result))),
    autoActor,
  );
}
