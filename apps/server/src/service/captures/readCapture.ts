import type { Capture, CaptureState, Diff } from '@svc/schema';
import { notFound } from '../../domain/ServiceError.js';
import { presentSlot } from '../../domain/slot.js';
import { endPage, type Page, type SlotPosition } from '../../domain/slotPage.js';
import { type CaptureRow, findCapture, listFailedSnapshots } from '../../store/captures/captures.js';
import {
  listShownSnapshots,
  type ShownSnapshot,
  streamShownSnapshots,
} from '../../store/captures/shownSnapshots.js';
import { findRemovalOfSnapshots } from '../../store/partitions/findRemoval.js';
import { findSessionOf } from '../../store/sessions/reviewSessions.js';
import { mapInTurns } from '../../turns/mapInTurns.js';
import type { ProjectAccess } from '../access/ProjectAccess.js';
import { readWaiting } from '../processes/readWaiting.js';
import type { Resources } from '../Resources.js';
import { presentCaptureSummary } from './readCaptures.js';

/**
 * A capture with its images and failures.
 * @throws ServiceError CAPTURE_NOT_FOUND
 */
export async function readCapture(resources: Resources, access: ProjectAccess, id: string): Promise<Capture> {
  const row = await requireCapture(resources, access, id);
  return present(resources, row, streamShownSnapshots(resources.database, row.id));
}

/**
 * A capture with a page of its images and failures.
 * @returns also where the next page begins; null after the last one
 * @throws ServiceError CAPTURE_NOT_FOUND
 */
export async function readCapturePage(
  resources: Resources,
  access: ProjectAccess,
  id: string,
  page: Page,
): Promise<{ capture: Capture; last: SlotPosition | null }> {
  const row = await requireCapture(resources, access, id);
  const { rows, last } = endPage(await listShownSnapshots(resources.database, row.id, page), page);
  return { capture: await present(resources, row, [rows]), last };
}

/**
 * A capture without its images.
 * @throws ServiceError CAPTURE_NOT_FOUND
 */
export const readCaptureState = async (
  resources: Resources,
  access: ProjectAccess,
  id: string,
): Promise<CaptureState> => presentState(resources, await requireCapture(resources, access, id));

async function requireCapture(
  { database }: Resources,
  { project }: ProjectAccess,
  id: string,
): Promise<CaptureRow> {
  const row = await findCapture(database, project.id, id);
  if (!row) throw notFound('Capture');
  return row;
}

const presentState = async ({ database }: Resources, row: CaptureRow): Promise<CaptureState> => ({
  ...presentCaptureSummary(row),
  sessionId: await findSessionOf(database, row.id),
  snapshotsRemovedAt: (await findRemovalOfSnapshots(database, row.id))?.toISOString() ?? null,
  waitingForBrowser: await readWaiting({ database }, row),
});

/** @param parts of the list of snapshots; each is presented when it comes */
async function present(
  resources: Resources,
  row: CaptureRow,
  parts: Iterable<readonly ShownSnapshot[]> | AsyncIterable<readonly ShownSnapshot[]>,
): Promise<Capture> {
  const state = presentState(resources, row);
  // A failure is told after the snapshots, when it is waited for.
  state.catch(() => undefined);
  const snapshots: Capture['snapshots'] = [];
  const failures: Capture['failures'] = [];
  for await (const part of parts) {
    const presented = await mapInTurns(part.filter(isCaptured), (snapshot) => ({
      ...presentSlot(snapshot),
      imageUrl: resources.links.image(row.projectId, snapshot.hash),
      hash: snapshot.hash,
      width: snapshot.width ?? 0,
      height: snapshot.height ?? 0,
      path: snapshot.path,
      metadata: snapshot.metadata,
      unstable: snapshot.unstable,
      incomplete: snapshot.incomplete ?? [],
      renderer: snapshot.renderer,
      carriedFrom: snapshot.carriedFrom,
      ignored: snapshot.ignored ?? [],
      provenFrom: snapshot.provenFrom,
      milliseconds: millisecondsOf(snapshot),
      attempt: snapshot.attempt,
    }));
    snapshots.push(...presented);
    for (const snapshot of part)
      if (snapshot.error !== null) failures.push({ ...presentSlot(snapshot), message: snapshot.error });
  }
  return { ...(await state), snapshots, failures };
}

function millisecondsOf({ timings, carriedFrom, provenFrom }: ShownSnapshot): number | null {
  if (timings === null || carriedFrom !== null || provenFrom !== null) return null;
  return Math.round(Object.values(timings).reduce((sum, part) => sum + part, 0));
}

const isCaptured = <Row extends { hash: string | null }>(row: Row): row is Row & { hash: string } =>
  row.hash !== null;

/** Snapshots of a capture that could not be captured, with the reason. */
export async function listFailures({ database }: Resources, captureId: string): Promise<Diff['failures']> {
  const snapshots = await listFailedSnapshots(database, captureId);
  return snapshots.flatMap(({ error, ...slot }) =>
    error === null ? [] : { ...presentSlot(slot), message: error },
  );
}
