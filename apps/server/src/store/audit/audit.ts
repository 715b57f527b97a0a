import { type Selectable, sql } from 'kysely';
import type { Database } from '../database.js';
import type { AuditLog } from '../tables.js';

export type NewAuditEntry = Omit<Selectable<AuditLog>, 'id' | 'createdAt'>;

/** Writes down what is done in the same transaction. */
export const insertAudit = async (database: Database, entry: NewAuditEntry): Promise<void> => {
  await database
    .insertInto('auditLog')
    .values({ ...entry, details: entry.details && JSON.stringify(entry.details) })
    .execute();
};

/** Newest first: of one project, or of an organisation with all its projects. */
export const listAudit = (
  database: Database,
  {
    of,
    kind,
    by,
    before,
    limit,
  }: {
    of: { org: string } | { projectId: string };
    /** First word of the actions that are meant; null for all. */
    kind: string | null;
    /** The id of an actor; null for all. */
    by: string | null;
    before: number | null;
    limit: number;
  },
) =>
  database
    .selectFrom('auditLog')
    .leftJoin('projects', 'projects.id', 'auditLog.projectId')
    .select([
      'auditLog.id',
      'auditLog.actor',
      'auditLog.actorId',
      'auditLog.action',
      'auditLog.target',
      'auditLog.details',
      'auditLog.createdAt',
    ])
    .select(sql<string | null>`projects.org || '/' || projects.name`.as('project'))
    .$if('org' in of, (query) => query.where('auditLog.org', '=', 'org' in of ? of.org : ''))
    .$if('projectId' in of, (query) =>
      query.where('auditLog.projectId', '=', 'projectId' in of ? of.projectId : ''),
    )
    .$if(kind !== null, (query) => query.where(sql`split_part(audit_log.action, '.', 1)`, '=', kind))
    .$if(by !== null, (query) => query.where('auditLog.actorId', '=', by ?? ''))
    .$if(before !== null, (query) => query.where('auditLog.id', '<', before ?? 0))
    .orderBy('auditLog.id', 'desc')
    .limit(limit)
    .execute();
