import type { ResultStatus } from '@svc/schema';
import { judgeResult, meansRemoval } from '../../domain/results/judgeResult.js';
import { type Slot, slotKey } from '../../domain/slot.js';
import { type CaptureRow, listSnapshots } from '../../store/captures/captures.js';
import type { Database } from '../../store/database.js';
import type { DiffRow } from '../../store/diffs/diffs.js';
import {
  type CarriedRow,
  type CarryScope,
  listSameCommitImages,
  listUnresolved,
} from '../../store/diffs/openReviews.js';
import { findProjectById, type ProjectRow } from '../../store/projects/projects.js';
import { isOfOneUpload } from '../../store/sessions/reviewSessions.js';
import type { OpenHead } from '../../store/sessions/uploads.js';
import { type BaseLookUp, type Bases, findBases, findBasesInCapture, type Image } from './findBases.js';

/** A slot of a diff with what is known before any image is decoded. */
export interface PlannedSlot extends Slot {
  verdict: ResultStatus | 'compare';
  head: Image | null;
  base: Image | null;
  /** R9. */
  source: string | null;
  /** The capture that the base is from. */
  baseFrom: string | null;
  threshold: number;
  path: string[] | null;
  /** What stands in for an image that the head did not capture, and the capture it comes from (R23). */
  carried: { hash: string; captureId: string } | null;
}

/** What the head knows of a slot: its image or its failure, or neither. */
interface HeadSlot extends Slot {
  image: Image | null;
  failed: boolean;
  path: string[] | null;
  threshold: number | null;
}

/**
 * What a diff has to compare, as of one moment: every slot of the head capture, of its bases, and of what is carried
 * forward (R7, R8, R23, R24); of an upload without a session its slot alone (R21). The caller holds the baselines.
 */
export async function planDiff(database: Database, diff: DiffRow, head: CaptureRow): Promise<PlannedSlot[]> {
  const snapshots = await listSnapshots(database, head.id);
  const captured = snapshots
    .filter((snapshot) => snapshot.carriedFrom === null)
    .map(
      ({ name, viewport, hash, pixelHash: pixels, status, path, threshold }): HeadSlot => ({
        name,
        viewport,
        image: hash === null ? null : { hash, pixels },
        failed: status === 'failed',
        path,
        threshold,
      }),
    );
  const present = new Set(captured.filter((slot) => slot.image).map(slotKey));
  const alone = (await isOfOneUpload(database, diff.id)) ? captured[0] : undefined;
  const scope = alone ? null : carryScopeOf(diff, head);
  const sameCommit = bySlot(scope ? await listSameCommitImages(database, scope) : [], present);
  const unresolved = bySlot(scope ? await listUnresolved(database, scope) : [], present);
  const { defaultBranch } = await findProjectById(database, diff.projectId);
  const bases = diff.baseCaptureId
    ? await findBasesInCapture(database, diff.baseCaptureId)
    : await findBases(database, { ...lookUpFor(diff, defaultBranch), ...(alone ? { slot: alone } : {}) }, [
        ...captured.flatMap(({ image, ...slot }) => (image ? { ...slot, pixels: image.pixels } : [])),
        ...[...unresolved, ...sameCommit].map(([, carried]) => carried),
      ]);
  return planSlots(diff, head, { captured, sameCommit, unresolved, bases });
}

/** As {@link planDiff}, for one image that a session has just been given. */
export async function planUpload(
  database: Database,
  { defaultBranch }: ProjectRow,
  head: OpenHead,
  slot: Slot & { image: Image; path: string[] | null },
): Promise<PlannedSlot> {
  const { name, viewport, image } = slot;
  const lookUp = { ...lookUpFor(head, defaultBranch), slot: { name, viewport } };
  const bases = await findBases(database, lookUp, [{ name, viewport, pixels: image.pixels }]);
  const captured = [{ ...slot, failed: false, threshold: null }];
  const none = new Map<string, CarriedRow>();
  const [planned] = planSlots(head, head, { captured, sameCommit: none, unresolved: none, bases });
  if (!planned) throw new Error(`"${name}" was uploaded, yet there is nothing to show of it`);
  return planned;
}

/** Own promotions are left out, so that a diff that is computed again finds what it found first (R17). */
const lookUpFor = (diff: DiffRow, defaultBranch: string): BaseLookUp => ({
  suiteId: diff.suiteId,
  namespace: diff.namespace,
  branch: diff.branch,
  baselineRef: diff.baselineRef,
  defaultBranch,
  history: diff.history,
  exceptDiff: diff.id,
});

/** Where a diff carries forward from; null for one against a capture, or of a capture that belongs to no branch. */
export const carryScopeOf = (diff: DiffRow, head: CaptureRow): CarryScope | null =>
  diff.baseCaptureId !== null || head.branch === null || head.ephemeral
    ? null
    : {
        projectId: head.projectId,
        suiteId: head.suiteId,
        namespace: head.namespace,
        branch: head.branch,
        commit: head.commit,
        headCaptureId: head.id,
      };

const bySlot = (rows: readonly CarriedRow[], present: ReadonlySet<string>): Map<string, CarriedRow> =>
  new Map(rows.filter((row) => !present.has(slotKey(row))).map((row) => [slotKey(row), row]));

const imageOf = (row: CarriedRow): Image | null =>
  row.hash === null ? null : { hash: row.hash, pixels: row.pixels };

function planSlots(
  diff: DiffRow,
  head: Pick<CaptureRow, 'complete' | 'exitCode' | 'failedSnapshots'>,
  known: {
    captured: readonly HeadSlot[];
    sameCommit: ReadonlyMap<string, CarriedRow>;
    unresolved: ReadonlyMap<string, CarriedRow>;
    bases: Bases;
  },
): PlannedSlot[] {
  const { captured, sameCommit, unresolved, bases } = known;
  const manifest = diff.manifest && new Set(diff.manifest);
  const plan = (slot: HeadSlot): PlannedSlot[] => {
    const key = slotKey(slot);
    const base = bases.get(key);
    const ofCommit = sameCommit.get(key);
    const undecided = unresolved.get(key);
    const judged = judgeResult({
      head: slot.image,
      base: base?.image ?? null,
      sameCommit: ofCommit ? imageOf(ofCommit) : null,
      unresolved: undecided ? { image: imageOf(undecided) } : null,
      inManifest: manifest === null || manifest.has(slot.name),
      failed: slot.failed,
      absenceIsRemoval: meansRemoval({
        complete: head.complete,
        listed: manifest?.has(slot.name) ?? false,
        exitCode: head.exitCode,
        failedSnapshots: head.failedSnapshots,
      }),
    });
    if (!judged) return [];
    const { image, verdict } = judged;
    const carriedFrom = (ofCommit ?? undecided)?.captureId ?? base?.captureId;
    const carried = !slot.image && image && carriedFrom ? { hash: image.hash, captureId: carriedFrom } : null;
    return [
      {
        name: slot.name,
        viewport: slot.viewport,
        verdict,
        head: carried && verdict === 'skipped' ? null : image,
        base: base?.image ?? null,
        source: base?.source ?? null,
        baseFrom: base?.captureId ?? null,
        threshold: slot.threshold ?? (ofCommit ?? undecided)?.threshold ?? diff.threshold,
        path: slot.path ?? (ofCommit ?? undecided)?.path ?? null,
        carried,
      },
    ];
  };
  const tried = new Set(captured.map(slotKey));
  const absent = [...bases.values(), ...sameCommit.values(), ...unresolved.values()]
    .filter((slot) => !tried.has(slotKey(slot)))
    .map(({ name, viewport }): [string, HeadSlot] => [
      slotKey({ name, viewport }),
      { name, viewport, image: null, failed: false, path: null, threshold: null },
    ])
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return [...captured, ...new Map(absent).values()].flatMap(plan);
}
