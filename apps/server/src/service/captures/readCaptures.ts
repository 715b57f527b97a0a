import type { CaptureSummary } from '@svc/schema';
import type { CaptureRow } from '../../store/captures/captures.js';
import { findCapturesOfCommits, listCaptures } from '../../store/captures/captures.js';
import type { ProjectAccess } from '../access/ProjectAccess.js';
import type { Resources } from '../Resources.js';

/** Captures of the project, the newest first, made before the given one. */
export async function readCaptures(
  { database }: Resources,
  { project }: ProjectAccess,
  filter: { suite?: string | undefined; branch?: string | undefined; before: string | null; limit: number },
): Promise<CaptureSummary[]> {
  const rows = await listCaptures(database, project.id, filter);
  return rows.map(presentCaptureSummary);
}

export const presentCaptureSummary = (row: CaptureRow): CaptureSummary => ({
  id: row.id,
  suite: row.suite,
  branch: row.branch,
  commit: row.commit,
  status: row.status,
  totalSnapshots: row.totalSnapshots,
  completedSnapshots: row.completedSnapshots,
  failedSnapshots: row.failedSnapshots,
  partial: row.partial,
  ephemeral: row.ephemeral,
  isLocal: row.namespace !== '',
  autoApprove: row.autoApprove,
  autoBaseline: row.autoBaseline,
  createdAt: row.createdAt.toISOString(),
  completedAt: row.completedAt?.toISOString() ?? null,
  error: row.error,
  ci: row.ci,
});

/** The newest capture of each commit that has one, in the caller's order of commits (R11). */
export async function readCapturesOfCommits(
  { database }: Resources,
  { project }: ProjectAccess,
  filter: { suite?: string | undefined; branch?: string | undefined; commits: string[]; limit: number },
): Promise<CaptureSummary[]> {
  const rows = await findCapturesOfCommits(database, project.id, filter);
  const byCommit = new Map(rows.map((row) => [row.commit, row]));
  const ordered = [...new Set(filter.commits)].flatMap((commit) => byCommit.get(commit) ?? []);
  return ordered.slice(0, filter.limit).map(presentCaptureSummary);
}
