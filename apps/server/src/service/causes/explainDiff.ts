import { type ExplainedChange, explainChange } from '../../domain/causes/explainChange.js';
import type { ComparedSlot } from '../../domain/results/placeSlots.js';
import { type Slot, slotOf } from '../../domain/slot.js';
import { type ComparedResult, listCompared, putCauses } from '../../store/diffs/causes.js';
import { findDiffs } from '../../store/diffs/diffs.js';
import { findLayouts, isAnyPairRecorded } from '../../store/images/layouts.js';
import { createBreather } from '../../turns/createBreather.js';
import { readLayout } from '../images/readLayout.js';
import type { Resources } from '../Resources.js';

type Needed = Pick<Resources, 'database' | 'blobs'>;

/**
 * Tells why the changed results of a diff did, where that is not told yet and both pages were recorded. It changes no verdict,
 * so no failure of it is one of the comparison.
 * @param slots those alone
 */
export async function explainDiff(
  resources: Needed,
  { id, projectId }: { id: string; projectId: string },
  { slots, signal }: { slots?: readonly Slot[]; signal?: AbortSignal } = {},
): Promise<void> {
  const { database } = resources;
  const compared = await listCompared(database, id, slots);
  if (compared.length === 0) return;
  const layoutsOf = (side: 'baseHash' | 'headHash') =>
    findLayouts(
      database,
      projectId,
      compared.map((result) => ({ ...slotOf(result), imageHash: result[side] })),
    );
  const [bases, heads] = [await layoutsOf('baseHash'), await layoutsOf('headHash')];
  const breathe = createBreather();
  for (const [place, result] of compared.entries()) {
    signal?.throwIfAborted();
    const [baseLayout, headLayout] = [bases[place]?.hash, heads[place]?.hash];
    if (!baseLayout || !headLayout) continue;
    if (result.baseLayout === baseLayout && result.headLayout === headLayout) continue;
    const explained = await explainResultChange(resources, projectId, result);
    if (explained) {
      const { comparisonId } = result;
      await putCauses(database, { ...slotOf(result), comparisonId, baseLayout, headLayout, ...explained });
    }
    await breathe();
  }
}

/** Whether {@link explainDiff} may have something to tell of changes that are not written yet. */
export const isExplicable = (
  { database }: Pick<Resources, 'database'>,
  { diff, recalled }: { diff: { projectId: string }; recalled: readonly ComparedSlot[] },
): Promise<boolean> =>
  isAnyPairRecorded(
    database,
    diff.projectId,
    recalled.flatMap(({ slot: { base, head }, status }) =>
      status === 'changed' && base && head ? { baseHash: base.hash, headHash: head.hash } : [],
    ),
  );

/** Explains what an earlier evaluation of a diff found, from pages that were recorded since. */
export async function explainAgain(resources: Needed, diffId: string, signal: AbortSignal): Promise<void> {
  for (const diff of await findDiffs(resources.database, [diffId]))
    await explainDiff(resources, diff, { signal });
}

async function explainResultChange(
  resources: Needed,
  projectId: string,
  result: ComparedResult,
): Promise<ExplainedChange | null> {
  const read = (imageHash: string) => readLayout(resources, projectId, { ...slotOf(result), imageHash });
  const [before, after] = await Promise.all([read(result.baseHash), read(result.headHash)]);
  if (!before || !after) return null;
  try {
    return explainChange(before, after, result.regions);
  } catch {
    // Records are of pages that anybody writes: one that cannot be explained has still been compared.
    return null;
  }
}
