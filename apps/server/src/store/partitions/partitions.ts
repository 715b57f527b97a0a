import { setTimeout as sleep } from 'node:timers/promises';
import { idPrefixes } from '@svc/schema';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database.js';

/** Tables whose rows are partitioned by the time-ordered ids of what they belong to, at the same moments. */
export const partitionedTables = [
  { table: 'results', key: 'diff_id', prefix: `${idPrefixes.diff}_` },
  { table: 'snapshots', key: 'capture_id', prefix: `${idPrefixes.capture}_` },
] as const;

export type PartitionedTable = (typeof partitionedTables)[number];

/** Its bounds are what ids have behind their prefixes; null for no bound. */
export interface Partition {
  name: string;
  from: string | null;
  until: string | null;
}

/** Statements that define tables take no parameters. */
const literal = (text: string): RawBuilder<unknown> => sql.lit(text);

/** Milliseconds that a change of partitions waits for statements under way: those that come later wait behind it. */
const patience = 200;
/** Milliseconds between its tries. */
const pause = 500;
const mostTries = 40;
/** Milliseconds in which a vacuum ends that is in the way: PostgreSQL cancels it after a second. */
const vacuumPatience = 10_000;

const setPatience = (transaction: Database, milliseconds: number) =>
  sql`set local lock_timeout = ${literal(`${milliseconds}ms`)}`.execute(transaction);

/** Results and snapshots, and what they belong to: their foreign keys come and go with partitions. */
const locked = sql`diffs, captures, results, snapshots`;

interface Locks {
  /** What others wait for. Unless it is given they wait for everything; 'share row exclusive' lets them read. */
  mode?: 'access exclusive' | 'share row exclusive';
  /** Other tables. */
  beside?: RawBuilder<unknown>;
}

/**
 * Changes partitions in a transaction that has all tables that it takes to itself from the beginning: it waits for nobody with
 * something in its hands. It is tried again while others do not let go in time.
 */
export const changePartitions = <Result>(
  database: Database,
  change: (transaction: Database) => Promise<Result>,
  { mode = 'access exclusive', beside }: Locks = {},
): Promise<Result> =>
  database.transaction().execute(async (transaction) => {
    const tables = beside ? sql`${locked}, ${beside}` : locked;
    // Keeps out vacuums and other changes, and nobody who reads or writes.
    await setPatience(transaction, vacuumPatience);
    await sql`lock table ${tables} in share update exclusive mode`.execute(transaction);
    await setPatience(transaction, patience);
    for (let tries = 1; ; tries++) {
      await sql`savepoint free`.execute(transaction);
      try {
        await sql`lock table ${tables} in ${sql.raw(mode)} mode`.execute(transaction);
        return await change(transaction);
      } catch (error) {
        if (!isLockTimeout(error) || tries === mostTries) throw error;
        await sql`rollback to savepoint free`.execute(transaction);
        await sleep(pause);
      }
    }
  });

const isLockTimeout = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '55P03';

/** The partitions of a table, the oldest first. */
export async function listPartitions(
  database: Database,
  { table, prefix }: PartitionedTable,
): Promise<Partition[]> {
  const { rows } = await sql<{ name: string; bounds: string }>`
    select relname name, pg_get_expr(relpartbound, oid) bounds
    from pg_inherits join pg_class on oid = inhrelid where inhparent = to_regclass(${table})`.execute(
    database,
  );
  const bound = (bounds: string, word: 'FROM' | 'TO'): string | null =>
    new RegExp(`${word} \\('${prefix}(\\w+)'\\)`).exec(bounds)?.[1] ?? null;
  return rows
    .map(({ name, bounds }) => ({ name, from: bound(bounds, 'FROM'), until: bound(bounds, 'TO') }))
    .sort((one, other) => ((one.from ?? '') < (other.from ?? '') ? -1 : 1));
}

/** The one that takes what is written next, unless its time has not come. */
export async function findLastPartition(database: Database, table: PartitionedTable): Promise<Partition> {
  const last = (await listPartitions(database, table)).at(-1);
  if (last?.until !== null) throw new Error(`no partition of ${table.table} takes new rows`);
  return last;
}

const untilNext = sql.id('until_next');

/**
 * Ends the last partitions of all tables at a moment to come, and adds ones that start there. That no row of theirs is
 * beyond is made sure first, beside what reads and writes: tables are locked for no longer than a change of their
 * descriptions takes.
 * @param stem what ids of that moment begin with, behind their prefixes
 * @throws what PostgreSQL says where a clock was ahead, so that there are ids beyond
 */
export async function startPartitions(database: Database, stem: string): Promise<void> {
  try {
    for (const one of partitionedTables) {
      const { name, from } = await findLastPartition(database, one);
      if (from !== null && from >= stem) continue;
      await database.transaction().execute(async (transaction) => {
        await setPatience(transaction, vacuumPatience);
        await sql`
          alter table ${sql.id(name)} drop constraint if exists ${untilNext}, add constraint ${untilNext}
            check (${sql.id(one.key)} < ${literal(one.prefix + stem)}) not valid`.execute(transaction);
      });
      await sql`alter table ${sql.id(name)} validate constraint ${untilNext}`.execute(database);
    }
    await changePartitions(database, async (transaction) => {
      for (const one of partitionedTables) {
        const last = await findLastPartition(transaction, one);
        if (last.from !== null && last.from >= stem) continue;
        await detach(transaction, one, last);
        await attach(transaction, one, { ...last, until: stem });
        await createPartition(transaction, one, { name: `${one.table}_${stem}`, from: stem, until: null });
        await dropUntilNext(transaction, last.name);
      }
    });
  } catch (error) {
    // It would refuse rows once the moment has come.
    for (const one of partitionedTables)
      await dropUntilNext(database, (await findLastPartition(database, one)).name);
    throw error;
  }
}

const dropUntilNext = (database: Database, name: string) =>
  sql`alter table ${sql.id(name)} drop constraint if exists ${untilNext}`.execute(database);

export async function detach(
  transaction: Database,
  { table }: PartitionedTable,
  { name }: Pick<Partition, 'name'>,
): Promise<void> {
  await sql`alter table ${sql.id(table)} detach partition ${sql.id(name)}`.execute(transaction);
}

/** Makes a table a partition. What it lacks of indexes and constraints it gets. */
export async function attach(
  transaction: Database,
  one: PartitionedTable,
  partition: Partition,
): Promise<void> {
  await sql`
    alter table ${sql.id(one.table)} attach partition ${sql.id(partition.name)} ${boundsOf(one, partition)}`.execute(
    transaction,
  );
}

/** Adds a partition, with the indexes, constraints and triggers of its table. */
export async function createPartition(
  transaction: Database,
  one: PartitionedTable,
  partition: Partition,
): Promise<void> {
  await sql`
    create table ${sql.id(partition.name)} partition of ${sql.id(one.table)} ${boundsOf(one, partition)}`.execute(
    transaction,
  );
}

function boundsOf({ prefix }: PartitionedTable, { from, until }: Partition): RawBuilder<unknown> {
  const start = from === null ? sql`minvalue` : literal(prefix + from);
  const end = until === null ? sql`maxvalue` : literal(prefix + until);
  return sql`for values from (${start}) to (${end})`;
}

/**
 * Has PostgreSQL look at whole tables where it has looked at one of their partitions since: it does so with partitions only,
 * and plans joins by what it knows of the whole.
 */
export async function analyzeWhole(database: Database): Promise<void> {
  for (const { table } of partitionedTables) {
    const { rows } = await sql`
      select from pg_stat_user_tables whole
      where whole.relid = to_regclass(${table}) and exists (
        select from pg_inherits join pg_stat_user_tables part on part.relid = inhrelid
        where inhparent = whole.relid and part.last_autoanalyze > coalesce(whole.last_analyze, '-infinity'))`.execute(
      database,
    );
    if (rows.length > 0) await sql`analyze ${sql.id(table)}`.execute(database);
  }
}
