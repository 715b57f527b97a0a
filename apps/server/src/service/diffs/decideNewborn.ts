import { canPromote, mayPromoteItself, planPromotions } from '../../domain/baselines/planPromotions.js';
import { baselineSource } from '../../domain/baselines/resolveBase.js';
import { approveItself } from '../../domain/decisions/approveItself.js';
import type { Birth } from '../../domain/decisions/decideAtBirth.js';
import type { ResultDecision } from '../../domain/decisions/ResultDecision.js';
import { type Slot, slotKey } from '../../domain/slot.js';
import { listStandingPromotions } from '../../store/baselines/baselines.js';
import { uncover } from '../../store/baselines/lines.js';
import { revokePromotions } from '../../store/baselines/revocations.js';
import { findAutoApproved } from '../../store/captures/captures.js';
import { insertFlakesOf } from '../../store/captures/flakes.js';
import type { Database } from '../../store/database.js';
import { listTakenBack } from '../../store/decisions/decisions.js';
import { isFurtherDiff } from '../../store/diffs/diffs.js';
import { setResultDecisions } from '../../store/diffs/results.js';
import { createBreather } from '../../turns/createBreather.js';
import { noteDecisionsInAudit } from '../audit/noteInAudit.js';
import { destinationsOf } from '../baselines/HeadView.js';
import { promote } from '../baselines/promote.js';
import { noteDecisions } from '../decisions/noteDecisions.js';
import type { PreparedDiff } from './prepareDiff.js';
import { keepDecisions, recall } from './recallDecisions.js';

/** Who approves what a capture with autoApprove changed. */
const autoActor = 'auto-approve';

/** A reviewable result whose decision is looked for. */
export interface Newborn extends Slot {
  basePixels: string | null;
  headPixels: string | null;
  baseOrigin: string | null;
  headHash: string | null;
  carried: boolean;
}

interface Decided extends Newborn, ResultDecision {}

/**
 * Decides what can be decided without a person: as the diff said before it was computed again (R17), as was decided
 * elsewhere (R15, R16), and as the run asked (R18); and promotes what is approved.
 * @returns what was promoted, and the entries that do not stand any more since what they promoted is not approved now
 */
export async function decideNewborn(
  transaction: Database,
  prepared: PreparedDiff,
  results: readonly Newborn[],
): Promise<{ promoted: readonly Slot[]; revoked: readonly number[] }> {
  const { project, diff, head, view } = prepared;
  const isFurtherComparison = diff.baseCaptureId !== null && (await isFurtherDiff(transaction, diff));
  const mayPromote = mayPromoteItself({ ...diff, isFurtherComparison }, head.exitCode);
  const breathe = createBreather();
  const kept = await keepDecisions(transaction, prepared.earlier, results);
  await breathe();
  const keptSlots = new Set(kept.map(slotKey));
  const fresh = results.filter((result) => !keptSlots.has(slotKey(result)));
  await breathe();
  const births = await recall(transaction, view, fresh, project.approvalMemory && canPromote(diff));
  const remembered = fresh.flatMap((result) => toDecided(diff.id, result, births.get(slotKey(result))) ?? []);
  await breathe();
  const told = new Set([...kept, ...remembered].map(slotKey));
  // Nobody has to take an approval back twice, since the diff was computed again.
  const takenBack = new Set(mayPromote ? (await listTakenBack(transaction, diff.id)).map(changeKey) : []);
  const automatic = mayPromote
    ? approveItself(await findAutoApproved(transaction, head.id), results).filter(
        (result) => !told.has(slotKey(result)) && !takenBack.has(changeKey(result)),
      )
    : [];
  const noted = await noteDecisions(transaction, prepared, automatic, 'approved', {
    by: { actor: autoActor, namespace: '' },
    automatic: true,
  });
  const approvedHere = automatic.map(
    (result): Decided => ({
      ...result,
      approvalStatus: 'approved',
      baselineSource: result.baseOrigin,
      decidedBy: autoActor,
      decisionId: noted.get(slotKey(result)) ?? null,
    }),
  );
  if (automatic.length > 0) {
    const by = { project, actor: head.actor, namespace: '' };
    await noteDecisionsInAudit(transaction, by, 'diff.auto-approved', diff, automatic);
  }
  const decided = [...kept, ...remembered, ...approvedHere];
  await setResultDecisions(transaction, diff.id, decided);
  await insertFlakesOf(
    transaction,
    diff,
    fresh.filter((result) => births.get(slotKey(result))?.isFlip),
  );
  const approved = decided.filter(({ approvalStatus }) => approvalStatus === 'approved');
  const standing = await listStandingPromotions(transaction, diff.id);
  await breathe();
  const { revoked: unapproved, promoted: planned } = planPromotions(approved, standing, mayPromote);
  const promoted = planned.filter((result) => !isKeptElsewhere(result));
  const revoked = await revokePromotions(transaction, diff.id, unapproved);
  await uncover(transaction, revoked);
  await promote(
    transaction,
    view,
    destinationsOf(view, diff),
    { captureId: head.id, commit: diff.commit, diffId: diff.id },
    promoted.map((result) => ({ ...result, actor: result.decidedBy ?? autoActor })),
  );
  return { promoted, revoked };

  /** A decision that was made about the same change in another diff of the branch has promoted there (R43). */
  function isKeptElsewhere(result: Decided): boolean {
    return keptSlots.has(slotKey(result));
  }
}

const changeKey = (result: Slot & Pick<Newborn, 'basePixels' | 'headPixels'>): string =>
  JSON.stringify([slotKey(result), result.basePixels, result.headPixels]);

function toDecided(diffId: string, result: Newborn, birth: Birth | undefined): Decided | null {
  if (!birth?.decision) return null;
  const { decision, approvalStatus } = birth;
  const isRemembered = approvalStatus === 'approved' && decision.diffId !== diffId;
  return {
    ...result,
    approvalStatus,
    baselineSource: isRemembered ? baselineSource.approval(decision.diffId) : result.baseOrigin,
    decidedBy: decision.actor,
    decisionId: decision.id,
  };
}
