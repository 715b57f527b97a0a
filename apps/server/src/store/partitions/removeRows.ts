import { sql } from 'kysely';
import type { Database } from '../database.js';
import { readByIds } from '../readByIds.js';
import { keepAcceptedSets, removedBefore } from './acceptedSets.js';
import { copyNeededResults, copyNeededSnapshots, type RemovedRange } from './neededRows.js';
import { attach, detach, listPartitions, type Partition, partitionedTables } from './partitions.js';

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
export async function isUnderWay(database: Database, { from, until }: RemovedRange): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
        select from captures where id >= ${`cap_${from}`} and id < ${`cap_${until}`} and status not in ('completed', 'failed')
      ) or exists (
        select from diffs where id >= ${`dif_${from}`} and id < ${`dif_${until}`} and status = 'processing'
      ) found`.execute(database);
  return rows[0]?.found ?? false;
}

/** Diffs whose accepted sets one statement keeps. */
const setsAtOnce = 100;

/**
 * Removes the results and snapshots of a range, whose partitions go, but for those that later builds need: these come to the
 * first partition, which holds such rows of all times. The caller has kept the accepted sets; those that changed since are kept now.
 * @param transaction has the tables to itself
 * @returns false where nothing was removed: another process has done it, or something is under way
 */
export async function removeRows(transaction: Database, range: RemovedRange): Promise<boolean> {
  const { from, until } = range;
  const found = await Promise.all(
    partitionedTables.map(async (one) => ({ one, parts: await listPartitions(transaction, one) })),
  );
  const tables = found.map(({ one, parts }) => ({
    one,
    kept: from === '' ? undefined : parts.find((part) => part.until === from),
    going: parts.filter((part) => part.until !== null && part.until > from && part.until <= until),
  }));
  if ((await findRemoved(transaction)) !== from || (await isUnderWay(transaction, range))) return false;
  while ((await keepAcceptedSets(transaction, range, setsAtOnce)) > 0);
  await readByIds(transaction);
  for (const { one, kept, going } of tables) {
    const into: Partition = kept ?? { name: `${one.table}_kept`, from: null, until };
    if (!kept) {
      await sql`
        create table ${sql.id(into.name)} (like ${sql.id(one.table)}
          including defaults including constraints including generated including storage,
          primary key (${sql.id(one.key)}, name, viewport, browser))`.execute(transaction);
    }
    if (kept) await detach(transaction, one, kept);
    await (one.table === 'results' ? copyNeededResults : copyNeededSnapshots)(transaction, into.name, range);
    for (const part of going) {
      await detach(transaction, one, part);
      await sql`drop table ${sql.id(part.name)}`.execute(transaction);
    }
    await attach(transaction, one, { ...into, from: null, until });
  }
  await sql`insert into removed_rows (before) values (${until})`.execute(transaction);
  return true;
}

/**
 * Deletes what belongs to snapshots that were removed: traces, whose blobs are marked, loads and earlier attempts.
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
  for (const table of ['snapshot_loads', 'snapshot_attempts']) {
    const { numAffectedRows } = await orphans(table).execute(transaction);
    count += Number(numAffectedRows ?? 0);
  }
  const { rows } = await sql<{ hash: string }>`
    with old as (${orphans('traces')} returning hash), marked as (
      insert into blob_removals (hash) select distinct hash from old on conflict do nothing
    ) select hash from old`.execute(transaction);
  return count + rows.length;
}
