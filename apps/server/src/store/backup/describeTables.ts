import { sql } from 'kysely';
import type { Database } from '../database.js';

/** A table, with the columns that are written. */
export interface TableShape {
  name: string;
  columns: string[];
  isPartitioned: boolean;
}

export interface SequenceValue {
  name: string;
  /** The last that was given. */
  value: number;
}

/** What is of no use elsewhere: which processes run, and the removal of old rows that one of them is doing. */
const transient = ['processes', 'removal_changes', 'removal_leftovers'];
/** Kysely's own: migrations write them. */
const ofMigrations = ['kysely_migration', 'kysely_migration_lock'];

/** The tables of the service, without those of the queue. The rows of partitions are those of their table. */
export async function describeTables(database: Database): Promise<TableShape[]> {
  const { rows } = await sql<TableShape>`
    select relname name, relkind = 'p' is_partitioned, array_agg(attname::text order by attnum) columns
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and attnum > 0 and not attisdropped and attgenerated = ''
      and relname <> all(${[...transient, ...ofMigrations]}::text[])
      and relname not in (select name from removal_leftovers)
    group by relname, relkind order by relname`.execute(database);
  return rows;
}

/** Of the sequences that have given a value. */
export async function readSequences(database: Database): Promise<SequenceValue[]> {
  const { rows } = await sql<SequenceValue>`
    select sequencename name, last_value "value" from pg_sequences
    where schemaname = 'public' and last_value is not null and sequencename not like 'removal\\_%'
    order by sequencename`.execute(database);
  return rows;
}

/** Whether there is any table. */
export async function hasTables(database: Database): Promise<boolean> {
  const { rows } = await sql`
    select from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') limit 1`.execute(
    database,
  );
  return rows.length > 0;
}

/** Whether anybody has an account, an organization or a project. */
export async function hasPeopleOrProjects(database: Database): Promise<boolean> {
  const { rows } = await sql<{ isUsed: boolean }>`
    select exists (select from users) or exists (select from organisations) or exists (select from projects) is_used`.execute(
    database,
  );
  return rows[0]?.isUsed === true;
}
