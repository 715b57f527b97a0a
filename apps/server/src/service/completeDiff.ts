import { isReviewable } from '../domain/judgeResult.js';
import { type EarlierDecision, rememberDecision } from '../domain/rememberDecision.js';
import { slotKey } from '../domain/slot.js';
import { listStandingPromotions } from '../store/baselines.js';
import { isAutoApprove } from '../store/captures.js';
import type { Database } from '../store/database.js';
import { listDecisions } from '../store/decisions.js';
import {
  type DiffRow,
  findDiffById,
  listResults,
  type ResultDecision,
  type ResultWithImages,
  setDiffStatus,
  setResultDecisions,
} from '../store/diffs.js';
import { findProjectById } from '../store/projects.js';
import { lockBaselines } from '../store/suites.js';
import { noteDecisions } from './decide.js';
import { findStale, promote, promotionTargets } from './promote.js';
import type { Resources } from './Resources.js';

/** Who approves what a capture with autoApprove changed. */
const autoActor = 'auto-approve';

/**
 * Ends a diff whose results are all written: earlier decisions about the same transitions apply (R15 to R17), autoApprove
 * does its work (R18), and what was born approved is promoted, all in one transaction.
 * @returns false when a baseline moved meanwhile under something to promote; the diff has to be computed again
 */
export async function completeDiff(
  { database }: Pick<Resources, 'database'>,
  diffId: string,
): Promise<boolean> {
  return database.transaction().execute(async (transaction) => {
    const diff = await findDiffById(transaction, diffId);
    if (diff?.status !== 'processing') return true;
    await lockBaselines(transaction, diff.suite_id, 'write');
    const results = (await listResults(transaction, diffId)).filter((result) => isReviewable(result.status));
    const remembered = await applyMemory(transaction, diff, results);
    const automatic = (await isAutoApproved(transaction, diff))
      ? results.filter((result) => !remembered.has(slotKey(result)))
      : [];
    const decided = [...remembered.values(), ...automatic.map(approveAutomatically)];
    const approved = new Set(decided.filter((one) => one.approvalStatus === 'approved').map(slotKey));
    const toPromote = diff.ephemeral ? [] : results.filter((result) => approved.has(slotKey(result)));
    const fresh = await withoutOwnPromotions(transaction, diff, toPromote);
    if ((await findStale(transaction, diff, fresh)).length > 0) return false;
    await noteDecisions(transaction, diff, automatic, 'approved', autoActor);
    await promote(transaction, diff, fresh, autoActor);
    await setResultDecisions(transaction, diff.id, decided);
    await setDiffStatus(transaction, diffId, 'completed');
    return true;
  });
}

/** A reviewable result as far as memory is concerned. */
export type Rememberable = Pick<
  ResultWithImages,
  'name' | 'viewport' | 'base_pixels' | 'head_pixels' | 'threshold' | 'base_origin'
>;

/** The decisions that results are born with (R15 to R17), by slot; those that are born pending are left out. */
export async function applyMemory(
  transaction: Database,
  diff: DiffRow,
  results: readonly Rememberable[],
): Promise<Map<string, ResultDecision>> {
  const { approval_memory: approvalMemory } = await findProjectById(transaction, diff.project_id);
  const earlier = new Map<string, EarlierDecision[]>();
  const transitions = results.map(({ name, viewport, base_pixels, head_pixels, threshold }) => ({
    name,
    viewport,
    basePixels: base_pixels,
    headPixels: head_pixels,
    threshold,
  }));
  for (const decision of await listDecisions(transaction, diff.suite_id, diff.anti_aliasing, transitions)) {
    const key = slotKey(decision);
    earlier.set(key, [...(earlier.get(key) ?? []), decision]);
  }
  const mayPromote = !diff.ephemeral && promotionTargets(diff).length > 0;
  const decisions = results.flatMap((result): ResultDecision[] => {
    const decision = rememberDecision(earlier.get(slotKey(result)) ?? [], {
      diffId: diff.id,
      branch: diff.branch,
      approvalMemory: approvalMemory && mayPromote,
    });
    if (decision.approvalStatus === 'pending') return [];
    const source =
      decision.approvalStatus === 'approved' && decision.fromDiffId !== null
        ? `approval:${decision.fromDiffId}`
        : result.base_origin;
    return [
      {
        name: result.name,
        viewport: result.viewport,
        approvalStatus: decision.approvalStatus,
        baselineSource: source,
        decidedBy: decision.actor,
      },
    ];
  });
  return new Map(decisions.map((decision) => [slotKey(decision), decision]));
}

async function isAutoApproved(transaction: Database, diff: DiffRow): Promise<boolean> {
  const chosen = await isAutoApprove(transaction, diff.head_capture_id);
  return chosen && promotionTargets(diff).length > 0;
}

const approveAutomatically = ({ name, viewport, base_origin }: ResultWithImages): ResultDecision => ({
  name,
  viewport,
  approvalStatus: 'approved',
  baselineSource: base_origin,
  decidedBy: autoActor,
});

/** Leaves out slots that this diff promoted before it was computed again, as long as that still stands. */
async function withoutOwnPromotions(
  transaction: Database,
  diff: DiffRow,
  results: readonly ResultWithImages[],
): Promise<ResultWithImages[]> {
  if (results.length === 0) return [];
  const standing = await listStandingPromotions(transaction, diff.id);
  const promoted = new Map(standing.map((entry) => [slotKey(entry), entry.hash]));
  return results.filter(
    (result) => promoted.get(slotKey(result)) !== result.head_hash || !promoted.has(slotKey(result)),
  );
}
