import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DataDirInUse } from './PostgresError.js';
import { isRunning, type ProcessIdentity, thisProcess } from './processes.js';

/**
 * Takes the data folder for this process. A lock whose process is gone, or whose pid is another process by now, is
 * taken over.
 *
 * @returns a function that gives the folder free again; it can be called more than once
 * @throws {DataDirInUse} when a live process has it
 */
export function lockDataDir(dataDir: string): () => void {
  const lock = path.join(dataDir, 'svc.lock');
  const mine = `${lock}.${process.pid}`;
  const content = JSON.stringify(thisProcess());
  writeFileSync(mine, content);
  try {
    while (!tryLink(mine, lock)) {
      const found = read(lock);
      const holder = found === null ? null : parse(found);
      if (holder && isRunning(holder)) {
        throw new DataDirInUse(
          `The data folder ${dataDir} is in use by another svc (process ${holder.pid}). ` +
            'Stop that one first, or give this one a folder of its own (SVC_DATA_DIR).',
        );
      }
      if (found !== null) removeStale(lock, found);
    }
  } finally {
    rmSync(mine, { force: true });
  }
  return () => {
    if (read(lock) === content) rmSync(lock, { force: true });
  };
}

/** A link, unlike a write, either makes the whole file or fails because there is one. */
function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

/** Removes the lock only if it still is the stale one: another starter may have replaced it in between. */
function removeStale(lock: string, stale: string): void {
  const aside = `${lock}.stale.${process.pid}`;
  try {
    renameSync(lock, aside);
  } catch {
    return;
  }
  if (read(aside) !== stale) tryLink(aside, lock);
  rmSync(aside, { force: true });
}

function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

function parse(text: string): ProcessIdentity | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return null;
    if (!('pid' in value) || !('started' in value)) return null;
    const { pid, started } = value;
    return typeof pid === 'number' && typeof started === 'string' ? { pid, started } : null;
  } catch {
    return null;
  }
}
