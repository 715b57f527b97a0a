import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createTunnelAgents } from '../../proxy/createTunnelAgents.js';
import { BackupRefused } from '../../service/backup/BackupRefused.js';
import type { Config } from '../../settings/Config.js';
import type { BackupStore } from '../../store/backup/BackupStore.js';
import { openBackupFolder } from '../../store/backup/openBackupFolder.js';
import { readBackupBucket } from './readBackupBucket.js';
import { requireApartInBucket, requireApartOnDisk } from './requireApart.js';

const isAddress = (place: string): boolean => /^\w+:\/\//.test(place);

/**
 * Where a new backup goes: a folder, or a bucket as `s3://bucket/prefix`.
 * @throws BackupRefused where the images of the deployment are
 */
export async function openBackups(place: string, config: Config): Promise<BackupStore> {
  const { dataDir, s3, s3Access } = config;
  if (isAddress(place)) requireApartInBucket(place, readBackupBucket(place, s3Access), s3);
  else await requireApartOnDisk(place, dataDir);
  return openPlace(place, config);
}

async function openPlace(place: string, { dataDir, proxies, s3Access }: Config): Promise<BackupStore> {
  if (!isAddress(place)) return openBackupFolder(place);
  const settings = readBackupBucket(place, s3Access);
  // Backups in a folder do without the client of S3.
  const { openBackupBucket } = await import('../../store/backup/openBackupBucket.js');
  return openBackupBucket(settings, {
    spoolFolder: join(dataDir, 'spool'),
    ...(proxies && { makeAgents: (options) => createTunnelAgents(proxies, options) }),
  });
}

/**
 * Where backups are that are only read.
 * @throws BackupRefused where there is nothing
 */
export async function findBackups(place: string, config: Config): Promise<BackupStore> {
  if (!isAddress(place) && !existsSync(place)) throw new BackupRefused(`The folder ${place} does not exist.`);
  return openPlace(place, config);
}
