import { baselineSource } from '../../domain/baselines/resolveBaseline.js';
import { type EarlierDecision, rememberDecision } from '../../domain/decisions/rememberDecision.js';
import { slotKey } from '../../domain/slot.js';
import type { Database } from '../../store/database.js';
import { listDecisions } from '../../store/decisions/decisions.js';
import type { DiffRow, ResultDecision, ResultWithImages } from '../../store/diffs/diffs.js';
import { findProjectById } from '../../store/projects/projects.js';
import { promotionTargets } from '../baselines/promote.js';

/** A reviewable result as far as memory is concerned. */
export type Rememberable = Pick<
  ResultWithImages,
  'name' | 'viewport' | 'basePixels' | 'headPixels' | 'threshold' | 'baseOrigin'
>;

/** The decisions that results are born with (R15 to R17), by slot; those that are born pending are left out. */
export async function applyMemory(
  transaction: Database,
  diff: DiffRow,
  results: readonly Rememberable[],
): Promise<Map<string, ResultDecision>> {
  const { approvalMemory } = await findProjectById(transaction, diff.projectId);
  const earlier = new Map<string, EarlierDecision[]>();
  const transitions = results.map(({ name, viewport, basePixels, headPixels, threshold }) => ({
    name,
    viewport,
    basePixels: basePixels,
    headPixels: headPixels,
    threshold,
  }));
  for (const decision of await listDecisions(transaction, diff.suiteId, diff.antiAliasing, transitions)) {
    const key = slotKey(decision);
    const known = earlier.get(key);
    if (known) known.push(decision);
    else earlier.set(key, [decision]);
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
        ? baselineSource.approval(decision.fromDiffId)
        : result.baseOrigin;
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
