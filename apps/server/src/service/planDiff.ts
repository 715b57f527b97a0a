import type { ResultStatus } from '@svc/schema';
import { judgeResult } from '../domain/judgeResult.js';
import { type BranchBaseline, resolveBaseline } from '../domain/resolveBaseline.js';
import { type Slot, slotKey } from '../domain/slot.js';
import { type BaselineLog, type EntryRow, listActiveEntries, readBaselineMark } from '../store/baselines.js';
import {
  type CaptureRow,
  findCaptureById,
  listSnapshots,
  type SnapshotWithImage,
} from '../store/captures.js';
import type { Database } from '../store/database.js';
import { type DiffRow, deleteResults, findDiffById, setBaselineMark } from '../store/diffs.js';
import { lockBaselines } from '../store/suites.js';
import type { Resources } from './Resources.js';

/** One side of a result. */
export interface Picture {
  hash: string;
  pixels: string | null;
}

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

interface BaseOfSlot {
  picture: Picture | null;
  source: string | null;
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
      ? await basesOfCapture(transaction, diff.base_capture_id)
      : await basesOfBranches(transaction, diff, head, snapshots);
    return { diff, head, slots: planSlots(diff, head, snapshots, bases) };
  });
}

/** As {@link planDiff}, for one slot of a capture that is still under way. */
export async function planSlot(
  { database }: Pick<Resources, 'database'>,
  diffId: string,
  slot: Slot,
): Promise<{ diff: DiffRow; planned: PlannedSlot }> {
  return database.transaction().execute(async (transaction) => {
    const diff = await findDiffById(transaction, diffId);
    const head = diff && (await findCaptureById(transaction, diff.head_capture_id));
    if (!diff || !head) throw new Error(`diff ${diffId} or its head capture is gone`);
    await lockBaselines(transaction, diff.suite_id, 'read');
    const snapshots = (await listSnapshots(transaction, head.id, slot)).filter((one) => one.hash !== null);
    const bases = await basesOfBranches(transaction, diff, head, snapshots, slot);
    const [planned] = planSlots(diff, head, snapshots, bases);
    if (!planned) throw new Error(`capture ${head.id} has no picture of "${slot.name}"`);
    return { diff, planned };
  });
}

type Bases = Map<string, Slot & BaseOfSlot>;

async function basesOfCapture(database: Database, captureId: string): Promise<Bases> {
  const snapshots = await listSnapshots(database, captureId);
  return new Map(
    snapshots.flatMap(({ name, viewport, hash, pixel_hash }) =>
      hash === null
        ? []
        : [
            [
              slotKey({ name, viewport }),
              { name, viewport, picture: { hash, pixels: pixel_hash }, source: `capture:${captureId}` },
            ],
          ],
    ),
  );
}

async function basesOfBranches(
  database: Database,
  diff: DiffRow,
  head: CaptureRow,
  snapshots: readonly SnapshotWithImage[],
  slot?: Slot,
): Promise<Bases> {
  const chains = new Map<string, Slot & { entries: BranchBaseline[] }>();
  for (const log of await logsToSearch(database, diff, head)) {
    const except = { exceptDiff: diff.id, ...(slot ? { slot } : {}) };
    const active = await listActiveEntries(database, log, except);
    const seen = new Map<string, EntryRow>();
    if (!log.isHead && diff.history.length > 0) {
      for (const entry of await listActiveEntries(database, log, { ...except, commits: diff.history })) {
        seen.set(slotKey(entry), entry);
      }
    }
    for (const entry of active) {
      const key = slotKey(entry);
      const chain = chains.get(key) ?? { name: entry.name, viewport: entry.viewport, entries: [] };
      chain.entries.push({ branch: log.branch, active: entry, seen: seen.get(key), isHead: log.isHead });
      chains.set(key, chain);
    }
  }
  const headPixels = new Map(snapshots.map((snapshot) => [slotKey(snapshot), snapshot.pixel_hash]));
  return new Map(
    [...chains].map(([key, { name, viewport, entries }]) => {
      const { entry, branch } = resolveBaseline(entries, headPixels.get(key) ?? null);
      const picture = entry?.hash ? { hash: entry.hash, pixels: entry.pixels } : null;
      return [
        key,
        { name, viewport, picture, source: picture && branch !== null ? `branch:${branch}` : null },
      ];
    }),
  );
}

/** The logs in the order of R7; a local run looks into its private ones first (R19). */
async function logsToSearch(
  database: Database,
  diff: DiffRow,
  head: CaptureRow,
): Promise<(BaselineLog & { isHead: boolean })[]> {
  const { default_branch: defaultBranch } = await database
    .selectFrom('projects')
    .select('default_branch')
    .where('id', '=', head.project_id)
    .executeTakeFirstOrThrow();
  const branches = [
    ...new Set([head.branch, diff.baseline_ref, defaultBranch].flatMap((branch) => branch ?? [])),
  ];
  const namespaces = [...new Set([head.namespace, ''])];
  return namespaces.flatMap((namespace) =>
    branches.map((branch) => ({ suiteId: head.suite_id, namespace, branch, isHead: branch === head.branch })),
  );
}

function planSlots(
  diff: DiffRow,
  head: CaptureRow,
  snapshots: readonly SnapshotWithImage[],
  bases: Bases,
): PlannedSlot[] {
  const manifest = diff.manifest && new Set(diff.manifest);
  const complete = head.complete && head.failed_snapshots === 0;
  const heads = new Set(snapshots.map(slotKey));
  const judge = (slot: Slot, headPixels: string | null, base: BaseOfSlot | undefined, failed: boolean) =>
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
