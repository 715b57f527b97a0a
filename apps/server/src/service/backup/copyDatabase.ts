import { pipeline } from 'node:stream';
import { sql } from 'kysely';
import type pg from 'pg';
import { listOpenJobs } from '../../queue/openJobs.js';
import { openQueue } from '../../queue/queue.js';
import { readSequences } from '../../store/backup/describeTables.js';
import { loadSnapshot } from '../../store/backup/loadSnapshot.js';
import { type Snapshot, withSnapshot } from '../../store/backup/withSnapshot.js';
import { analyze, type Database } from '../../store/database.js';
import { listMigrations, makeSchema } from '../../store/migrate.js';
import { BackupDamaged } from './BackupRefused.js';
import { describePartitions } from './describePartitions.js';
import { describeCount, type Progress } from './Progress.js';
import { RowSum } from './RowSum.js';

interface Opened {
  database: Database;
  pool: pg.Pool;
}

export interface Copied {
  tables: number;
  rows: number;
}

/**
 * Copies the database of the service into an empty one, such as of another major version: its rows, sequences, and work that had not been
 * done. Reads each row of the copy and compares it.
 * @throws BackupDamaged where the copy has other rows
 */
export const copyDatabase = (from: Opened, to: Opened, progress: Progress): Promise<Copied> =>
  withSnapshot(from.pool, async (snapshot) => {
    const { database, tables } = snapshot;
    await makeSchema(to.database, await listMigrations(database));
    const counted = await countRows(snapshot);
    const sums = new Map<string, RowSum>();
    const rows = counted.reduce((sum, table) => sum + table.rows, 0);
    const sequences = await readSequences(database);
    const partitions = await describePartitions(database);
    const jobs = await listOpenJobs(database);
    const queue = await openQueue(to.database, () => undefined);
    try {
      await loadSnapshot(
        to.pool,
        { tables: counted, partitions, sequences },
        async (name) => {
          progress(() => `Copying: ${sums.size} of ${tables.length} tables of ${describeCount(rows)} rows`);
          const table = tables.find((one) => one.name === name);
          if (table === undefined) throw new Error(`there is no table ${name}`);
          const sum = new RowSum();
          sums.set(name, sum);
          return pipeline(snapshot.copyOut(table).rows, sum.watch(), () => undefined);
        },
        async (transaction) => {
          for (const { name, data } of jobs) await queue.enqueue(transaction, name, data);
        },
      );
    } finally {
      await queue.stop();
    }
    await analyze(to.database);
    await compare(to.pool, sums, progress);
    return { tables: tables.length, rows };
  });

async function countRows({ database, tables }: Snapshot) {
  const counted = [];
  for (const table of tables) {
    const { rows } = await sql<{ count: number }>`
      select count(*) count from ${sql.table(table.name)}`.execute(database);
    counted.push({ ...table, rows: rows[0]?.count ?? 0 });
  }
  return counted;
}

const compare = (pool: pg.Pool, sums: ReadonlyMap<string, RowSum>, progress: Progress): Promise<void> =>
  withSnapshot(pool, async ({ tables, copyOut }) => {
    let done = 0;
    for (const table of tables) {
      progress(() => `Comparing: ${done} of ${tables.length} tables`);
      const sum = new RowSum();
      await sum.read(copyOut(table).rows);
      if (sum.total !== sums.get(table.name)?.total)
        throw new BackupDamaged(
          `The copy of the table ${table.name} has other rows than the table. Nothing was changed.`,
        );
      done += 1;
    }
  });
