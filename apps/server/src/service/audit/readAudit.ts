import type { AuditEntry, AuditKind } from '@svc/schema';
import { listAudit } from '../../store/audit/audit.js';
import type { Resources } from '../Resources.js';

/** What was done in a project, or in an organisation with all its projects: newest first, after the given entry. */
export async function readAudit(
  { database }: Pick<Resources, 'database'>,
  of: { org: string } | { projectId: string },
  {
    kind,
    by,
    ...page
  }: { kind?: AuditKind | undefined; by?: string | undefined; before: number | null; limit: number },
): Promise<AuditEntry[]> {
  const rows = await listAudit(database, { of, kind: kind ?? null, by: by ?? null, ...page });
  return rows.map(({ actorId, createdAt: at, ...row }) => ({
    ...row,
    actorId,
    at: at.toISOString(),
  }));
}
