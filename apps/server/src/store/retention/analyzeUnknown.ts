import { sql } from 'kysely';
import type { Database } from '../database.js';

/**
 * Has PostgreSQL look at tables at which it has never looked, such as those that pg_upgrade or another tool copied: without
 * statistics, it plans to read the baselines of a project once for each of them.
 */
export async function analyzeUnknown(database: Database): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select relname name from pg_class
    where relnamespace = current_schema()::regnamespace and reltuples < 0
      and (relkind = 'r' and pg_relation_size(oid) > 0 or relkind = 'p')`.execute(database);
  for (const { name } of rows) await sql`analyze ${sql.id(name)}`.execute(database);
}
