// biome-ignore-all lint/style/useNamingConvention: PostgreSQL settings.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, realpathSync } from 'node:fs';
import { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Endpoint, openLoopbackEndpoint, openSocketEndpoint, readPassword } from './endpoint.js';
import { databaseUser, initCluster, serverEnvironment } from './initCluster.js';
import { lockDataDir } from './lockDataDir.js';
import { PostgresError } from './PostgresError.js';
import { type Place, placeCluster } from './placeCluster.js';
import { reapOrphan } from './reapOrphan.js';
import { findRuntime, type Runtime } from './runtime.js';

export interface PostgresOptions {
  /** Made if missing. One process at a time may use it. */
  dataDir: string;
  /** Folder of `initdb` and `postgres`; those of npm when not given. */
  binDir?: string | undefined;
  /** Receives the server's log, line by line, and what the supervisor does. */
  log?: (line: string) => void;
  /** Settings beyond ours, by their names in postgresql.conf. */
  settings?: Record<string, string>;
}

export interface Postgres {
  /** For node-postgres, as it is; also understood by libpq. */
  connectionString: string;
  /** The server's process. */
  pid: number;
  /** Resolves when the server ends without having been told to, with what to tell the operator. */
  lost: Promise<PostgresError>;
  /** Ends the server and gives the data folder free. Open connections are cut. Can be called more than once. */
  stop(): Promise<void>;
}

const startPatience = 60_000;
const linesKept = 40;

/** How long to wait for the rest of the log; processes of a killed server can hold it open. */
const lastWords = 500;

/**
 * Starts the embedded PostgreSQL and waits until it answers. What it acknowledges is on disk.
 *
 * The server does not outlive a process that exits; one that was left behind by a killed process is stopped first.
 *
 * @throws {PostgresError} when the folder is in use, or when the server cannot be started
 */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const { log = () => undefined } = options;
  if (!existsSync(options.dataDir)) {
    mkdirSync(options.dataDir, { recursive: true });
    chmodSync(options.dataDir, 0o711);
  }
  const dataDir = realpathSync(options.dataDir);
  const unlock = lockDataDir(dataDir);
  try {
    const place = placeCluster(dataDir);
    await reapOrphan(place.cluster, log);
    const runtime = findRuntime(place.home, options.binDir);
    const windows = process.platform === 'win32';
    const password = windows ? readPassword(place) : null;
    initCluster(place, runtime, password);
    const endpoint = password === null ? openSocketEndpoint(place) : await openLoopbackEndpoint(password);
    return await supervise({ place, runtime, endpoint, unlock, log, settings: options.settings ?? {} });
  } catch (error) {
    unlock();
    throw error;
  }
}

interface Supervised {
  place: Place;
  runtime: Runtime;
  endpoint: Endpoint;
  settings: Record<string, string>;
  log: (line: string) => void;
  unlock: () => void;
}

/** Starts the server in a process group of its own: Ctrl-C is for us, and we stop it when its clients are done. */
function spawnServer({ place, runtime, endpoint, settings }: Supervised) {
  const allSettings = {
    ...endpoint.settings,
    logging_collector: 'off',
    log_destination: 'stderr',
    lc_messages: 'C',
    // Statements and the details of errors can hold personal data and secrets.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
    ...settings,
  };
  const options = Object.entries(allSettings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return spawn(runtime.postgres, ['-D', place.cluster, ...options], {
    ...place.account,
    env: serverEnvironment(),
    cwd: place.home,
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
    windowsHide: true,
  });
}

async function supervise(supervised: Supervised): Promise<Postgres> {
  const { endpoint, log, unlock } = supervised;
  const child = spawnServer(supervised);
  const tail: string[] = [];
  createInterface({ input: child.stderr }).on('line', (line) => {
    tail.push(line);
    if (tail.length > linesKept) tail.shift();
    log(line);
  });
  // Never rejects, so that nothing has to catch what follows it.
  const ended = new Promise<PostgresError>((resolve) => {
    const report = (why: string) =>
      resolve(new PostgresError([`The database server ${why}. The end of its log:`, ...tail].join('\n  ')));
    child.once('error', (error) => report(`could not be started: ${error.message}`));
    child.once('exit', async (code, signal) => {
      await Promise.race([once(child, 'close'), sleep(lastWords)]);
      report(`ended (${signal ?? `exit code ${code}`})`);
    });
  });
  const endWithUs = () => child.kill('SIGINT');
  process.once('exit', endWithUs);
  let released = false;
  const release = () => {
    if (released) return;
    released = true;
    process.off('exit', endWithUs);
    endpoint.cleanUp();
    unlock();
  };
  void ended.then(release);

  try {
    await createDatabase(endpoint, ended);
  } catch (error) {
    await end(child);
    throw error;
  }
  child.unref();
  if (child.stderr instanceof Socket) child.stderr.unref();
  if (child.pid === undefined) throw await ended;

  let stopping: Promise<void> | null = null;
  return {
    connectionString: endpoint.connectionString(databaseUser),
    pid: child.pid,
    lost: new Promise((resolve) => {
      void ended.then((error) => stopping === null && resolve(error));
    }),
    stop: () => {
      stopping ??= end(child).then(release);
      return stopping;
    },
  };
}

/** Waits until the server answers, and makes our database on the first start. */
async function createDatabase(endpoint: Endpoint, ended: Promise<PostgresError>): Promise<void> {
  let failure: PostgresError | null = null;
  void ended.then((error) => {
    failure = error;
  });
  const deadline = performance.now() + startPatience;
  for (;;) {
    const client = new pg.Client({ connectionString: endpoint.connectionString('postgres') });
    client.on('error', () => undefined);
    try {
      await client.connect();
      const { rowCount } = await client.query('select from pg_database where datname = $1', [databaseUser]);
      if (rowCount === 0) await client.query(`create database ${databaseUser}`);
      return;
    } catch (error) {
      if (failure) throw failure;
      if (performance.now() > deadline) {
        throw new PostgresError(
          `The database server does not answer after ${startPatience / 1000} s (${String(error)}).`,
        );
      }
    } finally {
      await client.end().catch(() => undefined);
    }
    await sleep(25);
  }
}

/** SIGINT cuts connections and writes a checkpoint; SIGQUIT leaves recovery to the next start; both lose nothing. */
async function end(child: ChildProcess): Promise<void> {
  child.ref();
  for (const [signal, patience] of [
    ['SIGINT', 30_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ] as const) {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill(signal);
    if ((await Promise.race([gone, sleep(patience, 'late', { ref: false })])) !== 'late') return;
  }
}
