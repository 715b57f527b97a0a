import { CompiledQuery } from 'kysely';
import { ownColumns } from '../domain/ownColumns.js';
import type { Database } from '../store/database.js';

/** What pg-boss runs its SQL with. Without plugins, since it reads the names of its columns as they are. */
export const createExecutor = (database: Database) => ({
  async executeSql(text: string, values: unknown[] = []) {
    const { rows } = await database
      .withoutPlugins()
      .executeQuery(CompiledQuery.raw(`${ownColumns} ${text}`, values));
    return { rows };
  },
});
