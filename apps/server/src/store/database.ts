import { CamelCasePlugin, Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import type { DB } from './tables.js';

/** A connection pool, or a transaction on one of its connections: what every query of the store takes. */
export type Database = Kysely<DB>;

// Sequence numbers and byte counts stay far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** Opens a pool. Connections are made when they are first needed. */
export function openDatabase(config: pg.PoolConfig): { database: Database; pool: pg.Pool } {
  const pool = new pg.Pool({ max: 16, ...config });
  // An idle connection that the server ends is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => {});
  const database = new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    // Columns are snake_case in SQL and camelCase in rows; the keys of a JSON value stay as they were written.
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  });
  return { database, pool };
}

/** Rejects when the database does not answer. */
export async function ping(database: Database): Promise<void> {
  await sql`select 1`.execute(database);
}
