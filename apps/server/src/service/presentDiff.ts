import { type Diff, type DiffCounts, type DiffSummary, parseViewportKey } from '@svc/schema';
import { conclude } from '../domain/conclude.js';
import { isReviewable } from '../domain/judgeResult.js';
import { listSnapshots } from '../store/captures.js';
import { countResults, type DiffRow, listResults, type ResultWithImages } from '../store/diffs.js';
import type { ProjectRow } from '../store/projects.js';
import { slugOf } from '../store/projects.js';
import { findStale } from './promote.js';
import type { Resources } from './Resources.js';

const none: DiffCounts = {
  changed: 0,
  new: 0,
  removed: 0,
  unchanged: 0,
  skipped: 0,
  failed: 0,
  pending: 0,
  approved: 0,
  rejected: 0,
};

export async function presentDiffSummaries(
  { database, links }: Resources,
  project: ProjectRow,
  rows: readonly DiffRow[],
): Promise<DiffSummary[]> {
  const counts = await countResults(
    database,
    rows.map((row) => row.id),
  );
  return rows.map((row) => {
    const own = counts.get(row.id) ?? none;
    return {
      id: row.id,
      suite: row.suite,
      status: row.status,
      headCaptureId: row.head_capture_id,
      baseCaptureId: row.base_capture_id,
      baselineRef: row.baseline_ref,
      targetRefs: row.target_refs,
      isLocal: row.namespace !== '',
      reviewUrl: links.review(slugOf(project), row.id),
      createdAt: row.created_at.toISOString(),
      project: slugOf(project),
      branch: row.branch,
      commit: row.commit,
      threshold: row.threshold,
      antiAliasing: row.anti_aliasing,
      counts: own,
      conclusion: conclude(row.status, own),
      error: row.error,
    };
  });
}

export async function presentDiff(resources: Resources, project: ProjectRow, row: DiffRow): Promise<Diff> {
  const { database, links } = resources;
  const [summary] = await presentDiffSummaries(resources, project, [row]);
  if (!summary) throw new Error(`diff ${row.id} has no summary`);
  const results = await listResults(database, row.id);
  const undecided = results.filter(
    (result) => isReviewable(result.status) && result.approval_status !== 'approved',
  );
  const stale = row.status === 'completed' ? await findStale(database, row, undecided) : [];
  const image = (hash: string | null) => (hash === null ? null : links.image(row.project_id, hash));
  const present = (result: ResultWithImages): Diff['results'][number] => ({
    name: result.name,
    viewport: parseViewportKey(result.viewport),
    status: result.status,
    diffPercentage: result.diff_percentage,
    diffImageUrl: image(result.mask_hash),
    // A skipped slot shows what stands: its baseline.
    currentImageUrl:
      image(result.head_hash) ?? (result.status === 'skipped' ? image(result.base_hash) : null) ?? '',
    baselineImageUrl: image(result.base_hash),
    headHash: result.head_hash,
    approvalStatus: result.approval_status,
    baselineSource: result.baseline_source,
    baselineHash: result.base_hash,
    path: result.path,
    width: result.width,
    height: result.height,
    decidedBy: result.decided_by,
    decidedAt: result.decided_at?.toISOString() ?? null,
  });
  return {
    ...summary,
    isStale: stale.length > 0,
    results: results.map(present),
    failures: summary.counts.failed === 0 ? [] : await listFailures(resources, row.head_capture_id),
  };
}

async function listFailures({ database }: Resources, captureId: string): Promise<Diff['failures']> {
  const snapshots = await listSnapshots(database, captureId);
  return snapshots.flatMap(({ name, viewport, error }) =>
    error === null ? [] : { name, viewport: parseViewportKey(viewport), message: error },
  );
}
