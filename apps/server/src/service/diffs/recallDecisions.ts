import { type Birth, decideAtBirth } from '../../domain/decisions/decideAtBirth.js';
import type { ResultDecision } from '../../domain/decisions/ResultDecision.js';
import { type Slot, slotKey, slotOf } from '../../domain/slot.js';
import type { Database } from '../../store/database.js';
import { findDecisions } from '../../store/decisions/decisions.js';
import type { EarlierResult } from '../../store/diffs/results.js';
import { createBreather } from '../../turns/createBreather.js';
import { mapInTurns } from '../../turns/mapInTurns.js';
import type { HeadView } from '../baselines/HeadView.js';
import { readMemory } from '../baselines/readMemory.js';

/** The looks that a result compares. */
interface Change extends Slot {
  basePixels: string | null;
  headPixels: string | null;
}

/** What was decided about the same images before the diff was computed again, as far as the decision stands (R17). */
export async function keepDecisions<Result extends Change>(
  transaction: Database,
  earlier: readonly EarlierResult[],
  results: readonly Result[],
): Promise<(Result & ResultDecision)[]> {
  const before = new Map(
    earlier.filter(({ decisionId }) => decisionId !== null).map((result) => [slotKey(result), result]),
  );
  const breathe = createBreather();
  const isSame = (result: Change, old: EarlierResult | undefined): old is EarlierResult =>
    old !== undefined && old.basePixels === result.basePixels && old.headPixels === result.headPixels;
  const same = results.filter((result) => isSame(result, before.get(slotKey(result))));
  if (same.length === 0) return [];
  await breathe();
  const decisions = await findDecisions(
    transaction,
    [...before.values()].flatMap(({ decisionId }) => decisionId ?? []),
  );
  await breathe();
  const standing = new Set(decisions.filter(({ revokedAt }) => revokedAt === null).map(({ id }) => id));
  return same.flatMap((result): (Result & ResultDecision)[] => {
    const old = before.get(slotKey(result));
    if (!old || old.decisionId === null || !standing.has(old.decisionId)) return [];
    const { approvalStatus, baselineSource, decidedBy, decisionId } = old;
    return [{ ...result, approvalStatus, baselineSource, decidedBy, decisionId }];
  });
}

/** How results are born, by slot (R15, R16). */
export async function recall(
  database: Database,
  view: HeadView,
  results: readonly Change[],
  remembers: boolean,
): Promise<Map<string, Birth>> {
  const memoryOf = await readMemory(
    database,
    view,
    await mapInTurns(results, (result) => ({
      ...slotOf(result),
      looks: [result.basePixels, result.headPixels] as const,
    })),
  );
  const births = await mapInTurns(results, (result): [string, Birth] => {
    const { decisions, accepted } = memoryOf(result);
    const change = { base: result.basePixels, head: result.headPixels };
    return [slotKey(result), decideAtBirth(view, change, decisions, accepted, remembers)];
  });
  return new Map(births);
}
