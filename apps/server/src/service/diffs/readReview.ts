import {
  type Origin,
  type Review,
  ReviewPacking,
  type ReviewQuery,
  type ReviewResult,
  type Size,
} from '@svc/schema';
import { groupBy } from '../../domain/checks/groupBy.js';
import { changeReason } from '../../domain/results/sensitivity.js';
import { notFound } from '../../domain/ServiceError.js';
import { presentSlot, type Slot } from '../../domain/slot.js';
import { listMoves } from '../../store/baselines/moves.js';
import { listCapturePositions } from '../../store/captures/captures.js';
import { type HeadSlot, readHeadSlots } from '../../store/captures/headSlots.js';
import { type AwaitingRow, listAwaiting } from '../../store/decisions/approvals.js';
import { type DiffRow, findDiff } from '../../store/diffs/diffs.js';
import { listOpeningSlots } from '../../store/diffs/openingSlots.js';
import { findRevokedApproval, listReviewRows, type ReviewRow } from '../../store/diffs/reviewRows.js';
import { findRemovalOfResults } from '../../store/partitions/findRemoval.js';
import { mapInTurns } from '../../turns/mapInTurns.js';
import type { ProjectAccess } from '../access/ProjectAccess.js';
import { listStaleResults } from '../baselines/findStale.js';
import { headOf, viewHead } from '../baselines/HeadView.js';
import { listFailures } from '../captures/readCapture.js';
import { presentIgnored } from '../images/presentIgnored.js';
import type { Resources } from '../Resources.js';
import { readReviewRequests } from '../requests/openRequests.js';
import { findNewerBuilds } from '../stale/findNewerBuilds.js';
import { explainBaseline } from './explainBaseline.js';
import { presentApprovals } from './presentApprovals.js';
import { presentRegions } from './presentRegions.js';
import { presentDiffSummary } from './readDiffs.js';
import { type Ignored, readIgnored } from './readIgnored.js';

/** A review of so many results or fewer is there at once. */
const fewResults = 200;

/**
 * What a review of a diff shows, in the compact form.
 * @throws ServiceError DIFF_NOT_FOUND
 */
export async function readReview(
  resources: Resources,
  access: ProjectAccess,
  id: string,
  { part, name }: ReviewQuery = {},
): Promise<Review> {
  const { project } = access;
  const { database, links } = resources;
  const row = await findDiff(database, project.id, id);
  if (!row) throw notFound('Diff');
  const summary = presentDiffSummary(resources, project, row);
  const slots =
    part === 'opening' && hasOpening(row) ? await listOpeningSlots(database, row.id, name) : undefined;
  const [results, headSlotOf, ignoredOf, failures, awaiting, removedAt, requests] = await Promise.all([
    listReviewRows(database, row.id, slots),
    readHeadSlots(database, row, slots),
    readIgnored(database, row),
    listFailures(resources, row.headCaptureId),
    row.awaitingCount > 0 ? listAwaiting(database, [row.id]) : [],
    findRemovalOfResults(database, row.id),
    readReviewRequests(database, access, row),
  ]);
  const [standing, revokedApproval, originOf] = await Promise.all([
    readStanding(resources, project, row),
    row.status === 'processing' ? findRevokedApproval(database, row.id) : null,
    findOrigins(resources, row.projectId, results, headSlotOf),
  ]);
  const packing = new ReviewPacking(results.map(({ fingerprint }) => fingerprint));
  const packed = await mapInTurns(results, (result) =>
    packing.pack(
      present(result, { head: headSlotOf(result), ignored: ignoredOf(result), originOf, asking: access }),
    ),
  );
  return {
    ...summary,
    ...standing,
    isWhole: slots === undefined,
    resultsRemovedAt: removedAt?.toISOString() ?? null,
    revokedApproval,
    failures,
    requests,
    awaitingIn: earlierDiffs(awaiting),
    imageToken: links.imageToken(row.projectId),
    ...packing.shared(),
    results: packed,
  };
}

/**
 * Whether its first results are worth being read alone: all have their order by then, and none waits for a second approval, which
 * would come before others for some people alone.
 */
const hasOpening = ({ status, awaitingCount, ...row }: DiffRow): boolean =>
  status !== 'processing' &&
  awaitingCount === 0 &&
  row.changedCount + row.newCount + row.removedCount > 0 &&
  row.changedCount + row.newCount + row.removedCount + row.unchangedCount + row.skippedCount > fewResults;

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

type OriginOf = (captureId: string | null) => Origin | null;

/** What is known of the captures that images came from; null of one that is deleted. */
async function findOrigins(
  { database }: Resources,
  projectId: string,
  results: readonly ReviewRow[],
  headSlotOf: (slot: Slot) => HeadSlot,
): Promise<OriginOf> {
  const ids = new Set(results.flatMap((result) => [result.baseFrom, headSlotOf(result).carriedFrom]));
  const captures = await listCapturePositions(
    database,
    projectId,
    [...ids].filter((id) => id !== null),
  );
  const origins = new Map(
    captures.map(({ id, commit, branch }) => [id, { captureId: id, commit, branch }] as const),
  );
  return (id) => (id === null ? null : (origins.get(id) ?? null));
}

const sizeOf = (width: number | null, height: number | null): Size | null =>
  width !== null && height !== null ? { width, height } : null;

interface KnownOfResult {
  head: HeadSlot;
  ignored: Ignored;
  originOf: OriginOf;
  asking: ProjectAccess;
}

/** Field by field: spreading objects into one this large is slow, and there are ten thousand of them. */
function present(row: ReviewRow, { head, ignored, originOf, asking }: KnownOfResult): ReviewResult {
  const { name, viewport, browser } = presentSlot(row);
  const baselineSize = sizeOf(row.baseWidth, row.baseHeight);
  // A skipped slot shows what stands: its baseline.
  const showsBaseline = row.status === 'skipped' && row.headHash === null;
  return {
    name,
    viewport,
    browser,
    status: row.status,
    approvalStatus: row.approvalStatus,
    diffPercentage: row.diffPercentage,
    subthreshold: row.subthreshold,
    similarity: row.similarity,
    headHash: showsBaseline ? row.baseHash : row.headHash,
    headSize: showsBaseline ? baselineSize : sizeOf(row.headWidth, row.headHeight),
    baselineHash: row.baseHash,
    baselineSize,
    baselineSource: row.baselineSource,
    baselineOrigin: originOf(row.baseFrom),
    baseline: explainBaseline(row),
    carriedFrom: originOf(head.carriedFrom),
    renderer: head.renderer,
    baselineRenderer: row.baseRenderer,
    path: row.path,
    ignored: presentIgnored(row.ignored, {
      width: row.headWidth ?? row.baseWidth,
      height: row.headHeight ?? row.baseHeight,
    }),
    unstable: head.unstable,
    incomplete: head.incomplete ?? [],
    flakeCount: head.flakeCount,
    tags: head.tags,
    accessibility: row.accessibility,
    decidedBy: row.decidedBy,
    note: row.note,
    approvals: presentApprovals(row.approvals, asking),
    decidedAt: row.decidedAt?.toISOString() ?? null,
    regions: presentRegions(row.regions),
    rowChanges: row.rowChanges,
    columnChanges: row.columnChanges,
    moves: row.moves,
    fingerprint: row.fingerprint,
    // Without counted pixels there is neither a mask nor a thumbnail.
    comparisonId: changeReason(row) === 'subthreshold' ? null : row.comparisonId,
    ignoredUntil: ignored.ignoredUntil,
    ignoredBy: ignored.ignoredBy,
  };
}
