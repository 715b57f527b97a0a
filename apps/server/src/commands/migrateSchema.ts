import { findLastMigration } from '../store/migrate.js';
import type { CommandContext } from './CommandContext.js';
import { withDatabase } from './withDatabase.js';

/** Brings the schema up to date, also where other commands and a start do not. */
export const migrateSchema = ({ config, print }: CommandContext): Promise<void> =>
  withDatabase(config({ SVC_MIGRATE: 'start' }), async (database) =>
    print(`The schema is up to date: its last migration is ${await findLastMigration(database)}.`),
  );
