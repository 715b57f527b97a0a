import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../../apps/server/dist/store/postgres/startPostgres.js';
import { findOrInstallCeph } from '../../scripts/ceph/install.mjs';
import { startCeph } from '../../scripts/ceph/start.mjs';

const pg = createRequire(new URL('../../apps/server/package.json', import.meta.url))('pg');

/** What deployments of several processes share: a PostgreSQL that flushes to disk, and the S3 of a Ceph of one disk. */
export async function startBackend() {
  await findOrInstallCeph();
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-db-'));
  // As root, the database is another user's, who has to get through here.
  chmodSync(folder, 0o711);
  const server = await startPostgres({
    dataDir: join(folder, 'data'),
    binDir: process.env.SVC_PG_BIN,
    settings: { max_connections: '300' },
  });
  const { ceph, stop: stopCeph } = await startCeph();
  return {
    ceph,
    postgres: {
      pid: server.pid,
      /** @returns settings that name it */
      async createDatabase(name) {
        const client = new pg.Client({ connectionString: server.connectionString });
        await client.connect();
        await client.query(`create database "bench_${name}"`);
        await client.end();
        const url = new URL(server.connectionString);
        url.pathname = `/bench_${name}`;
        return { DATABASE_URL: url.href };
      },
    },
    async stop() {
      await stopCeph();
      await server.stop();
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}
