import { setTimeout as sleep } from 'node:timers/promises';
import { type Cluster, launchServer, type Server, untilItAnswers } from './launchServer.js';
import { PostgresError } from './PostgresError.js';
import { isRunning } from './processes.js';
import { findServer, reapOrphan } from './reapOrphan.js';

/** A server that is started again whenever it ends. */
export interface KeptServer {
  pid(): number | null;
  stop(): Promise<void>;
}

/** Milliseconds before a server is started that could not be started; doubles up to the longest. */
const firstPause = 100;
const longestPause = 5_000;

/**
 * Milliseconds that a server which was shut down may be gone before it is started: `pg_ctl restart` starts one of its
 * own, and would fail if it found ours.
 */
const patienceForSuccessor = 2_000;

/** Milliseconds between looks for a process that is not a child. */
const look = 50;

/**
 * Starts a server and keeps one running until it is stopped.
 * @param onLost receives why it ended, and why it could not be started again
 * @throws {PostgresError} when the first start fails
 */
export async function keepRunning(
  cluster: Cluster,
  onLost: (error: PostgresError) => void,
): Promise<KeptServer> {
  let server: Server | null = await launchServer(cluster);
  const stopping = new AbortController();

  const keeping = (async () => {
    while (server) {
      const error: PostgresError = await server.ended;
      server = null;
      if (stopping.signal.aborted) return;
      onLost(error);
      const successor = await startAgain(cluster, onLost, stopping.signal);
      // It may have answered in the moment in which it was to be stopped; nobody else knows it yet.
      if (stopping.signal.aborted) return successor?.stop();
      server = successor;
    }
  })();

  return {
    pid: () => server?.pid ?? null,
    async stop() {
      stopping.abort();
      await server?.stop();
      await keeping;
    },
  };
}

/** @returns null where the supervisor stops meanwhile; then no server is left behind */
async function startAgain(
  cluster: Cluster,
  onLost: (error: PostgresError) => void,
  signal: AbortSignal,
): Promise<Server | null> {
  await awaitSuccessor(cluster, signal);
  for (let pause = firstPause; !signal.aborted; pause = Math.min(pause * 2, longestPause)) {
    try {
      return (await adoptServer(cluster, signal)) ?? (await launchServer(cluster, signal));
    } catch (error) {
      if (!(error instanceof PostgresError)) throw error;
      if (signal.aborted) break;
      onLost(error);
      await rest(pause, signal);
    }
  }
  await reapOrphan(cluster.place.cluster, cluster.log);
  return null;
}

const rest = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  sleep(milliseconds, undefined, { signal, ref: false }).catch(() => undefined);

async function awaitSuccessor({ place }: Cluster, signal: AbortSignal): Promise<void> {
  const deadline = performance.now() + patienceForSuccessor;
  while (!signal.aborted && findServer(place.cluster) === null && performance.now() < deadline) {
    await rest(look, signal);
  }
}

/** Takes over a server that somebody else has started on the cluster; null when there is none. */
async function adoptServer({ place, endpoint, log }: Cluster, signal: AbortSignal): Promise<Server | null> {
  const found = findServer(place.cluster);
  if (!found) return null;
  const ended = (async () => {
    while (isRunning(found)) await sleep(look, undefined, { ref: false });
    return new PostgresError(`The database server (process ${found.pid}) ended.`);
  })();
  await untilItAnswers(endpoint, ended, signal);
  log(`another database server was started on this cluster (process ${found.pid}); it is used from now on`);
  const interrupt = () => {
    if (isRunning(found)) process.kill(found.pid, 'SIGINT');
  };
  process.once('exit', interrupt);
  void ended.then(() => process.off('exit', interrupt));
  return { pid: found.pid, ended, stop: () => reapOrphan(place.cluster, log) };
}
