import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Postgres, startPostgres } from '../../../apps/server/src/store/postgres/startPostgres.js';

/** A PostgreSQL of the run's own, which the service sees as an external one. */
export interface OwnDatabase {
  /** Stays the same over restarts. */
  connectionString: string;
  /** Ends the server with a signal; its supervisor starts it again. Resolves when it has. */
  kill(signal: NodeJS.Signals): Promise<void>;
  /** Ends the server, and starts it again after a pause in milliseconds. */
  restart(pause: number): Promise<void>;
  stop(): Promise<void>;
}

/** Processes are killed here, not machines: what was handed to the operating system is not lost. */
const settings = { fsync: 'off', full_page_writes: 'off', max_connections: '200' };

export async function ownDatabase(folder: string): Promise<OwnDatabase> {
  const start = () =>
    startPostgres({ dataDir: join(folder, 'database'), binDir: process.env.SVC_PG_BIN, settings });
  let postgres: Postgres = await start();
  const { connectionString } = postgres;
  return {
    connectionString,
    async kill(signal) {
      const killed = postgres.pid();
      if (killed === null) throw new Error('the database is already away');
      process.kill(killed, signal);
      for (let now: number | null = killed; now === null || now === killed; now = postgres.pid())
        await sleep(20);
    },
    async restart(pause) {
      await postgres.stop();
      await sleep(pause);
      postgres = await start();
      if (postgres.connectionString !== connectionString)
        throw new Error('the database has moved; run this where temporary folders have short paths');
    },
    stop: () => postgres.stop(),
  };
}
