import type pg from 'pg';
import type { OpenJob } from '../../queue/openJobs.js';
import { openQueue } from '../../queue/queue.js';
import type { BackupStore } from '../../store/backup/BackupStore.js';
import { hasPeopleOrProjects, hasTables } from '../../store/backup/describeTables.js';
import { loadSnapshot } from '../../store/backup/loadSnapshot.js';
import type { BlobStore } from '../../store/blobs/BlobStore.js';
import { analyze, type Database } from '../../store/database.js';
import { listMigrations, makeSchema, migrate } from '../../store/migrate.js';
import { BackupDamaged, BackupRefused } from './BackupRefused.js';
import { findBackup, readFile, readLines } from './backupFiles.js';
import { type BlobOutcome, copyBlobs } from './eachBlob.js';
import type { Manifest } from './Manifest.js';
import { noteBlobs, type Progress } from './Progress.js';
import { examineFiles } from './verifyBackup.js';

/** Where a backup is restored to. */
export interface EmptyDeployment {
  pool: pg.Pool;
  database: Database;
  blobs: BlobStore;
  /** Null where there is no secret yet. */
  secretFingerprint: string | null;
  /** Folder of the migrations of this version; its own unless given. */
  migrations?: URL;
}

export interface Restored {
  name: string;
  manifest: Manifest;
  outcome: BlobOutcome;
}

interface Options {
  /** The newest backup unless given. */
  name?: string | undefined;
  /** Whether to restore what is left of a backup whose blobs are damaged. */
  isPartial: boolean;
}

/**
 * Restores a backup into a deployment that has nothing yet, and brings its schema up to date. Interrupted, it can be repeated.
 * @throws BackupRefused where the deployment has something, or another secret; BackupDamaged where the backup is
 */
export async function restoreBackup(
  target: EmptyDeployment,
  store: BackupStore,
  { name: given, isPartial }: Options,
  progress: Progress,
): Promise<Restored> {
  const { name, manifest } = await findBackup(store, given);
  await requireEmpty(target.database, manifest);
  requireSecret(target.secretFingerprint, manifest);
  const problems = await examineFiles(store, name, manifest);
  if (problems.length > 0) {
    throw new BackupDamaged(
      `Nothing was restored: the backup ${name} is damaged.\n${problems.join('\n')}\nRestore another one with --at.`,
    );
  }
  const outcome = await copyBlobs(
    store.blobs,
    target.blobs,
    readLines(store, name, manifest.blobs),
    noteBlobs(progress, manifest.blobs.count),
  );
  if (outcome.damaged.length > 0 && !isPartial) {
    const list = outcome.damaged.map(({ hash, problem }) => `${problem}: ${hash}`).join('\n');
    throw new BackupDamaged(
      `Nothing was restored: blobs of the backup ${name} are damaged.\n${list}\nRestore another one with --at, or what is left of this one with --partial.`,
    );
  }
  progress(() => `Database: ${manifest.tables.length} tables`);
  await restoreDatabase(target, store, name, manifest);
  return { name, manifest, outcome };
}

async function restoreDatabase(
  { pool, database, migrations }: EmptyDeployment,
  store: BackupStore,
  name: string,
  manifest: Manifest,
): Promise<void> {
  await makeSchema(database, manifest.migrations, migrations);
  const queue = await openQueue(database, () => undefined);
  try {
    const files = new Map(manifest.tables.map((table) => [table.name, table]));
    await loadSnapshot(
      pool,
      manifest,
      async (table) => {
        const file = files.get(table);
        if (file === undefined) throw new Error(`the backup has no table ${table}`);
        return readFile(store, name, file);
      },
      async (transaction) => {
        for await (const line of readLines(store, name, manifest.jobs)) {
          const job: OpenJob = JSON.parse(line);
          await queue.enqueue(transaction, job.name, job.data);
        }
      },
    );
  } finally {
    await queue.stop();
  }
  await migrate(database, migrations);
  await analyze(database);
}

/** A restore that was interrupted leaves the tables that the backup needs, without a row that people made. */
async function requireEmpty(database: Database, { migrations }: Manifest): Promise<void> {
  if (!(await hasTables(database))) return;
  const found = await listMigrations(database).catch(() => null);
  const isLeftover =
    found !== null && found.join() === migrations.join() && !(await hasPeopleOrProjects(database));
  if (isLeftover) return;
  throw new BackupRefused(
    'This deployment is not empty: its database has tables already, as after a first start. Nothing was restored. ' +
      'Stop the service, and restore into an empty deployment: a new SVC_DATA_DIR, or a new database in DATABASE_URL.',
  );
}

function requireSecret(fingerprint: string | null, manifest: Manifest): void {
  if (fingerprint === manifest.secretFingerprint) return;
  const found = fingerprint === null ? 'there is none here' : 'the one here is another';
  throw new BackupRefused(
    `The backup was made with a secret that seals tokens and keys, and ${found}. Nothing was restored. Set SVC_SECRET to that ` +
      'secret, or put the file "secret" of the old data folder into SVC_DATA_DIR.',
  );
}
