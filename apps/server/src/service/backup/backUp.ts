import { Readable } from 'node:stream';
import type pg from 'pg';
import { listOpenJobs } from '../../queue/openJobs.js';
import type { BackupStore } from '../../store/backup/BackupStore.js';
import { readSequences } from '../../store/backup/describeTables.js';
import { listNamedBlobs } from '../../store/backup/namedBlobs.js';
import { withRemovalsHeld } from '../../store/backup/withRemovalsHeld.js';
import { type Snapshot, withSnapshot } from '../../store/backup/withSnapshot.js';
import type { BlobStore } from '../../store/blobs/BlobStore.js';
import type { Database } from '../../store/database.js';
import { listMigrations } from '../../store/migrate.js';
import { findBlobsMarker } from '../../store/processes/processes.js';
import { serviceVersion } from '../serviceVersion.js';
import { BackupDamaged, BackupRefused } from './BackupRefused.js';
import { findBackup, listBackups, newBackupName, pathOf, readLines, writeFile } from './backupFiles.js';
import { describePartitions } from './describePartitions.js';
import { type BlobOutcome, copyBlobs } from './eachBlob.js';
import { type Manifest, writeManifest } from './Manifest.js';
import { describeCount, noteBlobs, type Progress } from './Progress.js';

/** What is backed up. */
export interface Deployment {
  pool: pg.Pool;
  blobs: BlobStore;
  secretFingerprint: string;
}

export interface MadeBackup {
  name: string;
  manifest: Manifest;
  outcome: BlobOutcome;
}

/**
 * Makes a backup of a deployment, which may run meanwhile: the database as it is at one moment, and each blob that it names then.
 * Blobs that an earlier backup has put there are not copied again. One at a time: others wait.
 * @throws BackupRefused where the place has backups of another deployment
 */
export const backUp = (deployment: Deployment, store: BackupStore, progress: Progress): Promise<MadeBackup> =>
  withRemovalsHeld(deployment.pool, async () => {
    const createdAt = new Date();
    const name = await newBackupName(store, createdAt);
    const described = await withSnapshot(deployment.pool, (snapshot) =>
      writeDatabase(snapshot, store, name, progress),
    );
    const hashes = readLines(store, name, described.blobs);
    const outcome = await copyBlobs(
      deployment.blobs,
      store.blobs,
      hashes,
      noteBlobs(progress, described.blobs.count),
    );
    const manifest: Manifest = {
      ...described,
      createdAt: createdAt.toISOString(),
      secretFingerprint: deployment.secretFingerprint,
      damaged: outcome.damaged.map(({ hash }) => hash),
    };
    // What has a manifest is finished.
    await store.write(pathOf(name), Readable.from([writeManifest(manifest)]));
    return { name, manifest, outcome };
  });

/** What backups left behind that were interrupted. */
async function removeUnfinished(store: BackupStore): Promise<void> {
  await store.removeLeftovers();
  const finished = new Set(await listBackups(store));
  for (const file of await store.list()) {
    const [folder = '', ...rest] = file.split('/');
    if (/^\d{8}T\d{6}\.\d{3}Z$/.test(folder) && rest.length === 1 && !finished.has(folder))
      await store.remove(file);
  }
}

async function writeDatabase(
  { database, tables, copyOut }: Snapshot,
  store: BackupStore,
  name: string,
  progress: Progress,
): Promise<Omit<Manifest, 'createdAt' | 'secretFingerprint' | 'damaged'>> {
  const deployment = await findBlobsMarker(database);
  if (deployment === null)
    throw new BackupRefused('There is nothing to back up: the service has never run on this database.');
  await requireOwn(store, deployment);
  await removeUnfinished(store);
  const written: Manifest['tables'] = [];
  let total = 0;
  for (const table of tables) {
    progress(() => `Database: ${written.length} of ${tables.length} tables, ${describeCount(total)} rows`);
    const { rows, count } = copyOut(table);
    const file = await writeFile(store, name, `${table.name}.copy.gz`, rows);
    written.push({ ...table, ...file, rows: count() });
    total += count();
  }
  const jobs = await listOpenJobs(database);
  const lines = jobs.map((job) => `${JSON.stringify(job)}\n`);
  return {
    format: 1,
    version: serviceVersion,
    deployment,
    migrations: await listMigrations(database),
    tables: written,
    partitions: await describePartitions(database),
    sequences: await readSequences(database),
    jobs: { ...(await writeFile(store, name, 'jobs.jsonl.gz', Readable.from(lines))), count: jobs.length },
    blobs: await writeHashes(database, store, name),
  };
}

/**
 * Asks the newest backup whose manifest is not damaged: a damaged backup must not keep others from being made.
 * @throws BackupRefused
 */
async function requireOwn(store: BackupStore, deployment: string): Promise<void> {
  const names = (await listBackups(store)).reverse();
  for (const name of names) {
    const owner = await ownerOf(store, name);
    if (owner === deployment) return;
    if (owner !== null)
      throw new BackupRefused(
        `${store.place} has backups of another deployment. Give each deployment a place of its own.`,
      );
  }
  if (names.length === 0) return;
  throw new BackupRefused(
    `The manifests of all backups in ${store.place} are damaged, so their deployment is unknown. Move these backups away, or choose another place.`,
  );
}

/** The deployment of a backup; null where its manifest is damaged. */
async function ownerOf(store: BackupStore, name: string): Promise<string | null> {
  try {
    return (await findBackup(store, name)).manifest.deployment;
  } catch (error) {
    if (error instanceof BackupDamaged) return null;
    throw error;
  }
}

async function writeHashes(database: Database, store: BackupStore, name: string): Promise<Manifest['blobs']> {
  let count = 0;
  const lines = (async function* () {
    for await (const hashes of listNamedBlobs(database)) {
      count += hashes.length;
      yield `${hashes.join('\n')}\n`;
    }
  })();
  const file = await writeFile(store, name, 'blobs.txt.gz', Readable.from(lines));
  return { ...file, count };
}
