import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../database.js';
import { changePartitions, type PartitionedTable, partitionedTables } from './partitions.js';
import type { RemovedRange } from './RemovedRange.js';

/** A removal under way. */
export interface Removal {
  range: RemovedRange;
  /** Tables that are filled while others read and write, to become first partitions. */
  copies: { one: PartitionedTable; name: string }[];
}

/** What decides about rows that go. The deletion of a capture counts where it makes another one the newest. */
const noted: [table: string, ...events: ('insert' | 'update' | 'delete')[]][] = [
  ['results', 'insert', 'update', 'delete'],
  ['snapshots', 'insert', 'update', 'delete'],
  ['captures', 'insert', 'update', 'delete'],
  ['diffs', 'insert', 'update'],
  ['baseline_entries', 'insert', 'update'],
  ['open_reviews', 'insert', 'update'],
  ['accessibility_changes', 'insert', 'update'],
  ['projects', 'update'],
];

const beside = sql`baseline_entries, open_reviews, accessibility_changes, projects`;
const triggerName = 'noted_for_removal';

/** Whether this transaction is the only one that removes rows, until it ends. */
export async function isOnlyRemoval(transaction: Database): Promise<boolean> {
  const { rows } = await sql<{ alone: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('svc removal', 0)) alone`.execute(transaction);
  return rows[0]?.alone ?? false;
}

/** Has changes noted from now on, and makes empty copies. Gives up a removal that was interrupted. */
export async function beginRemoval(database: Database, range: RemovedRange): Promise<Removal> {
  await endRemoval(database);
  const token = randomBytes(4).toString('hex');
  const copies = partitionedTables.map((one) => ({
    one,
    name: `${one.table}_kept_${range.until}_${token}`,
  }));
  await changePartitions(
    database,
    async (transaction) => {
      for (const [table, ...events] of noted) {
        for (const event of events) {
          await sql`
            create trigger ${sql.id(`${triggerName}_${event}`)} after ${sql.raw(event)} on ${sql.id(table)}
              referencing ${event === 'delete' ? sql`old` : sql`new`} table as touched
              for each statement execute function note_removal_change(${sql.lit(range.until)})`.execute(
            transaction,
          );
        }
      }
      for (const { one, name } of copies) {
        const end = sql.lit(one.prefix + range.until);
        await sql`
          create table ${sql.id(name)} (like ${sql.id(one.table)} including all,
            constraint until_end check (${sql.id(one.key)} < ${end}))`.execute(transaction);
        await sql`insert into removal_leftovers (name, copying) values (${name}, true)`.execute(transaction);
      }
    },
    { mode: 'share row exclusive', beside },
  );
  return { range, copies };
}

/**
 * Gives the copies the foreign keys of their tables, as partitions have them: from now on the deletion of a capture or diff
 * deletes what was copied of it. They are validated by {@link validateCopies}.
 */
export const guardCopies = (database: Database, { copies }: Removal): Promise<void> =>
  changePartitions(
    database,
    async (transaction) => {
      for (const { one, name } of copies) {
        for (const { conname, definition } of await foreignKeysOf(transaction, one.table)) {
          await sql`
            alter table ${sql.id(name)} add constraint ${sql.id(conname)} ${sql.raw(definition)} not valid`.execute(
            transaction,
          );
        }
      }
    },
    { mode: 'share row exclusive' },
  );

/** Checks the foreign keys of the copies, and has PostgreSQL look at them, so that nothing of this is left for the swap. */
export async function validateCopies(database: Database, { copies }: Removal): Promise<void> {
  for (const { name } of copies) {
    for (const { conname } of await foreignKeysOf(database, name)) {
      await sql`alter table ${sql.id(name)} validate constraint ${sql.id(conname)}`.execute(database);
    }
    await sql`analyze ${sql.id(name)}`.execute(database);
  }
}

/** Ends the removal that is under way, done or not: drops its triggers, copies that no table uses, and partitions that went. */
export async function endRemoval(database: Database): Promise<void> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from pg_trigger where tgname like ${`${triggerName}_%`}) or exists (select from removal_leftovers) found`.execute(
    database,
  );
  if (!rows[0]?.found) return;
  const names = await changePartitions(database, giveUp, { mode: 'access exclusive', beside });
  for (const name of names) {
    await database.transaction().execute(async (transaction) => {
      await sql`drop table if exists ${sql.id(name)}`.execute(transaction);
      await sql`delete from removal_leftovers where name = ${name}`.execute(transaction);
    });
  }
}

/** @returns tables that nothing refers to any more, nor they to anything: they can be dropped without a lock of others */
async function giveUp(transaction: Database): Promise<string[]> {
  for (const [table, ...events] of noted) {
    for (const event of events)
      await sql`drop trigger if exists ${sql.id(`${triggerName}_${event}`)} on ${sql.id(table)}`.execute(
        transaction,
      );
  }
  await sql`truncate removal_changes`.execute(transaction);
  const { rows } = await sql<{ name: string }>`
    update removal_leftovers set copying = false returning name`.execute(transaction);
  for (const { name } of rows) await dropForeignKeys(transaction, name);
  return rows.map(({ name }) => name);
}

/** Rows of a table that is not a partition are not in the way of what they refer to. */
export async function dropForeignKeys(transaction: Database, table: string): Promise<void> {
  for (const { conname } of await foreignKeysOf(transaction, table))
    await sql`alter table ${sql.id(table)} drop constraint ${sql.id(conname)}`.execute(transaction);
}

async function foreignKeysOf(database: Database, table: string) {
  const { rows } = await sql<{ conname: string; definition: string }>`
    select conname, pg_get_constraintdef(oid) definition from pg_constraint
    where conrelid = to_regclass(${table}) and contype = 'f' and conparentid = 0`.execute(database);
  return rows;
}
