import { join } from 'node:path';
import { copyDatabase } from '../service/backup/copyDatabase.js';
import { describeCount } from '../service/backup/Progress.js';
import { openDatabase } from '../store/database.js';
import { PostgresError } from '../store/postgres/PostgresError.js';
import { upgradeCluster } from '../store/postgres/upgradeCluster.js';
import type { CommandContext } from './CommandContext.js';
import { createProgress } from './createProgress.js';

/** `svc-server upgrade` */
export async function upgrade(
  { config, print }: CommandContext,
  { oldBin }: { oldBin?: string },
): Promise<void> {
  const { databaseUrl, dataDir, postgresBinDir } = config();
  if (databaseUrl !== null)
    throw new PostgresError(
      'DATABASE_URL is set: upgrade your own PostgreSQL as its manual describes. This command upgrades only the embedded one.',
    );
  let copied = { tables: 0, rows: 0 };
  const upgraded = await upgradeCluster({
    dataDir: join(dataDir, 'postgres'),
    binDir: postgresBinDir ?? undefined,
    oldBinDir: oldBin,
    async copy(from, to) {
      const [old, next] = [from, to].map((connectionString) => openDatabase({ connectionString }));
      if (!old || !next) throw new Error('there are two databases');
      try {
        copied = await copyDatabase(old, next, createProgress(print));
      } finally {
        await Promise.all([old.database.destroy(), next.database.destroy()]);
      }
    },
  });
  if (upgraded === null) return print('The embedded database already has the version of the programs.');
  const { from, to, kept } = upgraded;
  print(
    `The embedded database now uses PostgreSQL ${to}: ${describeCount(copied.rows)} rows of ${copied.tables} tables were copied and compared.`,
  );
  print(
    `The old database of PostgreSQL ${from} is in ${kept}. Start the service; delete that folder once you are sure.`,
  );
}
