import {
  type Origin,
  type PackedResult,
  type PackedResults,
  ReviewPacking,
  type ReviewResult,
  type Size,
} from '@svc/schema';
import { changeReason } from '../../domain/results/sensitivity.js';
import { presentSlot } from '../../domain/slot.js';
import type { HeadSlot } from '../../store/captures/headSlots.js';
import type { ReviewRow } from '../../store/diffs/reviewRows.js';
import { mapInTurns } from '../../turns/mapInTurns.js';
import type { ProjectAccess } from '../access/ProjectAccess.js';
import { explainBaseline } from '../diffs/explainBaseline.js';
import { presentApprovals } from '../diffs/presentApprovals.js';
import { presentRegions } from '../diffs/presentRegions.js';
import type { Ignored } from '../diffs/readIgnored.js';
import type { SlotFacts } from '../diffs/readSlotFacts.js';
import { presentIgnored } from '../images/presentIgnored.js';

/**
 * Results in the compact form of a review.
 * @param parts of their list; each is packed when it comes
 */
export async function packResults(
  access: ProjectAccess,
  parts: Iterable<ReviewRow[]> | AsyncIterable<ReviewRow[]>,
  { headOf, ignoredOf }: SlotFacts,
  extent: 'all' | 'some',
): Promise<PackedResults> {
  const packing = new ReviewPacking(extent);
  const results: PackedResult[] = [];
  for await (const rows of parts) {
    const pack = (row: ReviewRow) =>
      packing.pack(present(row, { head: headOf(row), ignored: ignoredOf(row), asking: access }));
    results.push(...(await mapInTurns(rows, pack)));
  }
  return { ...packing.shared(), results };
}

const originOf = ({ baseFrom, fromCommit: commit, fromBranch: branch }: ReviewRow): Origin | null =>
  baseFrom === null ? null : { captureId: baseFrom, commit, branch };

const sizeOf = (width: number | null, height: number | null): Size | null =>
  width !== null && height !== null ? { width, height } : null;

interface KnownOfResult {
  head: HeadSlot;
  ignored: Ignored;
  asking: ProjectAccess;
}

/** Field by field: spreading objects into one this large is slow, and there are ten thousand of them. */
function present(row: ReviewRow, { head, ignored, asking }: KnownOfResult): ReviewResult {
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
    baselineOrigin: originOf(row),
    baseline: explainBaseline(row),
    carriedFrom: head.carriedFrom,
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
    mine: row.decidedBy !== null && row.actorId === asking.namespace,
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
