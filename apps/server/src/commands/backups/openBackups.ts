import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createTunnelAgents } from '../../proxy/createTunnelAgents.js';
import { BackupRefused } from '../../service/backup/BackupRefused.js';
import type { Config } from '../../settings/Config.js';
import type { BackupStore } from '../../store/backup/BackupStore.js';
import { openBackupFolder } from '../../store/backup/openBackupFolder.js';
import type { S3Settings } from '../../store/blobs/s3/S3Settings.js';
import { readBackupBucket } from './readBackupBucket.js';

const isAddress = (place: string): boolean => /^\w+:\/\//.test(place);

/** Where a new backup goes: a folder, or a bucket as `s3://bucket/prefix`. */
export async function openBackups(place: string, config: Config): Promise<BackupStore> {
  if (!isAddress(place)) return openBackupFolder(place);
  const { dataDir, proxies, s3, s3Access } = config;
  const settings = readBackupBucket(place, s3Access);
  if (s3 !== null && isSame(s3, settings))
    throw new BackupRefused(
      `${place} is where the images of the deployment are. Give backups a bucket or a prefix of their own.`,
    );
  // Backups in a folder do without the client of S3.
  const { openBackupBucket } = await import('../../store/backup/openBackupBucket.js');
  return openBackupBucket(settings, {
    spoolFolder: join(dataDir, 'spool'),
    ...(proxies && { makeAgents: (options) => createTunnelAgents(proxies, options) }),
  });
}

const isSame = (one: S3Settings, other: S3Settings): boolean =>
  one.bucket === other.bucket && one.endpoint === other.endpoint && one.prefix === other.prefix;

/** @throws BackupRefused where there is nothing */
export async function findBackups(place: string, config: Config): Promise<BackupStore> {
  if (!isAddress(place) && !existsSync(place)) throw new BackupRefused(`There is no folder ${place}.`);
  return openBackups(place, config);
}
