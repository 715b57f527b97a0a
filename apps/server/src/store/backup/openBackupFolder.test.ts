import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testBackupStore } from '../../../testing/backup/testBackupStore.js';
import { openBackupFolder } from './openBackupFolder.js';

testBackupStore('a folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'svc-backups-'));
  const open = () => openBackupFolder(folder);
  return { store: await open(), reopen: open, dispose: () => rm(folder, { recursive: true }) };
});
