import type { Insertable } from 'kysely';
import { bytea } from '../bytea.js';
import type { Database } from '../database.js';
import type { ClientPackages } from '../tables.js';

/** What identifies the package of a client. */
export interface ClientName {
  /** Such as `cli`. */
  name: string;
  /** Such as `0.14.0`. */
  version: string;
}

/** The hash of the package that was recorded under a version; null where none was. */
export async function findClientHash(
  database: Database,
  { name, version }: ClientName,
): Promise<string | null> {
  const found = await database
    .selectFrom('clientPackages')
    .select('hash')
    .where('name', '=', name)
    .where('version', '=', version)
    .executeTakeFirst();
  return found?.hash ?? null;
}

/**
 * Records a package unless one was recorded under its version before.
 * @returns the hash that counts
 */
export async function keepClientPackage(
  database: Database,
  client: Insertable<ClientPackages>,
): Promise<string> {
  await database
    .insertInto('clientPackages')
    .values({ ...client, hash: bytea(client.hash) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const kept = await findClientHash(database, client);
  if (kept === null) throw new Error(`${client.name} ${client.version} was not recorded`);
  return kept;
}

/** The versions of a client that were recorded, the oldest first. */
export async function listClientVersions(database: Database, name: string): Promise<string[]> {
  const rows = await database
    .selectFrom('clientPackages')
    .select('version')
    .where('name', '=', name)
    .orderBy('createdAt')
    .orderBy('version')
    .execute();
  return rows.map(({ version }) => version);
}
