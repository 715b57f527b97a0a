import type { Review, ReviewQuery, ReviewResults, ReviewResultsQuery } from '@svc/schema';
import { groupBy } from '../../domain/checks/groupBy.js';
import { notFound } from '../../domain/ServiceError.js';
import { presentSlot, type Slot } from '../../domain/slot.js';
import { listMoves } from '../../store/baselines/moves.js';
import type { Database } from '../../store/database.js';
import { type AwaitingRow, listAwaiting } from '../../store/decisions/approvals.js';
import { type DiffRow, findDiff, findDiffPlace, resultCount } from '../../store/diffs/diffs.js';
import { listOpeningSlots } from '../../store/diffs/openingSlots.js';
import {
  findRevokedApproval,
  listReviewRows,
  type ReviewRow,
  streamReviewRows,
} from '../../store/diffs/reviewRows.js';
import { onOneConnection } from '../../store/onOneConnection.js';
import { findRemovalOfResults } from '../../store/partitions/findRemoval.js';
import { findExpiredSession } from '../../store/sessions/reviewSessions.js';
import type { ProjectAccess } from '../access/ProjectAccess.js';
import { listStaleResults } from '../baselines/findStale.js';
import { headOf, viewHead } from '../baselines/HeadView.js';
import { listFailures } from '../captures/readCapture.js';
import { presentDiffSummary } from '../diffs/readDiffs.js';
import { readSlotFacts } from '../diffs/readSlotFacts.js';
import type { Resources } from '../Resources.js';
import { readReviewRequests } from '../requests/openRequests.js';
import { findNewerBuilds } from '../stale/findNewerBuilds.js';
import { packResults } from './packResults.js';

/** A review of so many results or fewer is there at once. */
const fewResults = 200;

/**
 * What a review of a diff shows, in the compact form.
 * @throws ServiceError DIFF_NOT_FOUND
 */
export const readReview = (
  resources: Resources,
  access: ProjectAccess,
  id: string,
  query: ReviewQuery = {},
): Promise<Review> =>
  onOneConnection(resources.database, (database) =>
    readOnConnection({ ...resources, database }, access, id, query),
  );

async function readOnConnection(
  resources: Resources,
  access: ProjectAccess,
  id: string,
  { part, name }: ReviewQuery,
): Promise<Review> {
  const { project } = access;
  const { database, links } = resources;
  const row = await findDiff(database, project.id, id);
  if (!row) throw notFound('Diff');
  const summary = presentDiffSummary(resources, project, row);
  const slots = part === 'opening' ? await listOpening(database, row, name) : undefined;
  const facts = await readSlotFacts(database, row, slots);
  const [standing, results, revokedApproval, session, failures, awaiting, removedAt, requests] =
    await Promise.all([
      // First, as others may wait for the commits that it reads; and while results stream, nothing else is read.
      readStanding(resources, project, row),
      packResults(access, readRows(database, row.id, slots), facts, 'all'),
      row.status === 'processing' ? findRevokedApproval(database, row.id) : null,
      row.status === 'failed' ? findExpiredSession(database, row.id) : undefined,
      row.failedSnapshots > 0 ? listFailures(resources, row.headCaptureId) : [],
      row.awaitingCount > 0 ? listAwaiting(database, [row.id]) : [],
      findRemovalOfResults(database, row.id),
      readReviewRequests(database, access, row),
    ]);
  return {
    ...summary,
    ...standing,
    isWhole: slots === undefined,
    resultsRemovedAt: removedAt?.toISOString() ?? null,
    revokedApproval,
    isAbandoned: session !== undefined,
    failures,
    requests,
    awaitingIn: earlierDiffs(awaiting),
    imageToken: links.imageToken(row.projectId),
    ...results,
  };
}

/** Parts of its results; of all, while the database still finds others. */
async function* readRows(
  database: Database,
  diffId: string,
  slots: readonly Slot[] | undefined,
): AsyncGenerator<ReviewRow[]> {
  if (slots) yield await listReviewRows(database, diffId, { slots });
  else yield* streamReviewRows(database, diffId);
}

/**
 * Some of the results of a review.
 * @throws ServiceError DIFF_NOT_FOUND
 */
export const readReviewResults = (
  resources: Resources,
  access: ProjectAccess,
  id: string,
  part: ReviewResultsQuery,
): Promise<ReviewResults> =>
  onOneConnection(resources.database, async (database) => {
    const diff = await findDiffPlace(database, access.project.id, id);
    if (!diff) throw notFound('Diff');
    const rows = await listReviewRows(database, diff.id, { part });
    const facts = await readSlotFacts(database, diff, rows);
    return {
      ...(await packResults(access, [rows], facts, 'some')),
      positions: rows.map(({ position }) => position),
    };
  });

/**
 * What a large review opens with: nothing where it is not known yet what is reviewed first, as a result that waits for a second
 * approval comes before others for some people alone. Undefined where the review is read whole.
 */
async function listOpening(
  database: Database,
  row: DiffRow,
  name: string | undefined,
): Promise<Slot[] | undefined> {
  if (row.status === 'processing' || resultCount(row) <= fewResults) return undefined;
  return row.awaitingCount === 0 ? listOpeningSlots(database, row.id, name) : [];
}

/** Where people approved what the diff shows as unchanged, the newest first. */
function earlierDiffs(awaiting: readonly AwaitingRow[]): NonNullable<Review['awaitingIn']> {
  const resting = awaiting.filter(({ isResting }) => isResting);
  return [...groupBy(resting, ({ decidedIn }) => decidedIn)]
    .map(([diffId, rows]) => ({
      diffId,
      count: rows.length,
      required: Math.max(...rows.map(({ required }) => required)),
      by: [...new Set(rows.flatMap(({ by }) => by))],
    }))
    .sort((one, other) => (one.diffId < other.diffId ? 1 : -1));
}

/** Snapshots of which it is said what made them stale. */
const mostMoves = 20;

/** Whether others have overtaken a diff. */
async function readStanding(
  { database, commitGraphs }: Resources,
  project: ProjectAccess['project'],
  diff: DiffRow,
): Promise<Pick<Review, 'isStale' | 'moves' | 'newerBuild'>> {
  const view = await viewHead(database, commitGraphs, project, headOf(diff));
  const [stale, newer] = await Promise.all([
    listStaleResults(database, diff, view),
    diff.ephemeral || diff.baseCaptureId ? [] : findNewerBuilds(database, diff, view),
  ]);
  const moves = await listMoves(database, {
    suiteId: diff.suiteId,
    namespaces: [...new Set(['', diff.namespace])],
    mark: diff.baselineMark ?? 0,
    diffId: diff.id,
    slots: stale.slice(0, mostMoves),
  });
  const [newest] = newer;
  return {
    isStale: stale.length > 0,
    moves: moves.map(({ branch, actor, diffId, isRevoked, ...slot }) => ({
      ...presentSlot(slot),
      branch,
      actor,
      diffId,
      isRevoked,
    })),
    newerBuild: newest ? { diffId: newest.diffId, commit: newest.commit } : null,
  };
}
