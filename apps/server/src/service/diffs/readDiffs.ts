import type { DiffCounts, DiffSummary } from '@svc/schema';
import { conclude, isOpen } from '../../domain/results/conclude.js';
import { slugOf } from '../../domain/slugOf.js';
import { type DiffFilter, type DiffSummaryRow, listDiffs } from '../../store/diffs/diffs.js';
import type { ProjectRow } from '../../store/projects/projects.js';
import type { ProjectAccess } from '../access/ProjectAccess.js';
import type { Resources } from '../Resources.js';

/** Diffs of the project, the newest first, made before the given one. */
export async function readDiffs(
  resources: Resources,
  { project }: ProjectAccess,
  filter: DiffFilter,
): Promise<DiffSummary[]> {
  const rows = await listDiffs(resources.database, project.id, filter);
  return rows.map((row) => presentDiffSummary(resources, project, row));
}

/** The counts that are kept with a diff. */
const countsOf = (row: DiffSummaryRow): DiffCounts => ({
  changed: row.changedCount,
  new: row.newCount,
  removed: row.removedCount,
  unchanged: row.unchangedCount,
  skipped: row.skippedCount,
  failed: row.failedSnapshots,
  pending: row.pendingCount,
  approved: row.approvedCount,
  rejected: row.rejectedCount,
});

export function presentDiffSummary(
  { links }: Resources,
  project: Pick<ProjectRow, 'org' | 'name'>,
  row: DiffSummaryRow,
): DiffSummary {
  const { accessibility } = row;
  const counts = countsOf(row);
  const undecided = {
    failed: counts.failed,
    pending: counts.pending - row.ignoredCount + accessibility.pending,
    rejected: counts.rejected + accessibility.rejected,
    awaiting: row.awaitingCount,
  };
  return {
    id: row.id,
    suite: row.suite,
    status: row.status,
    headCaptureId: row.headCaptureId,
    baseCaptureId: row.baseCaptureId,
    baselineRef: row.baselineRef,
    targetRefs: row.targetRefs,
    isLocal: row.namespace !== '',
    reviewUrl: links.review(slugOf(project), row.id),
    createdAt: row.createdAt.toISOString(),
    project: slugOf(project),
    branch: row.branch,
    commit: row.commit,
    threshold: row.threshold,
    antiAliasing: row.antiAliasing,
    counts,
    accessibility,
    awaiting: row.awaitingCount,
    ignoredCount: row.ignoredCount,
    judging: row.judging,
    conclusion: conclude(row.status, isOpen(undecided), row.exitCode, row.isEmpty),
    error: row.error,
    ci: row.ci,
  };
}
