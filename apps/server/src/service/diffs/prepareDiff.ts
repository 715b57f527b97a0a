import type { Insertable } from 'kysely';
import { type PlacedSlots, placeSlots } from '../../domain/results/placeSlots.js';
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
import { type RecalledSlot, recallSlots, resultOf } from './resultOf.js';

/** A diff that can be settled, or what is missing for that. */
export interface PreparedDiff extends PlacedSlots {
  project: ProjectRow;
  diff: LockedDiffRow;
  head: CaptureRow;
  view: HeadView;
  /** What the diff says so far, where it is computed again. */
  earlier: readonly EarlierResult[];
  /** Those of `compared` that are not written yet: other diffs compared the same images. */
  recalled: readonly RecalledSlot[];
}

/**
 * Holds a diff and the baselines of its suite, and plans it as of now. Null when the diff has ended. Everything is read
 * and nothing written, so that a caller who finds something missing may let go, compare, and come back.
 */
export async function prepareDiff(
  resources: Pick<Resources, 'database' | 'commitGraphs' | 'blobs' | 'measures'>,
  diffId: string,
): Promise<PreparedDiff | null> {
  const { database: transaction, commitGraphs, blobs } = resources;
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
  const { judged, compared, missing } = placeSlots(slots, earlier);
  const recalled = await recallSlots(resources, diff, missing);
  const known = new Set(recalled.map(({ slot }) => slot));
  return {
    project,
    diff,
    head,
    view,
    earlier,
    judged,
    compared: [...compared, ...recalled],
    recalled,
    missing: missing.filter(({ slot }) => !known.has(slot)),
  };
}

/** Results that are compared at once and kept together. Two decoded images each bound the memory. */
const batchSize = 4;

/** Recalled results that are kept together. */
const keptAtOnce = 500;

/** Compares what is missing and keeps it, so that the diff can be settled, or another attempt finds it done. */
export async function compareMissing(
  resources: Resources,
  { diff, recalled, missing }: Pick<PreparedDiff, 'diff' | 'recalled' | 'missing'>,
  signal?: AbortSignal,
): Promise<void> {
  const keep = (results: Insertable<Results>[]) =>
    resources.database.transaction().execute((transaction) => keepResults(transaction, diff.id, results));
  for (const batch of batchesOf(recalled, keptAtOnce)) {
    signal?.throwIfAborted();
    if (!(await keep(batch.map(({ row }) => row)))) return;
  }
  for (const batch of batchesOf(missing, batchSize)) {
    signal?.throwIfAborted();
    const results = await Promise.all(
      batch.map(({ slot, position }) => resultOf(resources, diff, slot, position)),
    );
    if (!(await keep(results))) return;
  }
}
