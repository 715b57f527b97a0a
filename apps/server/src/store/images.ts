import { type Selectable, sql } from 'kysely';
import type { Database } from './database.js';
import type { Images } from './tables.js';

export type ImageRow = Selectable<Images>;

/** Records a picture whose bytes the blob store already holds. */
export async function insertImage(database: Database, image: Omit<ImageRow, 'created_at'>): Promise<void> {
  await database
    .insertInto('images')
    .values(image)
    .onConflict((conflict) => conflict.columns(['project_id', 'hash']).doNothing())
    .execute();
}

/** Written out, since every upload asks. */
export async function findImage(
  database: Database,
  projectId: string,
  hash: string,
): Promise<ImageRow | undefined> {
  const { rows } = await sql<ImageRow>`
    select * from images where project_id = ${projectId} and hash = ${hash}`.execute(database);
  return rows[0];
}

/** Those of the pictures that the project has. */
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
        .where('project_id', '=', projectId)
        .where('hash', 'in', [...hashes])
        .execute();

/** Which of the hashes are snapshots of this project. */
export async function findKnownHashes(
  database: Database,
  projectId: string,
  hashes: readonly string[],
): Promise<string[]> {
  if (hashes.length === 0) return [];
  const rows = await database
    .selectFrom('images')
    .select('hash')
    .where('project_id', '=', projectId)
    .where('hash', 'in', [...hashes])
    .where('pixel_hash', 'is not', null)
    .execute();
  return rows.map((row) => row.hash);
}
