import type { Insertable } from 'kysely';
import { type PlacedSlot, type PlacedSlots, placeSlots } from '../../domain/results/placeSlots.js';
import { type CaptureRow, findCaptureById } from '../../store/captures/captures.js';
import { findSuiteOfDiff, keepResults, type LockedDiffRow, lockDiffById } from '../../store/diffs/diffs.js';
import { type EarlierResult, listEarlierResults } from '../../store/diffs/results.js';
import { findProjectById, type ProjectRow } from '../../store/projects/projects.js';
import { lockBaselines } from '../../store/projects/suites.js';
import type { Results } from '../../store/tables.js';
import { batchesOf } from '../../turns/batchesOf.js';
import { type HeadView, headOf, viewHead } from '../baselines/HeadView.js';
import { isComplete } from '../checks/isComplete.js';
import type { Resources } from '../Resources.js';
import { applyIgnoreAreas } from './applyIgnoreAreas.js';
import { planDiff } from './planDiff.js';
import { recallResults, resultOf } from './resultOf.js';

/** A diff that can be settled, or what is missing for that. */
export interface PreparedDiff extends PlacedSlots {
  project: ProjectRow;
  diff: LockedDiffRow;
  head: CaptureRow;
  view: HeadView;
  /** What the diff says so far, where it is computed again. */
  earlier: readonly EarlierResult[];
}

/**
 * Holds a diff and the baselines of its suite, and plans it as of now. Null when the diff has ended. Everything is read
 * and nothing written, so that a caller who finds something missing may let go, compare, and come back.
 */
export async function prepareDiff(
  { database: transaction, commitGraphs, blobs }: Pick<Resources, 'database' | 'commitGraphs' | 'blobs'>,
  diffId: string,
): Promise<PreparedDiff | null> {
  // The baselines first: who decides holds them while other diffs are changed.
  const suiteId = await findSuiteOfDiff(transaction, diffId);
  if (suiteId === null) return null;
  await lockBaselines(transaction, suiteId, 'write');
  const diff = await lockDiffById(transaction, diffId);
  if (diff?.status !== 'processing') return null;
  const found = await findCaptureById(transaction, diff.headCaptureId);
  if (!found) throw new Error(`the head capture of diff ${diffId} is gone`);
  // A shard is complete together with the others only.
  const head = { ...found, complete: await isComplete(transaction, found) };
  const project = await findProjectById(transaction, diff.projectId);
  const view = await viewHead(transaction, commitGraphs, project, headOf(diff));
  const earlier = await listEarlierResults(transaction, diffId);
  const slots = await applyIgnoreAreas(
    { database: transaction, blobs },
    { diff, view, earlier },
    await planDiff(transaction, view, diff, head),
  );
  return { project, diff, head, view, earlier, ...placeSlots(slots, earlier) };
}

/** Results that are compared at once and kept together. Two decoded images each bound the memory. */
const batchSize = 4;

/** Results that are looked up at once, among the comparisons that were made before, and kept together. */
const recalledAtOnce = 500;

/** Compares what is missing and keeps it, so that the diff can be settled, or another attempt finds it done. */
export async function compareMissing(
  resources: Resources,
  { diff, missing }: Pick<PreparedDiff, 'diff' | 'missing'>,
  signal?: AbortSignal,
): Promise<void> {
  const keep = (results: Insertable<Results>[]) =>
    resources.database.transaction().execute((transaction) => keepResults(transaction, diff.id, results));
  const toCompare: PlacedSlot[] = [];
  for (const batch of batchesOf(missing, recalledAtOnce)) {
    signal?.throwIfAborted();
    const recalled = await recallResults(resources, diff, batch);
    toCompare.push(...batch.filter((_, index) => recalled[index] === null));
    const results = recalled.filter((result) => result !== null);
    if (results.length > 0 && !(await keep(results))) return;
  }
  for (const batch of batchesOf(toCompare, batchSize)) {
    signal?.throwIfAborted();
    const results = await Promise.all(
      batch.map(({ slot, position }) => resultOf(resources, diff, slot, position)),
    );
    if (!(await keep(results))) return;
  }
}
