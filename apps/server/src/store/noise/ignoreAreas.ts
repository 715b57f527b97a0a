import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Database } from '../database.js';
import { prepared } from '../prepared.js';
import type { IgnoreAreas } from '../tables.js';

export interface IgnoreAreaRow extends Selectable<IgnoreAreas> {
  suite: string;
  isExpired: boolean;
}

const rows = (database: Database) =>
  database
    .selectFrom('ignoreAreas')
    .innerJoin('suites', 'suites.id', 'ignoreAreas.suiteId')
    .selectAll('ignoreAreas')
    .select('suites.name as suite')
    .select(sql<boolean>`coalesce(ignore_areas.expires_at <= now(), false)`.as('isExpired'));

/** Areas of a project, or of one of its suites, oldest first. */
export const listIgnoreAreas = (
  database: Database,
  of: { projectId: string; suiteId: number | null },
  { after, limit }: { after: string | null; limit: number },
): Promise<IgnoreAreaRow[]> =>
  rows(database)
    .where('ignoreAreas.projectId', '=', of.projectId)
    .$if(of.suiteId !== null, (query) => query.where('ignoreAreas.suiteId', '=', of.suiteId ?? 0))
    .$if(after !== null, (query) => query.where('ignoreAreas.id', '>', after ?? ''))
    .orderBy('ignoreAreas.id')
    .limit(limit)
    .execute();

/** Areas of a suite that comparisons apply now, oldest first. */
export const listStandingAreas = (database: Database, suiteId: number): Promise<Selectable<IgnoreAreas>[]> =>
  database
    .selectFrom('ignoreAreas')
    .selectAll()
    .where('suiteId', '=', suiteId)
    .where((where) => where.or([where('expiresAt', 'is', null), where('expiresAt', '>', sql<Date>`now()`)]))
    .orderBy('id')
    .modifyEnd(prepared)
    .execute();

export const countIgnoreAreas = async (database: Database, suiteId: number): Promise<number> => {
  const { count } = await database
    .selectFrom('ignoreAreas')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('suiteId', '=', suiteId)
    .executeTakeFirstOrThrow();
  return count;
};

export const findIgnoreArea = (
  database: Database,
  projectId: string,
  id: string,
): Promise<IgnoreAreaRow | undefined> =>
  rows(database)
    .where('ignoreAreas.projectId', '=', projectId)
    .where('ignoreAreas.id', '=', id)
    .executeTakeFirst();

export const insertIgnoreArea = async (
  transaction: Database,
  area: Omit<Insertable<IgnoreAreas>, 'createdAt'>,
): Promise<void> => {
  await transaction.insertInto('ignoreAreas').values(area).execute();
};

export const updateIgnoreArea = async (
  transaction: Database,
  id: string,
  change: Updateable<Pick<IgnoreAreas, 'label' | 'expiresAt' | 'x' | 'y' | 'width' | 'height' | 'element'>>,
): Promise<void> => {
  await transaction.updateTable('ignoreAreas').set(change).where('id', '=', id).execute();
};

/** @returns whether it was there */
export const deleteIgnoreArea = async (transaction: Database, id: string): Promise<boolean> => {
  const { numDeletedRows } = await transaction
    .deleteFrom('ignoreAreas')
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
};
