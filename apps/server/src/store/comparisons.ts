import type { Insertable, Selectable } from 'kysely';
import type { Database } from './database.js';
import type { Comparisons } from './tables.js';

export type ComparisonRow = Selectable<Comparisons>;

/** What a comparison depends on, pixels given by their hashes. */
export type ComparisonKey = Pick<
  ComparisonRow,
  'project_id' | 'base_pixels' | 'head_pixels' | 'threshold' | 'anti_aliasing'
>;

export const findComparison = (database: Database, key: ComparisonKey): Promise<ComparisonRow | undefined> =>
  database
    .selectFrom('comparisons')
    .selectAll()
    .where('project_id', '=', key.project_id)
    .where('base_pixels', '=', key.base_pixels)
    .where('head_pixels', '=', key.head_pixels)
    .where('threshold', '=', key.threshold)
    .where('anti_aliasing', '=', key.anti_aliasing)
    .executeTakeFirst();

/** The pictures that a comparison made, by its id. */
export const findComparisonPictures = (
  database: Database,
  projectId: string,
  id: number,
): Promise<Pick<ComparisonRow, 'mask_hash' | 'thumbnail_hash'> | undefined> =>
  database
    .selectFrom('comparisons')
    .select(['mask_hash', 'thumbnail_hash'])
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst();

/** Records a comparison; of two made at once, the first stays. */
export async function insertComparison(
  database: Database,
  comparison: Insertable<Comparisons>,
): Promise<ComparisonRow> {
  const inserted = await database
    .insertInto('comparisons')
    .values(comparison)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  const row = inserted ?? (await findComparison(database, comparison));
  if (!row) throw new Error('a comparison was deleted while it was recorded');
  return row;
}
