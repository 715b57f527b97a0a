import { sql } from 'kysely';
import type { Database } from '../../src/store/database.js';

/**
 * What every request may write, whatever becomes of it: counters, when something was last used, kept answers; and what is written
 * without any request, such as signs of life.
 */
const alwaysWritten = [
  'permits',
  'password_tries',
  'idempotency_keys',
  'api_keys',
  'web_sessions',
  'login_tokens',
  'received_webhooks',
  'processes',
];

/** A text that changes with any row of the other tables: of each, the number of rows and who wrote them. */
export async function recordedRows(database: Database): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname = 'public' and tablename <> all(${alwaysWritten}::text[]) order by 1`.execute(database);
  const parts = tables.map(
    ({ name }) =>
      sql`select ${name} as name, count(*)::text || ' ' || coalesce(sum(xmin::text::bigint), 0)::text as rows from ${sql.raw(name)}`,
  );
  const { rows } = await sql<{ name: string; rows: string }>`${sql.join(parts, sql` union all `)}`.execute(
    database,
  );
  return rows.map((row) => `${row.name} ${row.rows}`).join('\n');
}

/** A text that changes with what jobs do in the background. */
export async function jobActivity(database: Database): Promise<string> {
  const { rows } = await sql`
    select count(*), max(created_on), max(started_on), max(completed_on), sum(retry_count) from pgboss.job`.execute(
    database,
  );
  return JSON.stringify(rows);
}
