import { openQueue } from '../src/queue/queue.js';
import { type Database, openDatabase } from '../src/store/database.js';
import { migrate } from '../src/store/migrate.js';
import { createTestDatabase, type TestDatabase } from './createTestDatabase.js';
import { runSql } from './runSql.js';

export interface MigratedDatabase {
  database: Database;
  connectionString: string;
  /** Ends the connections and removes the database. */
  drop(): Promise<void>;
}

const templateName = 'test_template';

/** Makes the database that those with all tables are copies of. It has the tables of the queue, too, which a service would make first. */
export async function createTemplate(server: string): Promise<void> {
  await runSql(server, `create database ${templateName}`);
  const url = new URL(server);
  url.pathname = `/${templateName}`;
  const { database } = openDatabase({ connectionString: url.href });
  await migrate(database);
  const queue = await openQueue(database, (error) => {
    throw error;
  });
  await queue.stop();
  await database.destroy();
  // A copy is made of a database that nobody is connected with, not even a vacuum.
  await runSql(server, `alter database ${templateName} with allow_connections false`);
  process.env.DATABASE_TEMPLATE_TEST = templateName;
}

/** Makes a database with all tables for a service that a test starts as a program. */
export const createServiceDatabase = (): Promise<TestDatabase> =>
  createTestDatabase(process.env.DATABASE_TEMPLATE_TEST);

/**
 * Makes a database with all tables for a test file.
 * @param max connections; with one, what a test reads of its statistics is of its own statements
 */
export async function createMigratedDatabase({ max }: { max?: number } = {}): Promise<MigratedDatabase> {
  const { connectionString, drop } = await createServiceDatabase();
  const { database } = openDatabase({ connectionString, ...(max !== undefined && { max }) });
  if (!process.env.DATABASE_TEMPLATE_TEST) await migrate(database);
  return {
    database,
    connectionString,
    drop: async () => {
      await database.destroy();
      await drop();
    },
  };
}
