import type { Database } from './database.js';

/**
 * Asks all that `read` asks on one connection. Asked at once, statements would be spread over several connections, each of which plans
 * them again and looks up the tables, which takes longer than running them.
 * @param read has to ask the database that it is given: requests that hold one connection and wait for another could all wait
 */
export const onOneConnection = <Answer>(
  database: Database,
  read: (database: Database) => Promise<Answer>,
): Promise<Answer> => database.connection().execute(read);
