import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { bytea, bytesOf } from './bytea.js';
import type { Database } from './database.js';

/** Seals the secret of a new key, so that it is never stored in plain. */
export type SealKey = (id: string, secret: Buffer) => Buffer;

export interface StoredSigningKey {
  id: string;
  /** Of a key from before keys were sealed. */
  secret: Buffer | null;
  sealed: Buffer | null;
  /** Whether it is so old that every process has heard of it. */
  isSettled: boolean;
}

/** Minutes from the making of a key until it signs; processes look for new ones more often. */
const settling = 10;
const secretBytes = 32;

/** The keys that image tokens are signed with, newest first; the first one is made on first use. */
export async function listSigningKeys(database: Database, seal: SealKey): Promise<StoredSigningKey[]> {
  await sql`
    insert into signing_keys (id, sealed) select 'k1', ${seal('k1', randomBytes(secretBytes))}::bytea
    where not exists (select from signing_keys) on conflict (id) do nothing`.execute(database);
  const keys = await database
    .selectFrom('signingKeys')
    .select(['id', 'secret', 'sealed'])
    .select(sql<boolean>`created_at <= now() - ${settling} * interval '1 minute'`.as('isSettled'))
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .execute();
  return keys.map(({ secret, sealed, ...key }) => ({
    ...key,
    secret: secret === null ? null : bytesOf(secret),
    sealed: sealed === null ? null : bytesOf(sealed),
  }));
}

/** Stores a key sealed that was stored in plain. */
export const sealSigningKey = async (database: Database, id: string, sealed: Buffer): Promise<void> => {
  await database
    .updateTable('signingKeys')
    .set({ sealed: bytea(sealed.toString('hex')), secret: null })
    .where('id', '=', id)
    .where('secret', 'is not', null)
    .execute();
};

/** Adds a key unless the newest one is younger than so many days. */
export const addSigningKey = async (
  database: Database,
  seal: SealKey,
  { afterDays }: { afterDays: number },
): Promise<void> => {
  const id = `k${randomBytes(6).toString('hex')}`;
  await sql`
    insert into signing_keys (id, sealed) select ${id}::text, ${seal(id, randomBytes(secretBytes))}::bytea
    where not exists (select from signing_keys where created_at > now() - ${afterDays} * interval '1 day')`.execute(
    database,
  );
};

/** Deletes the keys that have a successor which is older than so many days. */
export const deleteSucceededKeys = async (
  database: Database,
  { afterDays }: { afterDays: number },
): Promise<void> => {
  await sql`
    delete from signing_keys old where exists (
      select from signing_keys successor
      where (successor.created_at, successor.id) > (old.created_at, old.id)
        and successor.created_at <= now() - ${afterDays} * interval '1 day')`.execute(database);
};
