import type { SnapshotFields } from '@svc/schema';
import type { Insertable } from 'kysely';
import type { PlannedSlot } from '../../domain/results/planSlots.js';
import type { ServiceError } from '../../domain/ServiceError.js';
import { type Slot, slotKey } from '../../domain/slot.js';
import { keepAttempts } from '../../store/captures/attempts.js';
import { outcomeColumns } from '../../store/captures/captures.js';
import type { Database } from '../../store/database.js';
import { keepResults } from '../../store/diffs/diffs.js';
import {
  type AddedUpload,
  addUploads,
  listTaken,
  type OpenHead,
  replaceUploads,
} from '../../store/sessions/uploads.js';
import type { Results } from '../../store/tables.js';
import type { ProjectAccess } from '../access/ProjectAccess.js';
import { type HeadView, headOf, viewHead } from '../baselines/HeadView.js';
import { extrasColumns, refusalOfTest } from '../captures/recordSnapshot.js';
import { type StoredImage, uploadedOutcome } from '../captures/uploadSnapshot.js';
import { planUploads } from '../diffs/planDiff.js';
import { recallSlots, rowOf } from '../diffs/resultOf.js';
import type { Resources } from '../Resources.js';
import { type SessionStart, useSession } from './openSession.js';

/** An image for a slot of a session, and what was said with it. */
export interface Upload extends SnapshotFields {
  slot: Slot;
  image: StoredImage;
}

export interface Recorded {
  upload: Upload;
  planned: PlannedSlot;
  /** Null where the images have yet to be compared. */
  result: Insertable<Results> | null;
}

/** What was recorded into one diff, in the order of the uploads; a refusal stands for its upload alone. */
export interface Recording {
  diff: OpenHead;
  view: HeadView;
  entries: readonly (Recorded | ServiceError)[];
}

/** Records the images while the session cannot end, with results where no decoding is needed. Null: nothing is open. */
export const recordUploads = (
  resources: Resources,
  access: ProjectAccess,
  start: SessionStart,
  uploads: readonly Upload[],
): Promise<Recording | null> =>
  resources.database.transaction().execute(async (transaction) => {
    const diff = await useSession(transaction, access, start);
    if (!diff) return null;
    const { view, planned } = await planOf(resources, transaction, access, diff, uploads);
    const begun = uploads.map((upload) => ({ upload, planned: plannedOf(planned, upload) }));
    const resultOf = await readKnownResults(
      { ...resources, database: transaction },
      diff,
      begun.map((one) => one.planned),
    );
    const recorded = begun.map((one): Recorded => ({ ...one, result: resultOf(one.planned) }));
    const added = await addUploads(transaction, diff, recorded.map(addedUpload));
    const taken = recorded.filter((_, index) => !added[index]);
    const refused = await recordAgain(transaction, diff, taken);
    return { diff, view, entries: recorded.map((one) => refused.get(one) ?? one) };
  });

export function plannedOf(planned: ReadonlyMap<string, PlannedSlot>, { slot }: Upload): PlannedSlot {
  const found = planned.get(slotKey(slot));
  if (!found) throw new Error(`"${slot.name}" was uploaded, yet there is nothing to show of it`);
  return found;
}

/** The results that are known: of images that are equal, alone, or were compared before. */
async function readKnownResults(
  resources: Pick<Resources, 'database' | 'measures'>,
  diff: OpenHead,
  plans: readonly PlannedSlot[],
): Promise<(planned: PlannedSlot) => Insertable<Results> | null> {
  const unequal = plans.filter(({ verdict }) => verdict === 'compare');
  const recalled = await recallSlots(
    resources,
    diff,
    unequal.map((slot) => ({ slot, position: 0 })),
  );
  const rows = new Map(recalled.map(({ slot, row }) => [slot, row]));
  return (planned) =>
    planned.verdict === 'compare'
      ? (rows.get(planned) ?? null)
      : rowOf(diff, planned, 0, planned.verdict, null);
}

/** What the slots of the uploads are to be compared with. */
export async function planOf(
  { commitGraphs, blobs }: Pick<Resources, 'commitGraphs' | 'blobs'>,
  database: Database,
  access: ProjectAccess,
  diff: OpenHead,
  uploads: readonly Upload[],
) {
  const view = await viewHead(database, commitGraphs, access.project, headOf(diff));
  const planned = await planUploads(
    { database, blobs },
    view,
    diff,
    uploads.map(({ slot, image, path, threshold, antiAliasing, ignore }) => ({
      ...slot,
      image: { hash: image.hash, pixels: image.pixelHash },
      path: path ?? null,
      threshold: threshold ?? null,
      antiAliasing: antiAliasing ?? null,
      ignored: uploadedOutcome(image, { ignore }).ignored,
    })),
  );
  return { view, planned };
}

function addedUpload({ upload, result }: Recorded): AddedUpload {
  const { slot, image, ignore } = upload;
  const { ignored } = outcomeColumns(uploadedOutcome(image, { ignore }));
  return { snapshot: { ...slot, hash: image.hash, ignored, ...extrasColumns(upload) }, result };
}

/**
 * Records images for slots that the capture has already. A refusal is found before anything is written, so it leaves the
 * transaction as it is.
 * @returns what refuses some of them
 */
async function recordAgain(
  transaction: Database,
  diff: OpenHead,
  uploads: readonly Recorded[],
): Promise<ReadonlyMap<Recorded, ServiceError>> {
  const refused = new Map<Recorded, ServiceError>();
  if (uploads.length === 0) return refused;
  const { id: diffId, headCaptureId: captureId } = diff;
  const slots = uploads.map(({ upload }) => upload.slot);
  const taken = new Map((await listTaken(transaction, captureId, slots)).map((one) => [slotKey(one), one]));
  const replaced: Recorded[] = [];
  const replacing: (Slot & { hash: string })[] = [];
  for (const one of uploads) {
    const { slot, image, testId } = one.upload;
    const before = taken.get(slotKey(slot));
    if (!before) throw new Error(`capture ${captureId} has ended, though its session is open`);
    const refusal = refusalOfTest(before, testId);
    if (refusal) refused.set(one, refusal);
    else replaced.push(one);
    if (!refusal && before.hash !== image.hash) replacing.push({ ...slot, hash: image.hash });
  }
  await keepAttempts(transaction, { ...diff, id: captureId }, replacing);
  await replaceUploads(
    transaction,
    captureId,
    replaced.map((one) => addedUpload(one).snapshot),
  );
  const results = replaced.flatMap(({ result }) => result ?? []);
  if (results.length > 0) await keepResults(transaction, diffId, results);
  return refused;
}
