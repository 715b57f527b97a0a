import type { IgnoredBox, SnapshotDiffResult } from '@svc/schema';
import type { Insertable } from 'kysely';
import { maskOf, uniteRegions } from '../../domain/results/ignoredRegions.js';
import { changeReason } from '../../domain/results/sensitivity.js';
import { ServiceError } from '../../domain/ServiceError.js';
import { presentSlot, slotOf } from '../../domain/slot.js';
import { findSnapshot } from '../../store/captures/captures.js';
import { keepResults } from '../../store/diffs/diffs.js';
import type { OpenHead } from '../../store/sessions/uploads.js';
import type { Results } from '../../store/tables.js';
import { batchesOf } from '../../turns/batchesOf.js';
import type { Attempt } from '../access/Attempt.js';
import type { ProjectAccess } from '../access/ProjectAccess.js';
import { explainDiff } from '../causes/explainDiff.js';
import { resultOf } from '../diffs/resultOf.js';
import { presentIgnored } from '../images/presentIgnored.js';
import type { Resources } from '../Resources.js';
import { type Birth, decideUploads } from './decideUploads.js';
import { openSession, type SessionStart } from './openSession.js';
import {
  plannedOf,
  planOf,
  type Recorded,
  type Recording,
  recordUploads,
  type Upload,
} from './recordUploads.js';

/** What a result says of the comparison. */
type Told = Pick<Insertable<Results>, 'status' | 'diffPercentage' | 'baseHash' | 'maskHash'>;

type Compared = Recorded & { result: Insertable<Results> };

/** Comparisons of one call at a time. */
const comparedAtOnce = 4;

/**
 * Records images in the diff of a suite, each in a slot of its own, and compares them at once (R21).
 * @returns in the order of the uploads; what refuses one of them (`SNAPSHOT_DUPLICATE`) is in its place
 * @throws ServiceError SESSION_COMPLETED, SESSION_MISMATCH
 */
export async function compareUploads(
  resources: Resources,
  access: ProjectAccess,
  start: SessionStart,
  uploads: readonly Upload[],
  { isRepeated }: Attempt,
): Promise<(SnapshotDiffResult | ServiceError)[]> {
  // The process of an earlier try may have died when it had opened the session, before it ended older builds (R50).
  const mayBeHalfOpen = isRepeated && !start.implicit;
  const known = mayBeHalfOpen ? null : await recordUploads(resources, access, start, uploads);
  const recording = known ?? (await openAndRecord());
  const { entries, diff } = recording;
  const compared = await compareRecorded(resources, diff, entries.filter(isRecorded));
  const decided = await decideUploads(resources.database, recording, compared);
  const answers = new Map(
    decided.map(({ upload, planned, result, birth }) => {
      const ignored = uniteRegions(maskOf(planned));
      const told = { ...result, ignored: ignored.length > 0 ? ignored : null };
      return [upload, presentUpload(upload, diff, told, birth)];
    }),
  );
  return entries.map((entry) => {
    if (!isRecorded(entry)) return entry;
    const answer = answers.get(entry.upload);
    if (!answer) throw new Error(`"${entry.upload.slot.name}" was not compared`);
    return answer;
  });

  async function openAndRecord(): Promise<Recording> {
    await openSession(resources, access, start);
    const again = await recordUploads(resources, access, start, uploads);
    if (!again) throw new Error(`session ${start.id} is gone`);
    return again;
  }
}

const isRecorded = (entry: Recorded | ServiceError): entry is Recorded => !(entry instanceof ServiceError);

export const presentUpload = (
  { slot, image, path }: Upload,
  diff: OpenHead,
  result: Told & { ignored: IgnoredBox[] | null },
  birth: Birth,
): SnapshotDiffResult => ({
  name: slot.name,
  browser: presentSlot(slot).browser,
  suite: diff.suite,
  status: result.status as SnapshotDiffResult['status'],
  diffPercentage: result.diffPercentage ?? null,
  reason: changeReason({ status: result.status, diffPercentage: result.diffPercentage ?? null }),
  diffId: diff.id,
  captureId: diff.headCaptureId,
  currentStorageKey: image.hash,
  baselineStorageKey: result.baseHash ?? null,
  diffStorageKey: result.maskHash ?? null,
  path: path ?? null,
  ignored: presentIgnored(result.ignored, image),
  ...birth,
});

/** Compares what has no result yet, a few at a time, and tells why changes look as they do. */
async function compareRecorded(
  resources: Resources,
  diff: OpenHead,
  entries: readonly Recorded[],
): Promise<Compared[]> {
  const compared: Compared[] = [];
  const complete = async (entry: Recorded) => ({
    ...entry,
    result: entry.result ?? (await compare(resources, diff, entry)),
  });
  for (const batch of batchesOf(entries, comparedAtOnce))
    compared.push(...(await Promise.all(batch.map(complete))));
  const changed = compared.filter(({ result }) => result.status === 'changed');
  if (changed.length > 0)
    await explainDiff(resources, diff, { slots: changed.map(({ planned }) => slotOf(planned)) });
  return compared;
}

/** Compares outside of any transaction; the result is kept unless another image has replaced this one meanwhile. */
async function compare(
  resources: Resources,
  diff: OpenHead,
  { planned, upload: { slot, image } }: Recorded,
): Promise<Insertable<Results>> {
  const result = await resultOf(resources, diff, planned, 0);
  await resources.database.transaction().execute(async (transaction) => {
    const current = await findSnapshot(transaction, diff.headCaptureId, slot);
    if (current?.hash === image.hash) await keepResults(transaction, diff.id, [result]);
  });
  return result;
}

/** How an upload of an open session is decided about that was recorded before. */
export async function decideUpload(
  resources: Resources,
  access: ProjectAccess,
  diff: OpenHead,
  upload: Upload,
  result: Pick<Insertable<Results>, 'status'>,
): Promise<Birth> {
  const { view, planned } = await planOf(resources, resources.database, access, diff, [upload]);
  const one = { upload, planned: plannedOf(planned, upload), result };
  const [decided] = await decideUploads(resources.database, { diff, view }, [one]);
  if (!decided) throw new Error(`"${upload.slot.name}" was not decided about`);
  return decided.birth;
}
