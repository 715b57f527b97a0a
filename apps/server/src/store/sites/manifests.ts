import { sql } from 'kysely';
import type { SiteFile } from '../../domain/sites/SiteFile.js';
import { isMarked } from '../blobs/isMarked.js';
import { bytea, byteas } from '../bytea.js';
import type { Database } from '../database.js';

/** A file that a manifest lists. */
export interface ManifestFile extends SiteFile {
  /** Another site of the project has its bytes, so they are not sent. */
  known: boolean;
}

/** The newest sites of a project, whose files are known: as many as bound what the question costs. */
const knownSites = 20;

/** Which of these files the project has, with their sizes: what other projects have makes no difference. */
export async function findKnownFiles(
  database: Database,
  projectId: string,
  hashes: readonly string[],
): Promise<Map<string, number>> {
  // Bytes that are about to be removed are sent again.
  const { rows } = await sql<{ hash: string; bytes: number }>`
    select distinct site_files.hash, site_files.bytes from site_files
    where site_files.site_id in (
        select id from sites where project_id = ${projectId} and status = 'ready' order by id desc limit ${knownSites})
      and site_files.hash = any(${byteas(hashes)})
      and not ${isMarked('site_files')}`.execute(database);
  return new Map(rows.map(({ hash, bytes }) => [hash, bytes]));
}

export async function insertManifest(
  transaction: Database,
  siteId: string,
  files: readonly ManifestFile[],
): Promise<void> {
  for (let start = 0; start < files.length; start += 10_000) {
    const some = files.slice(start, start + 10_000);
    await sql`
      insert into manifest_files (site_id, path, hash, bytes, known)
      select ${siteId}, path, hash, bytes, known from unnest(
        ${some.map((file) => file.path)}::text[], ${byteas(some.map((file) => file.hash))},
        ${some.map((file) => file.bytes)}::bigint[], ${some.map((file) => file.known)}::boolean[]
      ) file (path, hash, bytes, known)`.execute(transaction);
  }
}

/** What the manifest of a site lists, by path; nothing once the site has ended. */
export const listManifest = (database: Database, siteId: string): Promise<ManifestFile[]> =>
  database
    .selectFrom('manifestFiles')
    .select(['path', 'hash', 'bytes', 'known'])
    .where('siteId', '=', siteId)
    .orderBy('path')
    .execute();

/** Holds a site until the end of the transaction. */
export async function lockSite(
  transaction: Database,
  projectId: string,
  id: string,
): Promise<{ archiveHash: string | null; awaitsFiles: boolean } | undefined> {
  const { rows } = await sql<{ archiveHash: string | null; awaitsFiles: boolean }>`
    select archive_hash, ${awaitsFiles} awaits_files from sites
    where project_id = ${projectId} and id = ${id} for no key update`.execute(transaction);
  return rows[0];
}

/** Files that a manifest lists have yet to be sent. */
const awaitsFiles = sql<boolean>`(status = 'pending' and by_manifest and archive_hash is null
  and exists (select from manifest_files where site_id = sites.id and not known))`;

/** Gives a site the archive of the files that were missing. */
export const setArchive = async (transaction: Database, id: string, archiveHash: string): Promise<void> => {
  await transaction
    .updateTable('sites')
    .set({ archiveHash: bytea(archiveHash) })
    .where('id', '=', id)
    .execute();
};

/** A site whose missing files have not been sent for so long, held until the end of the transaction. */
export async function lockAbandonedSite(transaction: Database, hours: number): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from sites where ${awaitsFiles} and created_at < now() - make_interval(hours => ${hours})
    limit 1 for no key update skip locked`.execute(transaction);
  return rows[0]?.id;
}

/** A site that has ended has files of its own, or none. */
export const forgetManifest = async (transaction: Database, siteId: string): Promise<void> => {
  await transaction.deleteFrom('manifestFiles').where('siteId', '=', siteId).execute();
};
