import { startOfStems } from '../../store/newId.js';
import { keepAcceptedSets } from '../../store/partitions/acceptedSets.js';
import {
  analyzeWhole,
  changePartitions,
  findLastPartition,
  partitionedTables,
  startPartitions,
} from '../../store/partitions/partitions.js';
import { deleteOrphans, findRemovable, isUnderWay, removeRows } from '../../store/partitions/removeRows.js';
import type { Resources } from '../Resources.js';

/** A partition is this part of the age: there are so many, and rows go with the last of theirs. */
const partsOfAge = 12;
const daysOfMonth = 30;
const day = 86_400_000;

/** When the partition after the current one starts: with a month (UTC). */
export function nextStart(now: Date, keepDays: number): Date {
  const months = Math.max(1, Math.round(keepDays / partsOfAge / daysOfMonth));
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months));
}

/** Diffs whose accepted sets one transaction keeps, and rows that one deletes. */
const batch = { diffs: 100, rows: 5_000 };

/**
 * Removes the results and snapshots of builds that are older than the deployment keeps, but for those that later builds need.
 * Captures, diffs with their counts, decisions and baselines stay.
 * @param keepDays null keeps all
 * @param signal ends the work after the current transaction
 */
export async function removeOldRows(
  { database }: Pick<Resources, 'database'>,
  keepDays: number | null,
  { now = new Date(), signal }: { now?: Date; signal?: AbortSignal } = {},
): Promise<void> {
  if (keepDays !== null) {
    const last = await findLastPartition(database, partitionedTables[0]);
    if (last.from === null || last.from <= startOfStems(now))
      await startPartitions(database, startOfStems(nextStart(now, keepDays)));
    await removeRowsBefore({ database }, new Date(now.getTime() - keepDays * day), signal);
  }
  await analyzeWhole(database);
}

/** Removes what is in partitions that end at some moment or before. */
export async function removeRowsBefore(
  { database }: Pick<Resources, 'database'>,
  moment: Date,
  signal?: AbortSignal,
): Promise<void> {
  const range = await findRemovable(database, startOfStems(moment));
  if (range && !(await isUnderWay(database, range))) {
    // Nearly all of it beforehand, while nobody waits.
    for (let kept = batch.diffs; kept === batch.diffs; ) {
      if (signal?.aborted) return;
      kept = await database
        .transaction()
        .execute((transaction) => keepAcceptedSets(transaction, range, batch.diffs));
    }
    await changePartitions(database, (transaction) => removeRows(transaction, range));
  }
  for (let deleted = batch.rows; deleted >= batch.rows && !signal?.aborted; ) {
    deleted = await database.transaction().execute((transaction) => deleteOrphans(transaction, batch.rows));
  }
}
