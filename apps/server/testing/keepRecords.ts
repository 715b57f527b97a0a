import { sql } from 'kysely';
import type { Resources } from '../src/service/Resources.js';

type Database = Resources['database'];

/** Keeps a copy of all records. Answers what brings the tables that have changed since back to it. */
export async function keepRecords(database: Database): Promise<() => Promise<void>> {
  const { rows } = await sql<{ name: string }>`
    select quote_ident(tablename) as name from pg_tables where schemaname = 'public' and tablename not like 'kysely%'
  `.execute(database);
  const tables = rows.map(({ name }) => name);
  await sql`create schema kept`.execute(database);
  for (const table of tables) {
    await sql.raw(`create table kept.${table} as table public.${table}`).execute(database);
  }
  let marks = await marksOf(database, tables);
  return async () => {
    const now = await marksOf(database, tables);
    const changed = tables.filter((table) => now.get(table) !== marks.get(table));
    if (changed.length === 0) return;
    await database.transaction().execute(async (transaction) => {
      // References between the tables hold again at the end.
      await sql`set local session_replication_role = replica`.execute(transaction);
      await sql
        .raw(`lock table ${changed.map((table) => `public.${table}`).join(', ')}`)
        .execute(transaction);
      for (const table of changed) {
        await sql.raw(`delete from public.${table}`).execute(transaction);
        await sql
          .raw(`insert into public.${table} overriding system value select * from kept.${table}`)
          .execute(transaction);
      }
      marks = new Map([...now, ...(await marksOf(transaction, changed))]);
    });
  };
}

/** Something of each table that every change of a row changes: how many there are and who wrote them. */
async function marksOf(database: Database, tables: readonly string[]): Promise<Map<string, string>> {
  const marks = tables.map(
    (table) =>
      `select '${table}' as name, concat(count(*), ' ', sum(xmin::text::bigint)) as mark from public.${table}`,
  );
  const { rows } = await sql.raw<{ name: string; mark: string }>(marks.join(' union all ')).execute(database);
  return new Map(rows.map(({ name, mark }) => [name, mark]));
}
