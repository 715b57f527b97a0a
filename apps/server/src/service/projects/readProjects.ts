import type { Project, ProjectSettings, ProjectSummary } from '@svc/schema';
import { slugOf } from '../../domain/slugOf.js';
import type { ProjectRow } from '../../store/projects/projects.js';
import { listProjects } from '../../store/projects/projects.js';
import { type KeyPrincipal, namesOf, type PersonPrincipal } from '../access/Principal.js';
import type { Resources } from '../Resources.js';

/** The projects that a person may see, by name, after the given slug. */
export async function readProjects(
  { database }: Resources,
  person: PersonPrincipal,
  options: { after: string | null; limit: number },
): Promise<ProjectSummary[]> {
  const rows = await listProjects(database, {
    ...options,
    asking: namesOf(person).namespace,
    memberId: person.isOperator ? null : person.id,
  });
  return rows.map(presentSummary);
}

/** As {@link readProjects}, of the project of a key. */
export async function readProjectSummary(
  { database }: Resources,
  key: KeyPrincipal,
): Promise<ProjectSummary[]> {
  const { id } = key.project;
  const asking = namesOf(key).namespace;
  const rows = await listProjects(database, { asking, limit: 1, after: null, memberId: null, id });
  return rows.map(presentSummary);
}

const presentSummary = (row: Awaited<ReturnType<typeof listProjects>>[number]): ProjectSummary => ({
  ...presentProject(row),
  lastActivityAt: row.lastActivityAt?.toISOString() ?? null,
  waiting: row.waiting,
});

export const presentProject = (row: ProjectRow): Project => ({
  slug: slugOf(row),
  defaultBranch: row.defaultBranch,
  createdAt: row.createdAt.toISOString(),
});

export const presentSettings = (row: ProjectRow): ProjectSettings => ({
  approvalMemory: row.approvalMemory,
  requiredApprovals: row.requiredApprovals,
  proof: row.proof,
  cancelSuperseded: row.cancelSuperseded,
  defaultBranch: row.defaultBranch,
  threshold: row.threshold,
  antiAliasing: row.antiAliasing,
  sensitivity: row.sensitivity,
  a11y: row.a11y,
  a11yBySuite: row.a11yBySuite,
  retentionDays: row.retentionDays,
  badges: row.badgeSecret !== null,
  maxBytes: row.maxBytes,
  maxFiles: row.maxFiles,
});
