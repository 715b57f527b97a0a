import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { PostgresError } from './PostgresError.js';
import { findProcess, type ProcessIdentity, waitForEnd } from './processes.js';

/** The live server of a cluster, regardless of who started it. */
export function findServer(cluster: string): ProcessIdentity | null {
  const pid = readPid(path.join(cluster, 'postmaster.pid'));
  const found = pid === null ? null : findProcess(pid);
  return found?.arguments.includes(cluster) ? found : null;
}

/**
 * Ends the server that a killed predecessor left behind. It is ours only if its command line names our cluster; no
 * other process is ever signalled.
 */
export async function reapOrphan(cluster: string, log: (line: string) => void): Promise<void> {
  const pidFile = path.join(cluster, 'postmaster.pid');
  const pid = readPid(pidFile);
  if (pid === null) return;
  const orphan = findProcess(pid);
  if (!orphan?.arguments.includes(cluster)) {
    // PostgreSQL replaces the file of a process that is gone, but not one whose pid others use now, or a zombie has.
    if (isTaken(pid)) rmSync(pidFile, { force: true });
    return;
  }
  log(`stopping the database server that an earlier run left behind (process ${pid})`);
  for (const [signal, patience] of [
    ['SIGINT', 20_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ] as const) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      if (code === 'ESRCH') return;
      throw new PostgresError(
        `A database server of an earlier run (process ${pid}) still uses ${cluster} and cannot be stopped (${code}). ` +
          'It runs under another user: stop it as that user.',
      );
    }
    if (await waitForEnd(orphan, patience)) return;
  }
  throw new PostgresError(`The database server of an earlier run (process ${pid}) does not end.`);
}

function readPid(pidFile: string): number | null {
  try {
    const pid = Number.parseInt(readFileSync(pidFile, 'utf8'), 10);
    return Number.isNaN(pid) ? null : pid;
  } catch {
    return null;
  }
}

function isTaken(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
