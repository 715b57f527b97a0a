import type { ComparisonImage } from '@svc/schema';
import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely';
import { bytea, byteas } from '../bytea.js';
import type { Database } from '../database.js';
import { prepared, preparedByKeys } from '../prepared.js';
import type { Comparisons } from '../tables.js';
import { type ImageRow, isKept } from './images.js';

export type ComparisonRow = Selectable<Comparisons>;

/** What a comparison depends on, pixels given by their hashes. */
export type ComparisonKey = Pick<
  ComparisonRow,
  'projectId' | 'basePixels' | 'headPixels' | 'threshold' | 'antiAliasing' | 'ignored'
>;

/** What a result says of its comparison. */
export type ShownComparison = Pick<ComparisonRow, 'id' | 'diffPercentage' | 'subthreshold' | 'maskHash'>;

/** As far as results are concerned, and whether it is whole. */
export type RecalledComparison = ShownComparison &
  Pick<ComparisonRow, 'alignedMaskHash' | 'rowChanges' | 'columnChanges'>;

export interface KnownComparison<Row extends RecalledComparison = ComparisonRow> {
  comparison: Row;
  /** Whether the images that it made are kept. */
  hasImages: boolean;
}

type PairKey = Omit<ComparisonKey, 'projectId'>;

/** What a comparison of a project showed; undefined where it was never made. */
export const findComparison = async (
  database: Database,
  projectId: string,
  key: PairKey,
): Promise<KnownComparison | undefined> =>
  (await find<ComparisonRow>(database, projectId, [key], sql`known.*`))[0];

/** The same of many comparisons, each where its key is. */
export const recallComparisons = (
  database: Database,
  projectId: string,
  keys: readonly PairKey[],
): Promise<(KnownComparison<RecalledComparison> | undefined)[]> =>
  find<RecalledComparison>(
    database,
    projectId,
    keys,
    sql`known.id, known.diff_percentage, known.subthreshold, known.mask_hash, known.aligned_mask_hash, known.row_changes,
      known.column_changes`,
  );

async function find<Row extends RecalledComparison>(
  database: Database,
  projectId: string,
  keys: readonly PairKey[],
  columns: RawBuilder<unknown>,
): Promise<(KnownComparison<Row> | undefined)[]> {
  if (keys.length === 0) return [];
  const { rows } = await sql<Row & { hasImages: boolean; place: number }>`
    select ${keys.length === 1 ? prepared : preparedByKeys} ${columns}, asked.place::int place, not exists (
      select from images
      where project_id = known.project_id and hash in (known.mask_hash, known.aligned_mask_hash, known.thumbnail_hash) and not (${isKept})
    ) has_images
    from unnest(${byteas(keys.map((key) => key.basePixels))}, ${byteas(keys.map((key) => key.headPixels))},
      ${keys.map((key) => key.threshold)}::float8[], ${keys.map((key) => key.antiAliasing)}::boolean[],
      ${byteas(keys.map((key) => key.ignored))})
      with ordinality asked (base, head, threshold, anti_aliasing, ignored, place)
    cross join lateral (
      select * from comparisons
      where project_id = ${projectId} and base_pixels = asked.base and head_pixels = asked.head
        and threshold = asked.threshold and anti_aliasing = asked.anti_aliasing and ignored = asked.ignored offset 0
    ) known`.execute(database);
  const found: (KnownComparison<Row> | undefined)[] = keys.map(() => undefined);
  for (const { hasImages, place, ...comparison } of rows)
    found[place - 1] = { comparison: comparison as unknown as Row, hasImages };
  return found;
}

const columns = {
  mask: 'maskHash',
  'aligned-mask': 'alignedMaskHash',
  thumbnail: 'thumbnailHash',
} as const satisfies Record<ComparisonImage, keyof Comparisons>;

/** An image that a comparison made, by the id of the comparison; in one look, since a list of results asks for many. */
export const findComparisonImage = (
  database: Database,
  projectId: string,
  id: number,
  image: ComparisonImage,
): Promise<ImageRow | undefined> =>
  database
    .selectFrom('comparisons')
    .innerJoin('images', (join) =>
      join
        .onRef('images.projectId', '=', 'comparisons.projectId')
        .onRef('images.hash', '=', `comparisons.${columns[image]}`),
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
    .values({
      ...comparison,
      basePixels: bytea(comparison.basePixels),
      headPixels: bytea(comparison.headPixels),
      maskHash: bytea(comparison.maskHash ?? null),
      alignedMaskHash: bytea(comparison.alignedMaskHash ?? null),
      thumbnailHash: bytea(comparison.thumbnailHash ?? null),
      ignored: bytea(comparison.ignored),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['projectId', 'basePixels', 'headPixels', 'threshold', 'antiAliasing', 'ignored'])
        .doUpdateSet(({ ref }) => ({
          baseWidth: ref('excluded.baseWidth'),
          baseHeight: ref('excluded.baseHeight'),
          headWidth: ref('excluded.headWidth'),
          headHeight: ref('excluded.headHeight'),
          diffPercentage: ref('excluded.diffPercentage'),
          subthreshold: ref('excluded.subthreshold'),
          similarity: ref('excluded.similarity'),
          maskHash: ref('excluded.maskHash'),
          alignedMaskHash: ref('excluded.alignedMaskHash'),
          thumbnailHash: ref('excluded.thumbnailHash'),
          fingerprint: ref('excluded.fingerprint'),
          regions: ref('excluded.regions'),
          rowChanges: ref('excluded.rowChanges'),
          columnChanges: ref('excluded.columnChanges'),
          moves: ref('excluded.moves'),
        })),
    )
    .returningAll()
    .modifyEnd(prepared)
    .executeTakeFirstOrThrow();
