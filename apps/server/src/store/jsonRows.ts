import { type Insertable, type RawBuilder, sql } from 'kysely';
import { askAhead } from '../turns/askAhead.js';
import { batchesOf } from '../turns/batchesOf.js';
import type { Database } from './database.js';
import { inSlotOrder, type SlotRow } from './slots.js';

interface Column {
  /** In SQL. */
  type: string;
  /** What stands where a row says nothing, in SQL; null without. */
  initial?: string;
}

/** Writes new rows, each of one slot. `onConflict` is the clause of SQL for slots that are there already; an error without. */
export type WriteRows<Row> = (
  database: Database,
  rows: readonly Row[],
  onConflict?: RawBuilder<unknown>,
) => Promise<void>;

/** Rows of one statement. */
const atOnce = 500;

/**
 * For tables that get thousands of rows at once: all those of a statement are one parameter, since one for each value would
 * hold up other requests.
 *
 * @param columns all of the table. In new rows, JSON is text, and bytes are hexadecimal digits
 */
export function jsonRows<Table>(
  table: string,
  columns: Record<keyof Table & string, string | Column>,
): WriteRows<Insertable<Table> & SlotRow> {
  const entries = Object.entries<string | Column>(columns).map(([name, column]) =>
    typeof column === 'string' ? { name, type: column, initial: undefined } : { name, ...column },
  );
  const recordset = entries.map(
    ({ name, type }) => `"${name}" ${type === 'jsonb' || type === 'bytea' ? 'text' : type}`,
  );
  const values = entries.map(({ name, type, initial }) => {
    if (type === 'jsonb') return `"${name}"::jsonb`;
    if (type === 'bytea') return `decode("${name}", 'hex')`;
    return initial === undefined ? `"${name}"` : `coalesce("${name}", ${initial})`;
  });
  const named = sql.join(entries.map(({ name }) => sql.ref(name)));
  const [selected, described] = [sql.raw(values.join(', ')), sql.raw(recordset.join(', '))];
  return async (database, rows, onConflict = sql``) => {
    const write = (batch: readonly unknown[]) =>
      sql`
        insert into ${sql.table(table)} (${named})
        select ${selected} from jsonb_to_recordset(${JSON.stringify(batch)}::jsonb) row (${described})
        ${onConflict}
      `.execute(database);
    for await (const _ of askAhead(batchesOf(inSlotOrder(rows), atOnce), write));
  };
}
