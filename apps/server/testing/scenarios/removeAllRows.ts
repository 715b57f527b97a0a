import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { removeRowsBefore } from '../../src/service/retention/removeOldRows.js';
import type { Database } from '../../src/store/database.js';
import { startOfStems } from '../../src/store/newId.js';
import { startPartitions } from '../../src/store/partitions/partitions.js';

/** Removes the results and snapshots of all builds so far, as if they were past the deployment's age. */
export async function removeAllRows(database: Database): Promise<void> {
  const moment = new Date(Date.now() + 20);
  await startPartitions(database, startOfStems(moment));
  await sleep(Math.max(0, moment.getTime() - Date.now()) + 1);
  await removeRowsBefore({ database }, moment);
  const { rows } = await sql`
    select from removed_rows where before = ${startOfStems(moment)}`.execute(database);
  if (rows.length === 0) throw new Error('nothing was removed: something is under way');
}
