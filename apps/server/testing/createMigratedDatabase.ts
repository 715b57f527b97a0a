import { type Database, openDatabase } from '../src/store/database.js';
import { migrate } from '../src/store/migrate.js';
import { createTestDatabase } from './createTestDatabase.js';

export interface MigratedDatabase {
  database: Database;
  connectionString: string;
  /** Ends the connections and removes the database. */
  drop(): Promise<void>;
}

/**
 * Makes a database with all tables for a test file.
 * @param max connections; with one, what a test reads of its statistics is of its own statements
 */
export async function createMigratedDatabase({ max }: { max?: number } = {}): Promise<MigratedDatabase> {
  const { connectionString, drop } = await createTestDatabase();
  const { database } = openDatabase({ connectionString, ...(max !== undefined && { max }) });
  await migrate(database);
  return {
    database,
    connectionString,
    drop: async () => {
      await database.destroy();
      await drop();
    },
  };
}
