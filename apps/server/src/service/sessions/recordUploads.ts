import type { SnapshotFields } from '@svc/schema';
import type { Insertable } from 'kysely';
import type { PlannedSlot } from '../../domain/results/planSlots.js';
import { ServiceError } from '../../domain/ServiceError.js';
import { type Slot, slotKey } from '../../domain/slot.js';
import { outcomeColumns } from '../../store/captures/captures.js';
import type { Database } from '../../store/database.js';
import { keepResults } from '../../store/diffs/diffs.js';
import { type AddedUpload, addUploads, type OpenHead } from '../../store/sessions/uploads.js';
import type { Results } from '../../store/tables.js';
import type { ProjectAccess } from '../access/ProjectAccess.js';
import { type HeadView, headOf, viewHead } from '../baselines/HeadView.js';
import { extrasColumns, recordSnapshotIn } from '../captures/recordSnapshot.js';
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
    const entries: (Recorded | ServiceError)[] = [];
    for (const [index, one] of recorded.entries())
      entries.push(added[index] ? one : await recordAgain(resources, transaction, diff, one));
    return { diff, view, entries };
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
 * Records an image for a slot that the capture has already. A refusal is found before anything is written, so it leaves the
 * transaction as it is.
 */
async function recordAgain(
  resources: Resources,
  transaction: Database,
  diff: OpenHead,
  recorded: Recorded,
): Promise<Recorded | ServiceError> {
  const { upload, result } = recorded;
  const outcome = uploadedOutcome(upload.image, { ignore: upload.ignore });
  try {
    await recordSnapshotIn(resources, transaction, diff.headCaptureId, upload.slot, outcome, upload);
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'SNAPSHOT_DUPLICATE') return error;
    throw error;
  }
  if (result) await keepResults(transaction, diff.id, [result]);
  return recorded;
}
