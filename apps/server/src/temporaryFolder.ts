import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isRunning, type ProcessIdentity, thisProcess } from './store/postgres/processes.js';

const prefix = 'svc-tmp-';
const ownerFile = 'owner.json';

/**
 * A temporary folder that only this process uses, and that others may pass through: browsers run as another user.
 * Removes those of processes that were killed.
 * @param parent such as `/tmp`
 */
export function claimTemporaryFolder(parent: string): string {
  sweep(parent);
  const folder = mkdtempSync(join(parent, prefix));
  writeFileSync(join(folder, ownerFile), JSON.stringify(thisProcess()));
  chmodSync(folder, 0o711);
  return folder;
}

export function removeTemporaryFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

function sweep(parent: string): void {
  for (const name of readdirSync(parent)) {
    if (!name.startsWith(prefix)) continue;
    const folder = join(parent, name);
    const owner = readOwner(folder);
    if (owner && !isRunning(owner)) tryRemove(folder);
  }
}

/** Null for a folder of another user, and for one that is being made. */
function readOwner(folder: string): ProcessIdentity | null {
  try {
    return JSON.parse(readFileSync(join(folder, ownerFile), 'utf8'));
  } catch {
    return null;
  }
}

/** Browsers end a moment after their service; what they still write is removed by the next start. */
function tryRemove(folder: string): void {
  try {
    removeTemporaryFolder(folder);
  } catch {
    // Not ours, or in use until its browsers have ended.
  }
}

/** What this process and its libraries put in temporary files goes with it, or at the next start after a kill. */
export function useOwnTemporaryFolder(): void {
  const folder = claimTemporaryFolder(tmpdir());
  process.env.TMPDIR = folder;
  process.on('exit', () => removeTemporaryFolder(folder));
}
