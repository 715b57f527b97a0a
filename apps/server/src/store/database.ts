import { Kysely, PostgresDialect, type PostgresPool, sql } from 'kysely';
import pg from 'pg';
import { askInCamelCase, naming } from './askInCamelCase.js';
import { readBytesAsDigits } from './bytea.js';
import { RowCursor } from './RowCursor.js';
import type { DB } from './tables.js';
import { watchedPool } from './watchedPool.js';

/** A connection pool, or a transaction on one of its connections: what every query of the store takes. */
export type Database = Kysely<DB>;

// Sequence numbers and byte counts stay far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
readBytesAsDigits();

/** Milliseconds to wait for a connection: to be made, or to be given back by another request. */
const connectionPatience = 15_000;

/**
 * Opens a pool. Connections are made when they are first needed; while there are none to be had, and where one is lost
 * on the way, queries fail with `DatabaseUnavailable`.
 */
export function openDatabase(config: pg.PoolConfig): { database: Database; pool: pg.Pool } {
  const pool = new pg.Pool({
    max: 16,
    connectionTimeoutMillis: connectionPatience,
    keepAlive: true,
    ...config,
  });
  return { database: databaseOver(watchedPool(pool)), pool };
}

/** One connection of a pool, for those who do more than queries on it. Its transactions are begun and ended there. */
export const databaseOn = (client: pg.PoolClient): Database =>
  databaseOver({
    options: {},
    connect: async () => ({
      query: ((text: string, values: unknown[]) =>
        askInCamelCase(client, { text, values })) as unknown as Awaited<
        ReturnType<PostgresPool['connect']>
      >['query'],
      release: () => undefined,
    }),
    end: async () => undefined,
  });

const databaseOver = (pool: PostgresPool): Database =>
  new Kysely<DB>({
    dialect: new PostgresDialect({ pool, cursor: RowCursor }),
    // Columns are snake_case in SQL and camelCase in rows; the keys of a JSON value stay as they were written.
    plugins: [naming],
  });

/** Rejects when the database does not answer. */
export async function ping(database: Database): Promise<void> {
  await sql`select 1`.execute(database);
}

/** Has PostgreSQL look at its tables after many rows have come at once. */
export async function analyze(database: Database): Promise<void> {
  await sql`analyze`.execute(database);
}
