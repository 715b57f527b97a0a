import { type Insertable, type RawBuilder, sql } from 'kysely';

interface Column {
  /** In SQL. */
  type: string;
  /** What stands where a row says nothing, in SQL; null without. */
  initial?: string;
}

/** Writes new rows of a table, any number as one parameter: a statement with one for each value holds up other requests. */
export interface JsonRows<Table> {
  /** The columns, in the order of {@link JsonRows.select}. */
  columns: RawBuilder<unknown>;
  select(rows: readonly Insertable<Table>[]): RawBuilder<unknown>;
}

/** @param columns all of the table. In new rows, JSON is text, and bytes are hexadecimal digits */
export function jsonRows<Table>(columns: Record<keyof Table & string, string | Column>): JsonRows<Table> {
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
  const [selected, described] = [sql.raw(values.join(', ')), sql.raw(recordset.join(', '))];
  return {
    columns: sql.join(entries.map(({ name }) => sql.ref(name))),
    select: (rows) =>
      sql`select ${selected} from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) row (${described})`,
  };
}
