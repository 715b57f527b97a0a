import type { CaptureSummary } from '@svc/schema';
import { findCapturesOfCommits } from '../../store/captures/captures.js';
import type { ProjectAccess } from '../access/ProjectAccess.js';
import type { Resources } from '../Resources.js';
import { presentCaptureSummary } from './presentCaptureSummary.js';

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
