import { type Insertable, type Selectable, sql } from 'kysely';
import type { Database } from '../database.js';
import type { Comparisons } from '../tables.js';
import { type ImageRow, isKept } from './images.js';

export type ComparisonRow = Selectable<Comparisons>;

/** What a comparison depends on, pixels given by their hashes. */
export type ComparisonKey = Pick<
  ComparisonRow,
  'projectId' | 'basePixels' | 'headPixels' | 'threshold' | 'antiAliasing' | 'ignored'
>;

/** What a comparison showed, and whether the images that it made are kept. */
export async function findComparison(
  database: Database,
  key: ComparisonKey,
): Promise<{ comparison: ComparisonRow; hasImages: boolean } | undefined> {
  const { rows } = await sql<ComparisonRow & { hasImages: boolean }>`
    select comparisons.*, not exists (
      select from images
      where project_id = comparisons.project_id and hash in (mask_hash, thumbnail_hash) and not (${isKept})
    ) has_images
    from comparisons
    where project_id = ${key.projectId} and base_pixels = ${key.basePixels} and head_pixels = ${key.headPixels}
      and threshold = ${key.threshold} and anti_aliasing = ${key.antiAliasing}
      and ignored = ${key.ignored}`.execute(database);
  const [row] = rows;
  if (!row) return undefined;
  const { hasImages, ...comparison } = row;
  return { comparison, hasImages };
}

/** An image that a comparison made, by the id of the comparison; in one look, since a list of results asks for many. */
export const findComparisonImage = (
  database: Database,
  projectId: string,
  id: number,
  image: 'mask' | 'thumbnail',
): Promise<ImageRow | undefined> =>
  database
    .selectFrom('comparisons')
    .innerJoin('images', (join) =>
      join
        .onRef('images.projectId', '=', 'comparisons.projectId')
        .onRef('images.hash', '=', `comparisons.${image}Hash`),
    )
    .selectAll('images')
    .where('comparisons.projectId', '=', projectId)
    .where('comparisons.id', '=', id)
    .executeTakeFirst();

/** Records a comparison, in place of what was recorded when it was made before. */
export const insertComparison = (
  database: Database,
  comparison: Insertable<Comparisons>,
): Promise<ComparisonRow> =>
  database
    .insertInto('comparisons')
    .values(comparison)
    .onConflict((conflict) =>
      conflict
        .columns(['projectId', 'basePixels', 'headPixels', 'threshold', 'antiAliasing', 'ignored'])
        .doUpdateSet(({ ref }) => ({
          diffPercentage: ref('excluded.diffPercentage'),
          maskHash: ref('excluded.maskHash'),
          thumbnailHash: ref('excluded.thumbnailHash'),
          fingerprint: ref('excluded.fingerprint'),
          regions: ref('excluded.regions'),
          rowChanges: ref('excluded.rowChanges'),
        })),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
