import type { DiffCounts, DiffSummary } from '@svc/schema';
import { conclude } from '../../domain/results/conclude.js';
import { slugOf } from '../../domain/slugOf.js';
import { countResults, type DiffRow, listDiffs } from '../../store/diffs/diffs.js';
import type { ProjectRow } from '../../store/projects/projects.js';
import type { ProjectAccess } from '../access/ProjectAccess.js';
import type { Resources } from '../Resources.js';

/** Diffs of the project, the newest first, made before the given one. */
export async function readDiffs(
  resources: Resources,
  { project }: ProjectAccess,
  filter: {
    suite?: string | undefined;
    headCaptureId?: string | undefined;
    before: string | null;
    limit: number;
  },
): Promise<DiffSummary[]> {
  return presentDiffSummaries(resources, project, await listDiffs(resources.database, project.id, filter));
}

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
      counts: own,
      judging: row.judging,
      conclusion: conclude(row.status, own, row.exitCode, row.isEmpty),
      error: row.error,
    };
  });
}
