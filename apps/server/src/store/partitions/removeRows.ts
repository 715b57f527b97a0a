import { sql } from 'kysely';
import type { Database } from '../database.js';
import { readByIds } from '../readByIds.js';
import { slotIn } from '../slots.js';
import { keepAcceptedSets, removedBefore } from './acceptedSets.js';
import { copyNeededResults, copyNeededSnapshots, type Looked } from './neededRows.js';
import { attach, detach, listPartitions, partitionedTables } from './partitions.js';
import type { RemovedRange } from './RemovedRange.js';
import { dropForeignKeys, type Removal } from './removal.js';

/** The oldest rows that can go together: those of partitions that end before some moment and have rows to remove. */
export async function findRemovable(database: Database, before: string): Promise<RemovedRange | null> {
  const ended = (await listPartitions(database, partitionedTables[0])).flatMap(({ until }) =>
    until !== null && until <= before ? until : [],
  );
  const from = await findRemoved(database);
  const until = ended.at(-1);
  return until !== undefined && until > from ? { from, until } : null;
}

const findRemoved = async (database: Database): Promise<string> => {
  const { rows } = await sql<{ removed: string | null }>`select ${removedBefore} removed`.execute(database);
  return rows[0]?.removed ?? '';
};

/** Whether something in the range is under way: what has begun so long ago is about to be given up. */
export async function isUnderWay(
  database: Database,
  { from, until }: RemovedRange,
  looked: Looked = 'all',
): Promise<boolean> {
  const isLooked = (source: 'captures' | 'diffs') =>
    looked === 'all'
      ? sql`true`
      : sql`id in (select id from removal_changes where taken and source = ${sql.lit(source)})`;
  const { rows } = await sql<{ found: boolean }>`
    select exists (
        select from captures where id >= ${`cap_${from}`} and id < ${`cap_${until}`} and status not in ('completed', 'failed')
          and ${isLooked('captures')}
      ) or exists (
        select from diffs where id >= ${`dif_${from}`} and id < ${`dif_${until}`} and status = 'processing'
          and ${isLooked('diffs')}
      ) found`.execute(database);
  return rows[0]?.found ?? false;
}

const copyOf = { results: copyNeededResults, snapshots: copyNeededSnapshots };

/** Copies the rows that stay, as they are now. What changes from now on is copied by {@link copyChanges}. */
export async function copyRows(transaction: Database, { range, copies }: Removal): Promise<void> {
  await readByIds(transaction);
  for (const { one, name } of copies) await copyOf[one.table](transaction, name, range, 'all');
}

/** Diffs whose accepted sets one statement keeps. */
const setsAtOnce = 100;

/**
 * Copies what was noted since the last time.
 * @returns how much that was; null where something of the range is under way again, which ends the removal
 */
export async function copyChanges(transaction: Database, { range, copies }: Removal): Promise<number | null> {
  const { numAffectedRows } = await sql`update removal_changes set taken = true`.execute(transaction);
  const count = Number(numAffectedRows ?? 0);
  if (count === 0) return count;
  await readByIds(transaction);
  if (await isUnderWay(transaction, range, 'changed')) return null;
  while ((await keepAcceptedSets(transaction, range, setsAtOnce, 'changed')) > 0);
  for (const { one, name } of copies) {
    await sql`
      delete from ${sql.id(name)} copy using removal_changes noted
      where noted.taken and noted.source = ${one.table} and noted.id = ${sql.ref(`copy.${one.key}`)}
        and ${slotIn('noted')} = ${slotIn('copy')}`.execute(transaction);
    await copyOf[one.table](transaction, name, range, 'changed');
  }
  await sql`delete from removal_changes where taken`.execute(transaction);
  return count;
}

/**
 * Puts the copies, which hold the kept rows of all times, in the place of the first partitions. What it does does not depend on
 * the number of rows, but on what was noted since changes were last copied. {@link endRemoval} drops the partitions.
 * @param transaction has the tables to itself
 * @returns false where something of the range is under way again
 * @throws where another process has given this removal up
 */
export async function swapCopies(transaction: Database, removal: Removal): Promise<boolean> {
  const { range, copies } = removal;
  const names = copies.map(({ name }) => name);
  const { rows } = await sql`
    select from removal_leftovers where copying and name = any(${names}::text[]) for update`.execute(
    transaction,
  );
  if (rows.length !== names.length || (await findRemoved(transaction)) !== range.from)
    throw new Error('another process has given up the removal of old rows that this one began');
  if ((await copyChanges(transaction, removal)) === null) return false;
  await sql`delete from removal_leftovers where name = any(${names}::text[])`.execute(transaction);
  for (const { one, name } of copies) {
    for (const part of await listPartitions(transaction, one)) {
      if (part.until === null || part.until > range.until) continue;
      await detach(transaction, one, part);
      await dropForeignKeys(transaction, part.name);
      await sql`insert into removal_leftovers (name) values (${part.name})`.execute(transaction);
    }
    await attach(transaction, one, { name, from: null, until: range.until });
    await sql`alter table ${sql.id(name)} drop constraint until_end`.execute(transaction);
  }
  await sql`insert into removed_rows (before) values (${range.until})`.execute(transaction);
  return true;
}

/**
 * Deletes what belongs to snapshots that were removed: traces, whose blobs are marked, loads, earlier attempts and doubts.
 * @returns how many rows there were, of each kind at most `limit`
 */
export async function deleteOrphans(transaction: Database, limit: number): Promise<number> {
  const orphans = (table: string) => sql`
    delete from ${sql.id(table)} where ctid = any(array(
      select orphan.ctid from ${sql.id(table)} orphan
      where capture_id < 'cap_' || ${removedBefore} and not exists (
        select from snapshots where snapshots.capture_id = orphan.capture_id and snapshots.name = orphan.name
          and snapshots.viewport = orphan.viewport and snapshots.browser = orphan.browser)
      limit ${limit}))`;
  let count = 0;
  for (const table of ['snapshot_loads', 'snapshot_attempts', 'doubts']) {
    const { numAffectedRows } = await orphans(table).execute(transaction);
    count += Number(numAffectedRows ?? 0);
  }
  const { rows } = await sql<{ hash: string }>`
    with old as (${orphans('traces')} returning hash), marked as (
      insert into blob_removals (hash) select distinct hash from old on conflict do nothing
    ) select hash from old`.execute(transaction);
  return count + rows.length;
}

/** Up to where rows were removed, where something may be left that belonged to them; null for nowhere. */
export async function findUncleaned(database: Database): Promise<string | null> {
  const { rows } = await sql<{ before: string | null }>`
    select max(before) before from removed_rows where not cleaned`.execute(database);
  return rows[0]?.before ?? null;
}

/** Says that nothing is left of what belonged to rows that were removed up to there. */
export async function setCleaned(database: Database, before: string): Promise<void> {
  await sql`update removed_rows set cleaned = true where before <= ${before} and not cleaned`.execute(
    database,
  );
}
