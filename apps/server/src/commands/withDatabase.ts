import { join } from 'node:path';
import type pg from 'pg';
import { readRunning } from '../running.js';
import type { Config } from '../settings/Config.js';
import { type Database, openDatabase, ping } from '../store/database.js';
import { migrate, requireSchema } from '../store/migrate.js';
import { startPostgres } from '../store/postgres/startPostgres.js';
import { isSchemaError } from '../store/schemaErrors.js';

/** Works on a database; the pool is for those who need a connection of their own. */
export type UseDatabase<T> = (database: Database, pool: pg.Pool) => Promise<T>;

/** Runs something on the database: that of the running service, or one that is started for the moment. */
export const withDatabase = <T>(config: Config, use: (database: Database) => Promise<T>): Promise<T> =>
  withPool(config, use);

/** @param isBare whether the database is left as it is, which may have no tables yet */
export function withPool<T>(config: Config, use: UseDatabase<T>, isBare = false): Promise<T> {
  if (isBare) return withServer(config, use, ping);
  return withServer(config, use, (database) =>
    config.migratesAtStart ? migrate(database) : requireSchema(database),
  );
}

type Prepare = (database: Database) => Promise<unknown>;

async function withServer<T>(config: Config, use: UseDatabase<T>, prepare: Prepare): Promise<T> {
  const running = await openRunning(config, prepare);
  if (running) return use(running.database, running.pool).finally(() => running.database.destroy());
  const postgres = await startPostgres({
    dataDir: join(config.dataDir, 'postgres'),
    ...(config.postgresBinDir ? { binDir: config.postgresBinDir } : {}),
  });
  const { database, pool } = openDatabase({ connectionString: postgres.connectionString });
  try {
    await prepare(database);
    return await use(database, pool);
  } finally {
    await database.destroy();
    await postgres.stop();
  }
}

async function openRunning(
  config: Config,
  prepare: Prepare,
): Promise<ReturnType<typeof openDatabase> | null> {
  // Commands have transactions that take long, as no pooler likes them.
  const named = config.directDatabaseUrl ?? config.databaseUrl;
  const connectionString = named ?? readRunning(config.dataDir)?.connectionString;
  if (!connectionString) return null;
  const opened = openDatabase({ connectionString, connectionTimeoutMillis: 5_000 });
  try {
    await prepare(opened.database);
    return opened;
  } catch (error) {
    await opened.database.destroy();
    // What a service announced that has ended since does not answer; any other answer is for the operator.
    if (named || isSchemaError(error)) throw error;
    return null;
  }
}
