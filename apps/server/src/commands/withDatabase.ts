import { join } from 'node:path';
import { readRunning } from '../running.js';
import type { Config } from '../settings/Config.js';
import { type Database, openDatabase } from '../store/database.js';
import { migrate, requireSchema } from '../store/migrate.js';
import { startPostgres } from '../store/postgres/startPostgres.js';

/** Runs something on the database: that of the running service, or one that is started for the moment. */
export async function withDatabase<T>(config: Config, use: (database: Database) => Promise<T>): Promise<T> {
  const running = await openRunning(config);
  if (running) return use(running).finally(() => running.destroy());
  const postgres = await startPostgres({
    dataDir: join(config.dataDir, 'postgres'),
    ...(config.postgresBinDir ? { binDir: config.postgresBinDir } : {}),
  });
  const { database } = openDatabase({ connectionString: postgres.connectionString });
  try {
    await prepare(config, database);
    return await use(database);
  } finally {
    await database.destroy();
    await postgres.stop();
  }
}

const prepare = ({ migratesAtStart }: Config, database: Database): Promise<unknown> =>
  migratesAtStart ? migrate(database) : requireSchema(database);

async function openRunning(config: Config): Promise<Database | null> {
  const connectionString = config.databaseUrl ?? readRunning(config.dataDir)?.connectionString;
  if (!connectionString) return null;
  const { database } = openDatabase({ connectionString, connectionTimeoutMillis: 5_000 });
  try {
    await prepare(config, database);
    return database;
  } catch (error) {
    await database.destroy();
    if (config.databaseUrl) throw error;
    return null;
  }
}
