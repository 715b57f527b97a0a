import { type Baseline, type Overview, type Project, parseViewportKey, type Suite } from '@svc/schema';
import { notFound } from '../domain/ServiceError.js';
import { listBaselineRefs, listBaselines } from '../store/baselines.js';
import { listCaptures } from '../store/captures.js';
import { findDiffs, listDiffs } from '../store/diffs.js';
import { type ProjectRow, slugOf } from '../store/projects.js';
import { findSuite, listSuites } from '../store/suites.js';
import { presentCaptureSummary } from './presentCapture.js';
import { presentDiffSummaries } from './presentDiff.js';
import type { Caller, Resources } from './Resources.js';

export const presentProject = (row: ProjectRow): Project => ({
  slug: slugOf(row),
  defaultBranch: row.default_branch,
  createdAt: row.created_at.toISOString(),
});

/** The project with its newest captures and diffs. */
export async function readOverview(
  resources: Resources,
  { project }: Caller,
  limit: number,
): Promise<Overview> {
  const newest = { before: null, limit };
  const captures = await listCaptures(resources.database, project.id, newest);
  const diffs = await listDiffs(resources.database, project.id, newest);
  return {
    project: presentProject(project),
    captures: captures.map(presentCaptureSummary),
    diffs: await presentDiffSummaries(resources, project, diffs),
  };
}

/** Suites by name, after the given one. */
export async function readSuites(
  resources: Resources,
  { project }: Caller,
  options: { limit: number; after: string | null },
): Promise<Suite[]> {
  const { database } = resources;
  const rows = await listSuites(database, project.id, { ...options, defaultBranch: project.default_branch });
  const diffs = await findDiffs(
    database,
    rows.flatMap((row) => row.last_diff_id ?? []),
  );
  const summaries = new Map(
    (await presentDiffSummaries(resources, project, diffs)).map((diff) => [diff.id, diff]),
  );
  return rows.map((row) => ({
    name: row.name,
    baselineCount: Number(row.baseline_count),
    lastDiff: summaries.get(row.last_diff_id ?? '') ?? null,
    lastCaptureAt: row.last_capture_at?.toISOString() ?? null,
  }));
}

/** Active baselines of a suite, after the given one, and the branches that have any. */
export async function readBaselines(
  { database, links }: Resources,
  { project }: Caller,
  options: {
    suite: string;
    branch: string | null;
    after: readonly [string, string, string] | null;
    limit: number;
  },
): Promise<{ refs: string[]; baselines: Baseline[] }> {
  const suite = await findSuite(database, project.id, options.suite);
  if (!suite) throw notFound('Suite');
  const rows = await listBaselines(database, suite.id, options);
  return {
    refs: await listBaselineRefs(database, suite.id),
    baselines: rows.map((row) => ({
      name: row.name,
      viewport: parseViewportKey(row.viewport),
      branch: row.branch,
      commit: row.commit,
      hash: row.hash,
      imageUrl: links.image(project.id, row.hash),
      captureId: row.capture_id,
      diffId: row.diff_id,
      createdAt: row.created_at.toISOString(),
    })),
  };
}
