import type { Suite } from '@svc/schema';
import { findDiffSummaries } from '../../store/diffs/diffs.js';
import { listSuites } from '../../store/projects/suites.js';
import type { ProjectAccess } from '../access/ProjectAccess.js';
import { presentDiffSummary } from '../diffs/readDiffs.js';
import type { Resources } from '../Resources.js';

/** Suites by name, after the given one. */
export async function readSuites(
  resources: Resources,
  { project }: ProjectAccess,
  options: { limit: number; after: string | null },
): Promise<Suite[]> {
  const { database } = resources;
  const rows = await listSuites(database, project.id, { ...project, ...options });
  const diffs = await findDiffSummaries(
    database,
    rows.flatMap((row) => row.lastDiffId ?? []),
  );
  const summaries = new Map(diffs.map((diff) => [diff.id, presentDiffSummary(resources, project, diff)]));
  return rows.map((row) => ({
    name: row.name,
    baselineCount: row.baselineCount,
    lastDiff: summaries.get(row.lastDiffId ?? '') ?? null,
    lastCaptureAt: row.lastCaptureAt?.toISOString() ?? null,
  }));
}
