import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from './database.js';

export interface StoredSigningKey {
  id: string;
  secret: Buffer;
  /** Whether it is so old that every process has heard of it. */
  isSettled: boolean;
}

/** Minutes from the making of a key until it signs; processes look for new ones more often. */
const settling = 10;

/** The keys that image tokens are signed with, newest first; the first one is made on first use. */
export async function listSigningKeys(database: Database): Promise<StoredSigningKey[]> {
  await sql`
    insert into signing_keys (id, secret) select 'k1', ${randomBytes(32)}::bytea where not exists (select from signing_keys)
    on conflict (id) do nothing`.execute(database);
  return database
    .selectFrom('signingKeys')
    .select(['id', 'secret'])
    .select(sql<boolean>`created_at <= now() - ${settling} * interval '1 minute'`.as('isSettled'))
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .execute();
}

/** Adds a key unless the newest one is younger than so many days. */
export const addSigningKey = async (
  database: Database,
  { afterDays }: { afterDays: number },
): Promise<void> => {
  await sql`
    insert into signing_keys (id, secret) select ${`k${randomBytes(6).toString('hex')}`}::text, ${randomBytes(32)}::bytea
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
