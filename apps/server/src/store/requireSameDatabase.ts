import { sql } from 'kysely';
import type { Database } from './database.js';

/** Two settings name different databases. The message says what to do. */
export class OtherDatabase extends Error {
  override readonly name = 'OtherDatabase';

  constructor(one: string, other: string) {
    super(
      `DATABASE_URL names the database ${one}, and DATABASE_DIRECT_URL another one: ${other}. ` +
        'Both must lead to the same database of the same server.',
    );
  }
}

/**
 * Makes sure that two ways lead to the same database.
 * @throws {OtherDatabase}
 */
export async function requireSameDatabase(pooled: Database, direct: Database): Promise<void> {
  const [one, other] = [await identify(pooled), await identify(direct)];
  if (one.identity !== other.identity) throw new OtherDatabase(one.name, other.name);
}

/** A server that started at the same microsecond as another one is the same. */
async function identify(database: Database): Promise<{ name: string; identity: string }> {
  const { rows } = await sql<{ name: string; identity: string }>`
    select datname::text as name, concat_ws(' ', pg_postmaster_start_time(), oid) identity
    from pg_database where datname = current_database()`.execute(database);
  const [row] = rows;
  if (row === undefined) throw new Error('a database does not know its own name');
  return row;
}
