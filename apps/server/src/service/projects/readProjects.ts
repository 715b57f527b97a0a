import type { ProjectSummary } from '@svc/schema';
import { listProjects } from '../../store/projects/projects.js';
import type { PersonPrincipal } from '../access/Principal.js';
import type { Resources } from '../Resources.js';
import { presentProject } from './presentProject.js';

/** The projects that a person may see, by name, after the given slug. */
export async function readProjects(
  { database }: Resources,
  person: PersonPrincipal,
  options: { after: string | null; limit: number },
): Promise<ProjectSummary[]> {
  const rows = await listProjects(database, { ...options, memberId: person.isOperator ? null : person.id });
  return rows.map((row) => ({
    ...presentProject(row),
    lastActivityAt: row.lastActivityAt?.toISOString() ?? null,
  }));
}
