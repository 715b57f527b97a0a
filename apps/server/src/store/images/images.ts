import { type Selectable, sql } from 'kysely';
import { isMarked } from '../blobs/isMarked.js';
import { bytea, byteas } from '../bytea.js';
import type { Database } from '../database.js';
import { prepared, preparedIfFew } from '../prepared.js';
import type { Images } from '../tables.js';

export type ImageRow = Selectable<Images>;

/**
 * Records an image whose bytes the blob store already holds, again after it was removed. A mask or thumbnail that
 * somebody uploads gets the pixel hash that it had no need of.
 */
export async function insertImage(
  database: Database,
  image: Omit<ImageRow, 'createdAt' | 'removedAt' | 'neededAt'>,
): Promise<void> {
  await database
    .insertInto('images')
    .values({ ...image, hash: bytea(image.hash), pixelHash: bytea(image.pixelHash) })
    .onConflict((conflict) =>
      conflict
        .columns(['projectId', 'hash'])
        .doUpdateSet(({ fn, ref }) => ({
          removedAt: null,
          pixelHash: fn.coalesce(ref('images.pixelHash'), ref('excluded.pixelHash')),
        }))
        .where(({ eb, and, or }) =>
          or([
            eb('images.removedAt', 'is not', null),
            and([eb('images.pixelHash', 'is', null), eb('excluded.pixelHash', 'is not', null)]),
          ]),
        ),
    )
    .modifyEnd(prepared)
    .execute();
}

/** What is known of an image, whether or not its bytes are kept. */
export const findImage = (
  database: Database,
  projectId: string,
  hash: string,
): Promise<ImageRow | undefined> =>
  database
    .selectFrom('images')
    .selectAll()
    .where('projectId', '=', projectId)
    .where('hash', '=', bytea(hash))
    .executeTakeFirst();

/** The image that a file was stored as, which is another file for all but plain PNGs; whether or not its bytes are kept. */
export async function findImageOfFile(
  database: Database,
  projectId: string,
  fileHash: string,
): Promise<ImageRow | undefined> {
  const { rows } = await sql<ImageRow>`
    select images.* from images where project_id = ${projectId} and hash = coalesce((
      select hash from image_sources where project_id = ${projectId} and source_hash = ${bytea(fileHash)}), ${bytea(fileHash)})`.execute(
    database,
  );
  return rows[0];
}

/** Whether the bytes of a row of `images` are kept, and nothing is about to remove them. */
export const isKept = sql<boolean>`images.removed_at is null
  and not ${isMarked('images')}`;

/** An image whose bytes need not be sent. Written out, since every upload asks. */
export async function findKnownImage(
  database: Database,
  projectId: string,
  hash: string,
): Promise<KnownImage | undefined> {
  const [image] = await listKnownImages(database, projectId, [hash]);
  return image;
}

/** With the hash that was asked for, which is another one where a file was stored as another PNG. */
type KnownImage = ImageRow & { pixelHash: string; askedHash: string };

export async function listKnownImages(
  database: Database,
  projectId: string,
  hashes: readonly string[],
): Promise<KnownImage[]> {
  const { rows } = await sql<KnownImage>`
    select ${preparedIfFew(hashes)} images.*, asked.hash asked_hash
    from unnest(${byteas(hashes)}) asked (hash)
    left join lateral (
      select hash from image_sources where project_id = ${projectId} and source_hash = asked.hash offset 0
    ) source on true
    cross join lateral (
      select * from images where project_id = ${projectId} and hash = coalesce(source.hash, asked.hash) offset 0
    ) images
    where pixel_hash is not null and ${isKept}`.execute(database);
  return rows;
}

/** Records that a file was stored as another PNG, which may be another one than before. */
export async function insertImageSource(
  database: Database,
  source: { projectId: string; sourceHash: string; hash: string },
): Promise<void> {
  const bytes = { sourceHash: bytea(source.sourceHash), hash: bytea(source.hash) };
  await database
    .insertInto('imageSources')
    .values({ ...source, ...bytes })
    .onConflict((conflict) => conflict.columns(['projectId', 'sourceHash']).doUpdateSet({ hash: bytes.hash }))
    .execute();
}

/** Which of the images have no bytes any more. */
export async function listRemoved(
  database: Database,
  projectId: string,
  hashes: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ hash: string }>`
    select hash from images
    where project_id = ${projectId} and hash = any(${byteas(hashes)}) and removed_at is not null`.execute(
    database,
  );
  return rows.map((row) => row.hash);
}

/** Those of the images that the project has. */
export const findImages = (
  database: Database,
  projectId: string,
  hashes: readonly string[],
): Promise<Pick<ImageRow, 'hash' | 'width' | 'height'>[]> =>
  hashes.length === 0
    ? Promise.resolve([])
    : database
        .selectFrom('images')
        .select(['hash', 'width', 'height'])
        .where('projectId', '=', projectId)
        .where(sql<boolean>`hash = any(${byteas(hashes)})`)
        .modifyEnd(preparedIfFew(hashes))
        .execute();
