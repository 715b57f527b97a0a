import type { ApprovalStatus } from '@svc/schema';
import type { Look } from '../../domain/baselines/Entry.js';
import { seenOfTarget } from '../../domain/baselines/resolveBase.js';
import { type Slot, slotKey, slotOf } from '../../domain/slot.js';
import type { Database } from '../../store/database.js';
import { insertDecisions } from '../../store/decisions/decisions.js';
import type { DiffRow } from '../../store/diffs/diffs.js';
import { setResultDecisions } from '../../store/diffs/results.js';
import type { PrincipalNames } from '../access/Principal.js';
import { findLines, type SlotLines } from '../baselines/findLines.js';
import type { HeadView } from '../baselines/HeadView.js';

/** Shows a decision on results of a diff; it says again where the base came from (R9). */
export const setDecisions = (
  transaction: Database,
  diffId: string,
  results: readonly (Slot & { baseOrigin: string | null })[],
  { approvalStatus, decidedBy }: { approvalStatus: ApprovalStatus; decidedBy: string | null },
  decisions: ReadonlyMap<string, number> = new Map(),
): Promise<void> =>
  setResultDecisions(
    transaction,
    diffId,
    results.map((result) => ({
      ...slotOf(result),
      approvalStatus,
      baselineSource: result.baseOrigin,
      decidedBy,
      decisionId: decisions.get(slotKey(result)) ?? null,
    })),
  );

/** A change that is decided about. */
export interface Decidable extends Slot {
  basePixels: Look;
  headPixels: Look;
}

/** Who decides, and how. */
export interface Deciding {
  by: PrincipalNames;
  /** Without a person. */
  automatic?: boolean;
  /** Of a rejection. */
  note?: string | undefined;
  /** What the head's branches have for these slots, where that is known: see {@link findLines}. */
  lines?: ReadonlyMap<string, SlotLines> | undefined;
}

/**
 * Writes decisions down, each with what the target had for the head, over which it was made as well (R16).
 * @returns their ids by slot
 */
export async function noteDecisions(
  transaction: Database,
  { diff, view }: { diff: DiffRow; view: HeadView },
  results: readonly Decidable[],
  kind: 'approved' | 'rejected' | 'withdrawn',
  { by, automatic = false, note, lines: known }: Deciding,
): Promise<Map<string, number>> {
  if (results.length === 0) return new Map();
  const lines =
    view.target === null ? null : (known ?? (await findLines(transaction, view, results.map(slotOf))));
  const targetOf = (result: Decidable): Look => {
    if (!lines) return result.basePixels;
    const found = lines.get(slotKey(result));
    return (found && seenOfTarget(found, view.sight, view.isBefore)?.look) ?? null;
  };
  const noted = await insertDecisions(transaction, {
    projectId: diff.projectId,
    suiteId: diff.suiteId,
    diffId: diff.id,
    kind,
    branch: view.branch,
    persistent: !diff.ephemeral && diff.namespace === '',
    automatic,
    actor: by.actor,
    actorId: by.namespace,
    note: note ?? null,
    changes: results.map((result) => ({
      ...slotOf(result),
      basePixels: result.basePixels,
      headPixels: result.headPixels,
      targetPixels: targetOf(result),
    })),
  });
  return new Map(noted.map((decision) => [slotKey(decision), decision.id]));
}
