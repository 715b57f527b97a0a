import type { Readable } from 'node:stream';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { type Database, databaseOn } from '../database.js';
import { describeTables, type TableShape } from './describeTables.js';
import { inTransaction, quote, quoteColumns } from './inTransaction.js';

/** The database as it is at one moment, while others go on. */
export interface Snapshot {
  database: Database;
  tables: TableShape[];
  /** The rows of a table in PostgreSQL's text format; their number is known at the end. One table after the other. */
  copyOut(table: TableShape): { rows: Readable; count(): number };
}

/** Reads the database as it is at one moment. */
export const withSnapshot = <T>(pool: pg.Pool, use: (snapshot: Snapshot) => Promise<T>): Promise<T> =>
  inTransaction(pool, 'isolation level repeatable read read only', async (client) => {
    const database = databaseOn(client);
    return use({
      database,
      tables: await describeTables(database),
      copyOut(table) {
        const rows = client.query(copyTo(`copy ${sourceOf(table)} to stdout`));
        return { rows, count: () => rows.rowCount };
      },
    });
  });

/** PostgreSQL before version 18 copies no table that is partitioned, but what is selected from it. */
function sourceOf({ name, columns, isPartitioned }: TableShape): string {
  const list = quoteColumns(columns);
  return isPartitioned ? `(select ${list} from ${quote(name)})` : `${quote(name)} (${list})`;
}
