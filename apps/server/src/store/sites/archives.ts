import { sql } from 'kysely';
import type { Database } from '../database.js';

/**
 * Until the end of the transaction, no archive is removed (`shared`), or nobody else records what was stored with the
 * bytes of one (`exclusive`).
 */
export async function lockArchives(transaction: Database, mode: 'shared' | 'exclusive'): Promise<void> {
  const lock = mode === 'shared' ? sql`pg_advisory_xact_lock_shared` : sql`pg_advisory_xact_lock`;
  await sql`select ${lock}(hashtextextended('svc archives', 0))`.execute(transaction);
}

/** Takes the archive from a site that has ended. Returns its hash, or null when it was taken before. */
export async function takeArchive(transaction: Database, siteId: string): Promise<string | null> {
  const site = await transaction
    .selectFrom('sites')
    .select('archiveHash')
    .where('id', '=', siteId)
    .where('status', 'in', ['ready', 'failed'])
    .forUpdate()
    .executeTakeFirst();
  if (!site?.archiveHash) return null;
  await transaction.updateTable('sites').set({ archiveHash: null }).where('id', '=', siteId).execute();
  return site.archiveHash;
}
