import type { StoryEntry, StoryTool } from '@svc/schema';
import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { SiteFile } from '../../domain/sites/SiteFile.js';
import { bytea, byteas } from '../bytea.js';
import type { Database } from '../database.js';
import { prepared } from '../prepared.js';
import type { Sites } from '../tables.js';
import { forgetManifest } from './manifests.js';

export type SiteRow = Selectable<Sites>;

export const insertSite = async (
  database: Database,
  site: Pick<SiteRow, 'id' | 'projectId'> & Partial<Pick<SiteRow, 'archiveHash' | 'byManifest'>>,
): Promise<void> => {
  await database
    .insertInto('sites')
    .values({ ...site, archiveHash: bytea(site.archiveHash ?? null) })
    .execute();
};

export const findSite = (database: Database, projectId: string, id: string): Promise<SiteRow | undefined> =>
  database
    .selectFrom('sites')
    .selectAll()
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst();

/** As {@link findSite}, and says that it is used now. */
export const useSite = (database: Database, projectId: string, id: string): Promise<SiteRow | undefined> =>
  database
    .updateTable('sites')
    .set({ usedAt: sql<Date>`now()` })
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();

/** For jobs and the serving of files, which know a site by its id alone. */
export const findSiteById = (database: Database, id: string): Promise<SiteRow | undefined> =>
  database.selectFrom('sites').selectAll().where('id', '=', id).executeTakeFirst();

/** Starts the unpacking of a site, again if an earlier attempt was cut off. False when it has ended already. */
export async function beginUnpacking(database: Database, id: string): Promise<boolean> {
  const moved = await database
    .updateTable('sites')
    .set({ status: 'uploading' })
    .where('id', '=', id)
    .where('status', 'in', ['pending', 'uploading'])
    .executeTakeFirst();
  return moved.numUpdatedRows > 0n;
}

/** Makes the site ready with all its files and stories at once, so that it is never partly served. */
export async function setSiteFiles(
  transaction: Database,
  id: string,
  files: readonly SiteFile[],
  tool: StoryTool | null,
): Promise<void> {
  await transaction.deleteFrom('siteFiles').where('siteId', '=', id).execute();
  for (let start = 0; start < files.length; start += 10_000) {
    const some = files.slice(start, start + 10_000);
    await sql`
      insert into site_files (site_id, path, hash, bytes)
      select ${id}, path, hash, bytes from unnest(
        ${some.map((file) => file.path)}::text[], ${byteas(some.map((file) => file.hash))},
        ${some.map((file) => file.bytes)}::bigint[]) file (path, hash, bytes)`.execute(transaction);
  }
  await transaction
    .updateTable('sites')
    .set({ tool, fileCount: files.length, totalBytes: files.reduce((sum, file) => sum + file.bytes, 0) })
    .where('id', '=', id)
    .execute();
}

export async function setStories(
  transaction: Database,
  id: string,
  stories: readonly StoryEntry[],
): Promise<void> {
  await transaction.deleteFrom('stories').where('siteId', '=', id).execute();
  await sql`
    insert into stories (site_id, position, entry)
    select ${id}, position, entry
    from jsonb_array_elements(${JSON.stringify(stories)}::jsonb) with ordinality story (entry, position)`.execute(
    transaction,
  );
}

export const setSiteReady = async (
  transaction: Database,
  id: string,
  storiesError: string | null,
): Promise<void> => {
  await forgetManifest(transaction, id);
  await transaction
    .updateTable('sites')
    .set({ status: 'ready', storiesError })
    .where('id', '=', id)
    .where('status', '=', 'uploading')
    .execute();
};

/** Fails a site that has not ended, and takes its files from it: nobody can see them. */
export async function setSiteFailed(transaction: Database, id: string, error: string): Promise<void> {
  const { numUpdatedRows } = await transaction
    .updateTable('sites')
    .set({ status: 'failed', error, fileCount: 0, totalBytes: 0 })
    .where('id', '=', id)
    .where('status', 'in', ['pending', 'uploading'])
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return;
  await forgetManifest(transaction, id);
  await transaction.deleteFrom('siteFiles').where('siteId', '=', id).execute();
}

export const findSiteFile = (
  database: Database,
  siteId: string,
  path: string,
): Promise<SiteFile | undefined> =>
  database
    .selectFrom('siteFiles')
    .select(['path', 'hash', 'bytes'])
    .where('siteId', '=', siteId)
    .where('path', '=', path)
    .modifyEnd(prepared)
    .executeTakeFirst();

/** All files of a site. */
export const listSiteFiles = (database: Database, siteId: string): Promise<SiteFile[]> =>
  database.selectFrom('siteFiles').select(['path', 'hash', 'bytes']).where('siteId', '=', siteId).execute();

/** Stories in their order after the position `after`. */
export const listStories = (database: Database, siteId: string, options: { after: number; limit: number }) =>
  database
    .selectFrom('stories')
    .select(['position', 'entry'])
    .where('siteId', '=', siteId)
    .where('position', '>', options.after)
    .orderBy('position')
    .limit(options.limit)
    .execute();
