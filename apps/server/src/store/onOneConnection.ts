import type { Database } from './database.js';

/**
 * Reads on one connection what several would read at once: each that is not warm plans the statements again and looks up the tables,
 * which takes longer than the statements. Whatever is asked meanwhile has to be asked of this database: one that holds a connection and
 * waits for another could wait for itself.
 */
export const onOneConnection = <Answer>(
  database: Database,
  read: (database: Database) => Promise<Answer>,
): Promise<Answer> => database.connection().execute(read);
