import {
  type GroupOf,
  type Origin,
  type PackedResults,
  ReviewPacking,
  type ReviewResult,
  type Size,
} from '@svc/schema';
import { changeReason } from '../../domain/results/sensitivity.js';
import { presentSlot, type Slot } from '../../domain/slot.js';
import { listCapturePositions } from '../../store/captures/captures.js';
import { type HeadSlot, readHeadSlots } from '../../store/captures/headSlots.js';
import type { Database } from '../../store/database.js';
import type { DiffPlace } from '../../store/diffs/diffs.js';
import type { ReviewRow } from '../../store/diffs/reviewRows.js';
import { mapInTurns } from '../../turns/mapInTurns.js';
import type { ProjectAccess } from '../access/ProjectAccess.js';
import { explainBaseline } from '../diffs/explainBaseline.js';
import { presentApprovals } from '../diffs/presentApprovals.js';
import { presentRegions } from '../diffs/presentRegions.js';
import { type Ignored, readIgnored } from '../diffs/readIgnored.js';
import { presentIgnored } from '../images/presentIgnored.js';
import type { Resources } from '../Resources.js';

/** What is known of slots beside their results. */
export interface SlotFacts {
  headOf(slot: Slot): HeadSlot;
  ignoredOf(slot: Slot): Ignored;
}

/** @param slots only these; all of the diff without */
export async function readSlotFacts(
  database: Database,
  diff: DiffPlace,
  slots?: readonly Slot[],
): Promise<SlotFacts> {
  const [headOf, ignoredOf] = await Promise.all([
    readHeadSlots(database, diff, slots),
    readIgnored(database, diff),
  ]);
  return { headOf, ignoredOf };
}

/** Results in the compact form of a review. */
export async function packResults(
  { database }: Resources,
  access: ProjectAccess,
  rows: readonly ReviewRow[],
  { headOf, ignoredOf }: SlotFacts,
  groupOf: GroupOf,
): Promise<PackedResults> {
  const originOf = await findOrigins(database, access.project.id, rows, headOf);
  const packing = new ReviewPacking(groupOf);
  const results = await mapInTurns(rows, (row) =>
    packing.pack(present(row, { head: headOf(row), ignored: ignoredOf(row), originOf, asking: access })),
  );
  return { ...packing.shared(), results };
}

type OriginOf = (captureId: string | null) => Origin | null;

/** What is known of the captures that images came from; null of one that is deleted. */
async function findOrigins(
  database: Database,
  projectId: string,
  results: readonly ReviewRow[],
  headOf: SlotFacts['headOf'],
): Promise<OriginOf> {
  const ids = new Set(results.flatMap((result) => [result.baseFrom, headOf(result).carriedFrom]));
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
