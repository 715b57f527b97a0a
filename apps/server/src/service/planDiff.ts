import type { ResultStatus } from '@svc/schema';
import { judgeResult } from '../domain/judgeResult.js';
import { type Slot, slotKey } from '../domain/slot.js';
import { readBaselineMark } from '../store/baselines.js';
import {
  type CaptureRow,
  findCaptureById,
  listSnapshots,
  type SnapshotWithImage,
} from '../store/captures.js';
import { type DiffRow, deleteResults, findDiffById, setBaselineMark } from '../store/diffs.js';
import { lockBaselines } from '../store/suites.js';
import {
  type Base,
  type BaseLookUp,
  type Bases,
  findBases,
  findBasesInCapture,
  type Picture,
} from './findBases.js';
import type { Resources } from './Resources.js';

/** A slot of a diff with what is known before any picture is decoded. */
export interface PlannedSlot extends Slot {
  verdict: ResultStatus | 'compare';
  head: Picture | null;
  base: Picture | null;
  /** R9. */
  source: string | null;
  threshold: number;
  path: string[] | null;
}

export interface DiffPlan {
  diff: DiffRow;
  head: CaptureRow;
  slots: PlannedSlot[];
}

/**
 * Reads, as of one moment, what a diff has to compare: every slot of the head capture and of its bases (R7, R8, R24).
 * What an earlier attempt left is removed. Null when the diff has ended already.
 */
export async function planDiff(
  { database }: Pick<Resources, 'database'>,
  diffId: string,
): Promise<DiffPlan | null> {
  return database.transaction().execute(async (transaction) => {
    const diff = await findDiffById(transaction, diffId);
    if (diff?.status !== 'processing') return null;
    const head = await findCaptureById(transaction, diff.head_capture_id);
    if (!head) throw new Error(`the head capture of diff ${diffId} is gone`);
    await deleteResults(transaction, diffId);
    await lockBaselines(transaction, diff.suite_id, 'read');
    await setBaselineMark(transaction, diffId, await readBaselineMark(transaction));
    const snapshots = await listSnapshots(transaction, head.id);
    const bases = diff.base_capture_id
      ? await findBasesInCapture(transaction, diff.base_capture_id)
      : await findBases(transaction, lookUpFor(diff, head), snapshots);
    return { diff, head, slots: planSlots(diff, head, snapshots, bases) };
  });
}

/**
 * As {@link planDiff}, for one slot of a capture that is still under way. Nothing is locked: what counts is found when
 * the capture ends.
 */
export async function planSlot(
  { database }: Pick<Resources, 'database'>,
  diffId: string,
  slot: Slot,
): Promise<{ diff: DiffRow; planned: PlannedSlot }> {
  const diff = await findDiffById(database, diffId);
  const head = diff && (await findCaptureById(database, diff.head_capture_id));
  if (!diff || !head) throw new Error(`diff ${diffId} or its head capture is gone`);
  const snapshots = (await listSnapshots(database, head.id, slot)).filter((one) => one.hash !== null);
  const bases = await findBases(database, { ...lookUpFor(diff, head), slot }, snapshots);
  const [planned] = planSlots(diff, head, snapshots, bases);
  if (!planned) throw new Error(`capture ${head.id} has no picture of "${slot.name}"`);
  return { diff, planned };
}

/** Own promotions are left out, so that a diff that is computed again finds what it found first (R17). */
const lookUpFor = (diff: DiffRow, head: CaptureRow): BaseLookUp => ({
  projectId: diff.project_id,
  suiteId: diff.suite_id,
  namespace: head.namespace,
  branch: head.branch,
  baselineRef: diff.baseline_ref,
  history: diff.history,
  exceptDiff: diff.id,
});

function planSlots(
  diff: DiffRow,
  head: CaptureRow,
  snapshots: readonly SnapshotWithImage[],
  bases: Bases,
): PlannedSlot[] {
  const manifest = diff.manifest && new Set(diff.manifest);
  const complete = head.complete && head.failed_snapshots === 0;
  const heads = new Set(snapshots.map(slotKey));
  const judge = (slot: Slot, headPixels: string | null, base: Base | undefined, failed: boolean) =>
    judgeResult({
      headPixels,
      basePixels: base?.picture?.pixels ?? null,
      inManifest: manifest === null || manifest.has(slot.name),
      listed: manifest?.has(slot.name) ?? false,
      failed,
      complete,
    });
  const present = snapshots.flatMap((snapshot): PlannedSlot[] => {
    const base = bases.get(slotKey(snapshot));
    const picture = snapshot.hash === null ? null : { hash: snapshot.hash, pixels: snapshot.pixel_hash };
    // A failed snapshot without a baseline has no picture to show; the capture's failures name it.
    if (!picture && !base?.picture) return [];
    return [
      {
        name: snapshot.name,
        viewport: snapshot.viewport,
        verdict: judge(snapshot, picture?.pixels ?? null, base, snapshot.status === 'failed'),
        head: picture,
        base: base?.picture ?? null,
        source: base?.source ?? null,
        threshold: snapshot.threshold ?? diff.threshold,
        path: snapshot.path,
      },
    ];
  });
  const absent = [...bases.values()]
    .filter((base) => base.picture && !heads.has(slotKey(base)))
    .sort((a, b) => (slotKey(a) < slotKey(b) ? -1 : 1))
    .map(
      (base): PlannedSlot => ({
        name: base.name,
        viewport: base.viewport,
        verdict: judge(base, null, base, false),
        head: null,
        base: base.picture,
        source: base.source,
        threshold: diff.threshold,
        path: null,
      }),
    );
  return [...present, ...absent];
}
