import { chmodSync, existsSync, mkdirSync, realpathSync } from 'node:fs';
import { openLoopbackEndpoint, openSocketEndpoint, readPassword } from './endpoint.js';
import { finishUpgrade } from './finishUpgrade.js';
import { databaseUser, initCluster } from './initCluster.js';
import { keepRunning } from './keepRunning.js';
import { lockDataDir } from './lockDataDir.js';
import type { PostgresError } from './PostgresError.js';
import { placeCluster } from './placeCluster.js';
import { reapOrphan } from './reapOrphan.js';
import { findRuntime } from './runtime.js';

export interface PostgresOptions {
  /** Made if missing. One process at a time may use it. */
  dataDir: string;
  /** Folder of `initdb` and `postgres`; those of npm when not given. */
  binDir?: string | undefined;
  /** Receives the server's log, line by line, and what the supervisor does. */
  log?: (line: string) => void;
  /** Settings beyond ours, by their names in postgresql.conf. */
  settings?: Record<string, string>;
  /** Receives why the server ended without having been told to, and why it could not be started again. */
  onLost?: (error: PostgresError) => void;
}

export interface Postgres {
  /** For node-postgres, as it is; also understood by libpq. Stays the same when the server is started again. */
  connectionString: string;
  /** The server's process; null while it is being started again. */
  pid(): number | null;
  /** Ends the server and releases the data folder. Open connections are cut. Can be called more than once. */
  stop(): Promise<void>;
}

/**
 * Starts the embedded PostgreSQL and waits until it answers. What it acknowledges is on disk. A server that ends is
 * started again, for as long as it takes.
 *
 * The server does not outlive a process that exits; one that was left behind by a killed process is stopped first.
 *
 * @throws {PostgresError} when the folder is in use, or when the server cannot be started
 */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const { log = () => undefined, onLost = () => undefined } = options;
  if (!existsSync(options.dataDir)) {
    mkdirSync(options.dataDir, { recursive: true });
    chmodSync(options.dataDir, 0o711);
  }
  const dataDir = realpathSync(options.dataDir);
  const unlock = lockDataDir(dataDir);
  try {
    const place = placeCluster(dataDir);
    finishUpgrade(place);
    await reapOrphan(place.cluster, log);
    const runtime = findRuntime(place.home, options.binDir);
    const windows = process.platform === 'win32';
    const password = windows ? readPassword(place) : null;
    initCluster(place, runtime, password);
    const endpoint = password === null ? openSocketEndpoint(place) : await openLoopbackEndpoint(password);
    const cluster = { place, runtime, endpoint, log, settings: options.settings ?? {} };
    const kept = await keepRunning(cluster, onLost).catch((error: unknown) => {
      endpoint.cleanUp();
      throw error;
    });
    let stopping: Promise<void> | null = null;
    return {
      connectionString: endpoint.connectionString(databaseUser),
      pid: kept.pid,
      stop: () => {
        stopping ??= kept.stop().then(() => {
          endpoint.cleanUp();
          unlock();
        });
        return stopping;
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}
