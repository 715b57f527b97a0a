import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PostgresError } from './PostgresError.js';
import type { Place } from './placeCluster.js';
import type { Runtime } from './runtime.js';

/** The database's superuser, and the name of the database. */
export const databaseUser = 'svc';

/** What PostgreSQL's programs see of our environment: nothing of ours, no PG* settings, no secrets. */
export function serverEnvironment(): NodeJS.ProcessEnv {
  const kept = ['PATH', 'TZ', 'SystemRoot', 'TEMP', 'TMP'];
  return Object.fromEntries([
    ['LC_ALL', 'C'],
    ...kept.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  ]);
}

/**
 * Makes the cluster unless there is one. It is made aside and renamed when it is whole and on disk, so that a crash
 * never leaves half of one.
 *
 * @param password for TCP connections; null where only a socket is listened on
 * @throws {PostgresError} when it fails, or when the cluster there is of another major version
 */
export function initCluster(place: Place, runtime: Runtime, password: string | null): void {
  const existing = readMajor(place.cluster);
  if (existing === runtime.major) return;
  if (existing !== null) {
    throw new PostgresError(
      `The database in ${place.cluster} was created by PostgreSQL ${existing}, but this svc comes with ${runtime.major}. ` +
        `Run \`svc-server upgrade\`, or set SVC_PG_BIN to the programs of PostgreSQL ${existing}.`,
    );
  }
  const aside = `${place.cluster}.new`;
  rmSync(aside, { recursive: true, force: true });
  mkdirSync(aside);
  chmodSync(aside, 0o700);
  const { uid, gid } = place.account;
  if (uid !== undefined && gid !== undefined) chownSync(aside, uid, gid);

  const passwordFile = path.join(place.home, 'password.new');
  if (password !== null) writeFileSync(passwordFile, password, { mode: 0o600 });
  const result = spawnSync(
    runtime.initdb,
    [
      ...['-D', aside, '-U', databaseUser, '-E', 'UTF8'],
      ...(runtime.major >= 17 ? ['--locale-provider=builtin', '--locale=C.UTF-8'] : ['--locale=C']),
      ...(password === null ? ['-A', 'trust'] : ['-A', 'scram-sha-256', `--pwfile=${passwordFile}`]),
    ],
    { ...place.account, env: serverEnvironment(), cwd: place.home, encoding: 'utf8' },
  );
  rmSync(passwordFile, { force: true });
  if (result.status !== 0) {
    throw new PostgresError(
      `The database could not be created in ${place.cluster}: ${result.error?.message ?? result.stderr.trim()}`,
    );
  }
  renameSync(aside, place.cluster);
}

/** The major version of a cluster; null where there is none. */
export function readMajor(cluster: string): number | null {
  try {
    return Number.parseInt(readFileSync(path.join(cluster, 'PG_VERSION'), 'utf8'), 10);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw new PostgresError(`The database in ${cluster} belongs to another user (${String(error)}).`);
  }
}
