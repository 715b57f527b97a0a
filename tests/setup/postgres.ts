import { rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { DataDirInUse } from '../../apps/server/src/store/postgres/PostgresError.js';
import { type Postgres, startPostgres } from '../../apps/server/src/store/postgres/startPostgres.js';
import { createTemplate } from '../../apps/server/testing/createMigratedDatabase.js';
import { dropTestDatabases } from '../../apps/server/testing/createTestDatabase.js';

/** More than the number of test runs that go on at the same time on one machine. */
const places = 16;

interface Shared {
  postgres: Promise<Postgres>;
  users: number;
}

const key = Symbol.for('svc.tests.postgres');
const shared = globalThis as { [key]?: Shared };

/**
 * One server for all tests of a run, which find it by `DATABASE_URL_TEST`; a server that this variable already names
 * is left alone. Test projects share it: each calls this, the last to end stops it.
 */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.DATABASE_URL_TEST && !shared[key]) return undefined;
  shared[key] ??= { postgres: startSomewhere(), users: 0 };
  const server = shared[key];
  server.users += 1;
  process.env.DATABASE_URL_TEST = (await server.postgres).connectionString;
  return async () => {
    server.users -= 1;
    if (server.users > 0) return;
    delete shared[key];
    delete process.env.DATABASE_URL_TEST;
    delete process.env.DATABASE_TEMPLATE_TEST;
    await (await server.postgres).stop();
  };
}

/**
 * Folders are used again by later runs, so that a server which a killed run left behind is found and stopped, and the
 * cluster is made once.
 */
async function startSomewhere(): Promise<Postgres> {
  const user = process.getuid?.() ?? os.userInfo().username;
  for (let place = 0; place < places; place++) {
    const dataDir = path.join(os.tmpdir(), `svc-test-${user}-${place}`);
    try {
      return await startClean(dataDir);
    } catch (error) {
      if (error instanceof DataDirInUse) continue;
      // Nobody uses it, and without fsync a machine that lost power can have left it broken.
      await rm(dataDir, { recursive: true, force: true });
      return await startClean(dataDir);
    }
  }
  throw new Error(`${places} test runs are under way already`);
}

async function startClean(dataDir: string): Promise<Postgres> {
  const postgres = await startPostgres({
    dataDir,
    binDir: process.env.SVC_PG_BIN,
    // Tests need no durability, and the disk is what they would wait for.
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' },
  });
  await dropTestDatabases(postgres.connectionString);
  await createTemplate(postgres.connectionString);
  return postgres;
}
