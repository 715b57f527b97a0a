import type { DiffCounts, DiffSummary } from '@svc/schema';
import { conclude } from '../../domain/conclude.js';
import { slugOf } from '../../domain/slugOf.js';
import { countResults, type DiffRow } from '../../store/diffs/diffs.js';
import type { ProjectRow } from '../../store/projects/projects.js';
import type { Resources } from '../Resources.js';

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
      conclusion: conclude(row.status, own, row.exit_code),
      error: row.error,
    };
  });
}
