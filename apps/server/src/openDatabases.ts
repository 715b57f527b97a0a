import { join } from 'node:path';
import type pg from 'pg';
import type { Report } from './createReporter.js';
import type { Config } from './settings/Config.js';
import { type Database, openDatabase } from './store/database.js';
import { migrate, requireSchema } from './store/migrate.js';
import { startPostgres } from './store/postgres/startPostgres.js';
import { requireSameDatabase } from './store/requireSameDatabase.js';
import { whenAnswering } from './store/whenAnswering.js';

/** Milliseconds that a start waits for a database that may be starting too. */
const startPatience = 60_000;

/** A way to the database, and what ends its connections. */
interface Way {
  connectionString: string;
  database: Database;
  close(): Promise<void>;
}

export interface Databases {
  database: Database;
  pool: pg.Pool;
  connectionString: string;
  /**
   * The same database without a pooler between, for the start: processes that wait there for their turn keep no connection of
   * the pooler from the one whose turn it is.
   */
  direct: Way;
}

interface Words {
  /** Receives what takes a while. */
  say(line: string): void;
  report: Report;
}

/**
 * Opens the database, which it starts if it is the embedded one, and brings its schema up to date unless that is done elsewhere.
 * @throws {OtherDatabase} where two settings name two
 */
export async function openDatabases(
  config: Config,
  { say, report }: Words,
  endings: (() => Promise<unknown>)[],
): Promise<Databases> {
  const connectionString = await openServer(config, { say, report }, endings);
  const { database, pool } = openDatabase({ connectionString });
  endings.push(() => database.destroy());
  const direct = openDirectly(config, { connectionString, database, close: async () => {} });
  endings.push(direct.close);
  const prepare = async () => {
    if (direct.database !== database) await requireSameDatabase(database, direct.database);
    await (config.migratesAtStart ? migrate(direct.database) : requireSchema(direct.database));
  };
  await whenAnswering(prepare, {
    patience: startPatience,
    onWait: () => say('Waiting for the database …'),
  });
  return { database, pool, connectionString, direct };
}

function openDirectly({ directDatabaseUrl }: Config, usual: Way): Way {
  if (directDatabaseUrl === null || directDatabaseUrl === usual.connectionString) return usual;
  const { database } = openDatabase({ connectionString: directDatabaseUrl, max: 2 });
  return { connectionString: directDatabaseUrl, database, close: () => database.destroy() };
}

/** @returns where the database is */
async function openServer(
  config: Config,
  { say, report }: Words,
  endings: (() => Promise<unknown>)[],
): Promise<string> {
  if (config.databaseUrl) return config.databaseUrl;
  say('Starting the database …');
  const postgres = await startPostgres({
    dataDir: join(config.dataDir, 'postgres'),
    ...(config.postgresBinDir ? { binDir: config.postgresBinDir } : {}),
    onLost: report('the database server is started again'),
  });
  endings.push(() => postgres.stop());
  return postgres.connectionString;
}
