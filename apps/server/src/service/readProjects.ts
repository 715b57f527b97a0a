import type { ProjectSummary } from '@svc/schema';
import { listProjects } from '../store/projects.js';
import { presentProject } from './presentProject.js';
import type { Resources } from './Resources.js';

/** All projects by name, after the given slug. */
export async function readProjects(
  { database }: Resources,
  options: { after: string | null; limit: number },
): Promise<ProjectSummary[]> {
  const rows = await listProjects(database, options);
  return rows.map((row) => ({
    ...presentProject(row),
    lastActivityAt: row.last_activity_at?.toISOString() ?? null,
  }));
}
