import { existsSync } from 'node:fs';
import { BackupRefused } from '../service/backup/BackupRefused.js';
import type { BackupStore } from '../store/backup/BackupStore.js';
import { openBackupFolder } from '../store/backup/openBackupFolder.js';

/** Where a new backup goes. */
export async function openBackups(place: string): Promise<BackupStore> {
  if (/^\w+:\/\//.test(place))
    throw new BackupRefused(`Backups go to a folder, and ${place} is none. Give a path.`);
  return openBackupFolder(place);
}

/** @throws BackupRefused where there is nothing */
export async function findBackups(place: string): Promise<BackupStore> {
  if (!/^\w+:\/\//.test(place) && !existsSync(place)) throw new BackupRefused(`There is no folder ${place}.`);
  return openBackups(place);
}
