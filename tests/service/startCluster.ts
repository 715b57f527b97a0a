// biome-ignore-all lint/style/useNamingConvention: PostgreSQL settings.

import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import {
  databaseUser,
  initCluster,
  serverEnvironment,
} from '../../apps/server/src/store/postgres/initCluster.js';
import { placeCluster } from '../../apps/server/src/store/postgres/placeCluster.js';
import { findRuntime } from '../../apps/server/src/store/postgres/runtime.js';
import { freePort } from './freePort.js';

/** A PostgreSQL of a test's own, which nobody supervises. */
export interface Cluster {
  connectionString: string;
  start(): Promise<void>;
  stop(mode: 'fast' | 'immediate'): Promise<void>;
  restart(mode: 'fast' | 'immediate'): Promise<void>;
  /** Stops it and removes its data. */
  remove(): Promise<void>;
}

/** Makes a cluster that listens on a TCP port of its own once it is started. */
export async function makeCluster(): Promise<Cluster> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-cluster-'));
  await chmod(folder, 0o711);
  const place = placeCluster(folder);
  const runtime = findRuntime(place.home, process.env.SVC_PG_BIN);
  initCluster(place, runtime, null);
  const port = await freePort();
  const settings = { listen_addresses: '127.0.0.1', port, unix_socket_directories: '' };
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}='${value}'`);
  const control = async (...args: string[]) => {
    await promisify(execFile)(
      join(dirname(runtime.postgres), 'pg_ctl'),
      ['-D', place.cluster, '-w', '-t', '120', '-l', join(place.cluster, 'log'), ...args],
      { ...place.account, env: serverEnvironment(), cwd: place.home },
    );
  };
  const start = () => control('start', '-o', options.join(' '));
  const stop = (mode: string) => control('stop', '-m', mode);
  return {
    connectionString: `postgresql://${databaseUser}@127.0.0.1:${port}/postgres`,
    start,
    stop,
    async restart(mode) {
      await stop(mode);
      await start();
    },
    async remove() {
      await stop('immediate').catch(() => {});
      await rm(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}
