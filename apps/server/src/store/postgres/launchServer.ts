// biome-ignore-all lint/style/useNamingConvention: PostgreSQL settings.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Endpoint } from './endpoint.js';
import { databaseUser, serverEnvironment } from './initCluster.js';
import { PostgresError } from './PostgresError.js';
import type { Place } from './placeCluster.js';
import type { Runtime } from './runtime.js';
import { sharedBuffers } from './sharedBuffers.js';

/** What a server runs on. */
export interface Cluster {
  place: Place;
  runtime: Runtime;
  endpoint: Endpoint;
  settings: Record<string, string>;
  log: (line: string) => void;
}

/** A server that answers. */
export interface Server {
  pid: number;
  /** Resolves when it has ended, whatever the reason; never rejects. */
  ended: Promise<PostgresError>;
  /** Ends it, and waits for that. */
  stop(): Promise<void>;
}

const startPatience = 60_000;
const linesKept = 40;

/** How long to wait for the rest of the log; processes of a killed server can hold it open. */
const lastWords = 500;

/** Starts the server in a process group of its own: Ctrl-C is for us, and we stop it when its clients are done. */
function spawnServer({ place, runtime, endpoint, settings }: Cluster) {
  const allSettings = {
    ...endpoint.settings,
    logging_collector: 'off',
    log_destination: 'stderr',
    lc_messages: 'C',
    // Statements and the details of errors can hold personal data and secrets.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
    shared_buffers: sharedBuffers(),
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

/**
 * Starts a server on the cluster and waits until it answers.
 * @param signal ends the server that does not answer yet
 * @throws {PostgresError} when it ends instead
 */
export async function launchServer(cluster: Cluster, signal?: AbortSignal): Promise<Server> {
  const child = spawnServer(cluster);
  const tail: string[] = [];
  createInterface({ input: child.stderr }).on('line', (line) => {
    tail.push(line);
    if (tail.length > linesKept) tail.shift();
    cluster.log(line);
  });
  const ended = new Promise<PostgresError>((resolve) => {
    const report = (why: string) =>
      resolve(new PostgresError([`The database server ${why}. The end of its log:`, ...tail].join('\n  ')));
    child.once('error', (error) => report(`could not be started: ${error.message}`));
    child.once('exit', async (code, signal) => {
      await Promise.race([once(child, 'close'), sleep(lastWords)]);
      report(`ended (${signal ?? `exit code ${code}`})`);
    });
  });
  const interrupt = () => void child.kill('SIGINT');
  process.once('exit', interrupt);
  void ended.then(() => process.off('exit', interrupt));
  try {
    await untilItAnswers(cluster.endpoint, ended, signal);
  } catch (error) {
    await end(child);
    throw error;
  }
  child.unref();
  if (child.stderr instanceof Socket) child.stderr.unref();
  if (child.pid === undefined) throw await ended;
  return { pid: child.pid, ended, stop: () => end(child) };
}

/** PostgreSQL's cannot_connect_now: it is starting up, or recovers from a crash. */
const isStarting = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '57P03';

/**
 * Waits until the server answers, and makes our database on the first start. Recovery may take its time.
 * @throws {PostgresError}
 */
export async function untilItAnswers(
  endpoint: Endpoint,
  ended: Promise<PostgresError>,
  signal?: AbortSignal,
): Promise<void> {
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
      if (signal?.aborted) throw new PostgresError('The database server was stopped before it answered.');
      if (performance.now() > deadline && !isStarting(error)) {
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
