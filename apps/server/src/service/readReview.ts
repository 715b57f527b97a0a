import { packReview, parseViewportKey, type Review, type ReviewResult, type Size } from '@svc/schema';
import { isReviewable } from '../domain/judgeResult.js';
import { notFound } from '../domain/ServiceError.js';
import { findDiff } from '../store/diffs.js';
import { listReviewRows, type ReviewRow } from '../store/reviewRows.js';
import { listFailures } from './listFailures.js';
import { presentDiffSummaries } from './presentDiffSummaries.js';
import { findStale } from './promote.js';
import type { Caller, Resources } from './Resources.js';

/**
 * What a review of a diff shows, in the compact form.
 * @throws ServiceError DIFF_NOT_FOUND
 */
export async function readReview(resources: Resources, { project }: Caller, id: string): Promise<Review> {
  const { database, links } = resources;
  const row = await findDiff(database, project.id, id);
  if (!row) throw notFound('Diff');
  const [summary] = await presentDiffSummaries(resources, project, [row]);
  if (!summary) throw new Error(`diff ${row.id} has no summary`);
  const results = await listReviewRows(database, row.id);
  const undecided = results.filter(
    (result) => isReviewable(result.status) && result.approval_status !== 'approved',
  );
  const stale = row.status === 'completed' ? await findStale(database, row, undecided) : [];
  return {
    ...summary,
    isStale: stale.length > 0,
    failures: summary.counts.failed === 0 ? [] : await listFailures(resources, row.head_capture_id),
    imageToken: links.imageToken(row.project_id),
    ...packReview(results.map(present)),
  };
}

const sizeOf = (width: number | null, height: number | null): Size | null =>
  width !== null && height !== null ? { width, height } : null;

function present(row: ReviewRow): ReviewResult {
  const baselineSize = sizeOf(row.base_width, row.base_height);
  // A skipped slot shows what stands: its baseline.
  const showsBaseline = row.status === 'skipped' && row.head_hash === null;
  return {
    name: row.name,
    viewport: parseViewportKey(row.viewport),
    status: row.status,
    approvalStatus: row.approval_status,
    diffPercentage: row.diff_percentage,
    headHash: showsBaseline ? row.base_hash : row.head_hash,
    headSize: showsBaseline ? baselineSize : sizeOf(row.head_width, row.head_height),
    baselineHash: row.base_hash,
    baselineSize,
    baselineSource: row.baseline_source,
    renderer: row.head_renderer,
    baselineRenderer: row.base_renderer,
    path: row.path,
    unstable: row.unstable,
    flakeCount: row.flake_count,
    decidedBy: row.decided_by,
    decidedAt: row.decided_at?.toISOString() ?? null,
    regions: row.regions,
    rowChanges: row.row_changes,
    fingerprint: row.fingerprint,
    comparisonId: row.comparison_id,
  };
}
