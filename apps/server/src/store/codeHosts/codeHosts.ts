import { type Insertable, type Selectable, sql } from 'kysely';
import type { Database } from '../database.js';
import type { CodeHosts } from '../tables.js';

export type CodeHostRow = Selectable<CodeHosts>;

export const findCodeHost = (database: Database, projectId: string): Promise<CodeHostRow | undefined> =>
  database.selectFrom('codeHosts').selectAll().where('projectId', '=', projectId).executeTakeFirst();

/** Sets the code host of a project, instead of the one that it had. */
export const saveCodeHost = async (database: Database, row: Insertable<CodeHosts>): Promise<void> => {
  const { projectId: _, ...values } = { ...row, updatedAt: sql<Date>`now()`, pausedUntil: null };
  await database
    .insertInto('codeHosts')
    .values(row)
    .onConflict((conflict) => conflict.column('projectId').doUpdateSet(values))
    .execute();
};

export const deleteCodeHost = async (database: Database, projectId: string): Promise<void> => {
  await database.deleteFrom('codeHosts').where('projectId', '=', projectId).execute();
};

/** Leaves the host of a project alone for so many seconds, as it asked. */
export const pauseCodeHost = async (
  database: Database,
  projectId: string,
  seconds: number,
): Promise<void> => {
  await sql`
    update code_hosts set paused_until = greatest(paused_until, now() + ${seconds} * interval '1 second')
    where project_id = ${projectId}`.execute(database);
};
