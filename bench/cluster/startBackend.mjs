import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../../apps/server/dist/store/postgres/startPostgres.js';
import { findOrInstallCeph } from '../../scripts/ceph/install.mjs';
import { startCeph } from '../../scripts/ceph/start.mjs';
import { startPgBouncer } from '../../scripts/pgbouncer/start.mjs';

const pg = createRequire(new URL('../../apps/server/package.json', import.meta.url))('pg');

/** Connections that a database has for all processes of a deployment: the default of PgBouncer. */
const poolSize = 20;

/**
 * What deployments of several processes share: a PostgreSQL that flushes to disk, a PgBouncer in front of it where there is one, and the
 * S3 of a Ceph of one disk.
 */
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
  const pooler = await startPgBouncer(server.connectionString, poolSize);
  const { ceph, stop: stopCeph } = await startCeph();
  return {
    ceph,
    postgres: {
      pid: server.pid,
      /** @returns settings that name it; `isDirect`: without PgBouncer */
      async createDatabase(name, isDirect) {
        const client = new pg.Client({ connectionString: server.connectionString });
        await client.connect();
        await client.query(`create database "bench_${name}"`);
        await client.end();
        const url = new URL(server.connectionString);
        url.pathname = `/bench_${name}`;
        return pooler && !isDirect
          ? { DATABASE_URL: pooler.connectionString(url.href), DATABASE_DIRECT_URL: url.href }
          : { DATABASE_URL: url.href };
      },
    },
    async stop() {
      await stopCeph();
      await pooler?.stop();
      await server.stop();
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}
