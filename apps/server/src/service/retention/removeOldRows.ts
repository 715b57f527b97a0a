import {
  deleteOldChanges,
  deleteRecords,
  listCapturesOfOldRecords,
} from '../../store/accessibility/oldRecords.js';
import type { Database } from '../../store/database.js';
import { startOfStems } from '../../store/newId.js';
import { keepAcceptedSets } from '../../store/partitions/acceptedSets.js';
import {
  analyzeWhole,
  changePartitions,
  findLastPartition,
  partitionedTables,
  startPartitions,
} from '../../store/partitions/partitions.js';
import type { RemovedRange } from '../../store/partitions/RemovedRange.js';
import {
  beginRemoval,
  endRemoval,
  guardCopies,
  isOnlyRemoval,
  validateCopies,
} from '../../store/partitions/removal.js';
import {
  copyChanges,
  copyRows,
  deleteOrphans,
  findRemovable,
  findUncleaned,
  isUnderWay,
  setCleaned,
  swapCopies,
} from '../../store/partitions/removeRows.js';
import { mostBuilds } from '../accessibility/findAccepted.js';
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

/** Changes that are copied once more before tables are locked. */
const mostAtSwap = 100;

/** Diffs whose accepted sets one transaction keeps, rows that one deletes, and captures of which it deletes what they recorded. */
const batch = { diffs: 100, rows: 5_000, captures: 20 };

/**
 * Removes the results and snapshots of builds that are older than the deployment keeps, but for those that later builds need.
 * Captures, diffs with their counts, decisions and baselines stay.
 * @param keepDays null keeps all
 * @param signal ends the work after the current transaction
 * @param warn is given a line when rows stay because a build among them is under way
 */
export async function removeOldRows(
  { database }: Pick<Resources, 'database'>,
  keepDays: number | null,
  {
    now = new Date(),
    ...options
  }: { now?: Date; signal?: AbortSignal; warn?: (message: string) => void } = {},
): Promise<void> {
  if (keepDays !== null) {
    const last = await findLastPartition(database, partitionedTables[0]);
    if (last.from === null || last.from <= startOfStems(now))
      await startPartitions(database, startOfStems(nextStart(now, keepDays)));
    await removeRowsBefore({ database }, new Date(now.getTime() - keepDays * day), options);
  }
  await analyzeWhole(database);
}

/** Removes what is in partitions that end at some moment or before. Others read and write meanwhile. */
export async function removeRowsBefore(
  { database }: Pick<Resources, 'database'>,
  moment: Date,
  { signal, warn = () => {} }: { signal?: AbortSignal; warn?: (message: string) => void } = {},
): Promise<void> {
  await database.transaction().execute(async (alone) => {
    if (!(await isOnlyRemoval(alone))) return;
    await endRemoval(database);
    const range = await findRemovable(database, startOfStems(moment));
    if (range && !(await removeRange(database, range, signal)) && !signal?.aborted)
      warn(
        `results and snapshots older than ${moment.toISOString()} stay for now: a build among them is under way`,
      );
  });
  await cleanUp(database, signal);
}

/** Deletes what belongs to removed rows, once for each removal. */
async function cleanUp(database: Database, signal?: AbortSignal): Promise<void> {
  const before = await findUncleaned(database);
  if (before === null) return;
  const untilNone = async (work: (transaction: Database) => Promise<number>) => {
    for (let deleted = batch.rows; deleted >= batch.rows && !signal?.aborted; )
      deleted = await inTransaction(database, work);
  };
  await untilNone((transaction) => deleteOrphans(transaction, batch.rows));
  await untilNone((transaction) => deleteOldChanges(transaction, before, batch.rows));
  const captures = await listCapturesOfOldRecords(database, before, mostBuilds);
  for (let at = 0; at < captures.length && !signal?.aborted; at += batch.captures) {
    const some = captures.slice(at, at + batch.captures);
    await inTransaction(database, (transaction) => deleteRecords(transaction, some));
  }
  if (!signal?.aborted) await setCleaned(database, before);
}

/** @returns false where the signal ended it, or where something of the range is under way */
async function removeRange(database: Database, range: RemovedRange, signal?: AbortSignal): Promise<boolean> {
  if (await isUnderWay(database, range)) return false;
  const removal = await beginRemoval(database, range);
  try {
    for (let kept = batch.diffs; kept === batch.diffs; ) {
      if (signal?.aborted) return false;
      kept = await inTransaction(database, (transaction) =>
        keepAcceptedSets(transaction, range, batch.diffs),
      );
    }
    await inTransaction(database, (transaction) => copyRows(transaction, removal));
    if (signal?.aborted) return false;
    await guardCopies(database, removal);
    // Rows of captures that were deleted since they were copied go before the foreign keys are checked.
    if ((await inTransaction(database, (transaction) => copyChanges(transaction, removal))) === null)
      return false;
    await validateCopies(database, removal);
    for (let changes: number | null = mostAtSwap; changes !== null && changes >= mostAtSwap; ) {
      changes = await inTransaction(database, (transaction) => copyChanges(transaction, removal));
      if (changes === null || signal?.aborted) return false;
    }
    return await changePartitions(database, (transaction) => swapCopies(transaction, removal));
  } finally {
    await endRemoval(database);
  }
}

const inTransaction = <Result>(database: Database, work: (transaction: Database) => Promise<Result>) =>
  database.transaction().execute(work);
