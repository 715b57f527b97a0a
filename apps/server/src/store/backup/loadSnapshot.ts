import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { sql } from 'kysely';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { type Database, databaseOn } from '../database.js';
import {
  createPartition,
  listPartitions,
  type Partition,
  type PartitionedTable,
  partitionedTables,
} from '../partitions/partitions.js';
import { describeTables, type SequenceValue, type TableShape } from './describeTables.js';
import { inTransaction, quote, quoteColumns } from './inTransaction.js';

/** What a database is to hold whose tables are there. */
export interface Contents {
  tables: (TableShape & { rows: number })[];
  partitions: (Partition & { table: string })[];
  sequences: SequenceValue[];
}

/** The tables are not those of the schema, or there were other rows in them. */
export class UnfitContents extends Error {
  override readonly name = 'UnfitContents';
}

/**
 * Puts rows into the tables of a database in place of its own, all or none. Constraints are off meanwhile and hold at the end.
 * @param open the rows of a table, in PostgreSQL's text format
 * @param beside does something more in the same transaction
 * @throws UnfitContents
 */
export const loadSnapshot = (
  pool: pg.Pool,
  { tables, partitions, sequences }: Contents,
  open: (table: string) => Promise<Readable>,
  beside: (database: Database) => Promise<void>,
): Promise<void> =>
  inTransaction(pool, '', async (client) => {
    const database = databaseOn(client);
    requireSame(tables, await describeTables(database));
    const foreignKeys = await dropForeignKeys(database);
    for (const { name } of tables) await client.query(`alter table ${quote(name)} disable trigger user`);
    const names = sql.join(tables.map(({ name }) => sql.table(name)));
    await sql`truncate ${names}`.execute(database);
    for (const one of partitionedTables) {
      const own = partitions.filter(({ table }) => table === one.table);
      await replacePartitions(database, one, own);
      // New partitions have the triggers of their table, and have them on.
      await client.query(`alter table ${quote(one.table)} disable trigger user`);
    }
    for (const table of tables) {
      const rows = await open(table.name);
      const copy = client.query(
        copyFrom(`copy ${quote(table.name)} (${quoteColumns(table.columns)}) from stdin`),
      );
      await pipeline(rows, copy);
      if (copy.rowCount !== table.rows)
        throw new UnfitContents(`${table.name} has ${copy.rowCount} rows, and should have ${table.rows}`);
    }
    for (const { name, value } of sequences)
      await sql`select setval(${sql.lit(`public.${quote(name)}`)}::regclass, ${value}, true)`.execute(
        database,
      );
    for (const { name } of tables) await client.query(`alter table ${quote(name)} enable trigger user`);
    for (const { place, name, definition } of foreignKeys)
      await client.query(`alter table ${place} add constraint ${quote(name)} ${definition}`);
    await requireReferences(database);
    await beside(database);
  });

/** Triggers, which were off, see to the references that have no foreign key; earlier schemas have one for each. */
async function requireReferences(database: Database): Promise<void> {
  const { rows: made } = await sql`
    select where to_regproc('find_dangling_reference') is not null`.execute(database);
  if (made.length === 0) return;
  const { rows } = await sql<{ dangling: string | null }>`select find_dangling_reference() dangling`.execute(
    database,
  );
  const dangling = rows[0]?.dangling;
  if (dangling) throw new UnfitContents(`${dangling} names something that is not there`);
}

function requireSame(given: readonly TableShape[], own: readonly TableShape[]): void {
  const describe = (tables: readonly TableShape[]) =>
    new Map(tables.map(({ name, columns }) => [name, columns.toSorted().join(', ')]));
  const [wanted, found] = [describe(given), describe(own)];
  for (const name of new Set([...wanted.keys(), ...found.keys()])) {
    if (wanted.get(name) === found.get(name)) continue;
    throw new UnfitContents(
      `the table ${name} has the columns (${wanted.get(name) ?? 'is missing'}), and in the schema (${found.get(name) ?? 'is missing'})`,
    );
  }
}

/** @returns what puts them back */
async function dropForeignKeys(database: Database) {
  const { rows } = await sql<{ place: string; name: string; definition: string }>`
    select conrelid::regclass::text place, conname name, pg_get_constraintdef(oid) definition
    from pg_constraint
    where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace order by 1, 2`.execute(
    database,
  );
  for (const { place, name } of rows)
    await sql`alter table ${sql.raw(place)} drop constraint ${sql.id(name)}`.execute(database);
  return rows;
}

async function replacePartitions(
  database: Database,
  one: PartitionedTable,
  partitions: readonly Partition[],
): Promise<void> {
  for (const { name } of await listPartitions(database, one))
    await sql`drop table ${sql.id(name)}`.execute(database);
  for (const partition of partitions) await createPartition(database, one, partition);
}
