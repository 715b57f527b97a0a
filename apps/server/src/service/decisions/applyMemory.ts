import { type EarlierDecision, rememberDecision } from '../../domain/rememberDecision.js';
import { baselineSource } from '../../domain/resolveBaseline.js';
import { slotKey } from '../../domain/slot.js';
import type { Database } from '../../store/database.js';
import { listDecisions } from '../../store/decisions/decisions.js';
import type { DiffRow, ResultDecision, ResultWithImages } from '../../store/diffs/diffs.js';
import { findProjectById } from '../../store/projects/projects.js';
import { promotionTargets } from '../baselines/promote.js';

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
