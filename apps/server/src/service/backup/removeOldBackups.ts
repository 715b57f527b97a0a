import type pg from 'pg';
import type { BackupStore } from '../../store/backup/BackupStore.js';
import { withRemovalsHeld } from '../../store/backup/withRemovalsHeld.js';
import { findBackup, listBackups, pathOf, readLines } from './backupFiles.js';
import { filesOf } from './Manifest.js';

interface Removed {
  backups: number;
  blobs: number;
}

/**
 * Removes all backups but the newest ones, and the blobs that none of those has. Waits for a backup that is being made, whose blobs no
 * manifest names yet.
 * @param pool of the deployment
 * @param keep how many stay, at least 1
 */
export const removeOldBackups = (pool: pg.Pool, store: BackupStore, keep: number): Promise<Removed> =>
  withRemovalsHeld(pool, () => removeOld(store, keep));

async function removeOld(store: BackupStore, keep: number): Promise<Removed> {
  const all = await listBackups(store);
  const old = all.slice(0, Math.max(0, all.length - keep));
  if (old.length === 0) return { backups: 0, blobs: 0 };
  const needed = new Set<string>();
  for (const name of all.slice(-keep)) {
    const { manifest } = await findBackup(store, name);
    for await (const hash of readLines(store, name, manifest.blobs)) needed.add(hash);
  }
  for (const name of old) {
    const { manifest } = await findBackup(store, name);
    // Without a manifest it is not a backup anymore, and the next one removes what is left of it.
    await store.remove(pathOf(name));
    for (const { file } of filesOf(manifest)) await store.remove(pathOf(name, file));
  }
  let blobs = 0;
  for await (const hashes of store.blobs.list()) {
    for (const hash of hashes) {
      if (needed.has(hash)) continue;
      await store.blobs.delete(hash);
      blobs += 1;
    }
  }
  return { backups: old.length, blobs };
}
