import { insertAudit } from '../../store/audit/audit.js';
import type { Database } from '../../store/database.js';
import type { ProjectRow } from '../../store/projects/projects.js';
import type { PrincipalNames } from '../access/Principal.js';
import type { ProjectAccess } from '../access/ProjectAccess.js';

type AuditedBy = PrincipalNames & Pick<ProjectAccess, 'through'>;

/** Writes down what the same transaction does. Secrets have no place in it. */
export const noteInAudit = (
  transaction: Database,
  by: AuditedBy & ({ project: ProjectRow } | { org: string }),
  action: string,
  {
    target = null,
    details = null,
  }: { target?: string | null; details?: Record<string, unknown> | null } = {},
): Promise<void> =>
  insertAudit(transaction, {
    org: 'project' in by ? by.project.org : by.org,
    projectId: 'project' in by ? by.project.id : null,
    actor: by.actor,
    actorId: by.namespace || by.actor,
    action,
    target,
    details: by.through ? { ...details, through: by.through } : details,
  });

/** The most names that an entry tells; more are counted. */
const mostNames = 100;

/** Writes down a decision on snapshots of a diff; nothing for a decision that changes nothing. */
export async function noteDecisionsInAudit(
  transaction: Database,
  by: AuditedBy & { project: ProjectRow },
  action:
    | 'diff.approved'
    | 'diff.auto-approved'
    | 'diff.rejected'
    | 'diff.revoked'
    | 'diff.noted'
    | 'diff.ignored'
    | 'diff.unignored',
  diff: { id: string },
  results: readonly { name: string }[],
): Promise<void> {
  if (results.length === 0) return;
  const snapshots = [...new Set(results.map(({ name }) => name))];
  const details = { snapshots: snapshots.slice(0, mostNames), count: results.length };
  await noteInAudit(transaction, by, action, { target: diff.id, details });
}
