import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SvcClient } from '@svc/sdk';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../apps/server/testing/createTestDatabase.js';
import { image } from '../../apps/server/testing/image.js';
import { type PgBouncer, startPgBouncer } from '../../scripts/pgbouncer/start.mjs';
import { makeDataDir, removeDataDir, type Server, startServer, svcServer } from '../service/startServer.js';

/** As many as there are processes: each that waited for its turn on one of them would keep it from the one whose turn it is. */
const poolSize = 2;

const place = { suite: 'pages', branch: 'main', baselineRef: 'main', name: 'Home' };

const why = process.platform === 'win32' ? 'it does not run on Windows' : null;
const pooler = why === null ? await startPgBouncer(process.env.DATABASE_URL_TEST ?? '', poolSize) : null;
const skipped =
  pooler === null ? `: skipped, since ${why ?? 'PgBouncer could not be found or unpacked'}` : '';

describe.skipIf(pooler === null)(`behind PgBouncer, which shares its connections${skipped}`, () => {
  const { connectionString } = pooler as PgBouncer;
  let database: TestDatabase;
  let dataDir: string;
  let env: Record<'DATABASE_URL' | 'DATABASE_DIRECT_URL' | 'SVC_SECRET', string>;
  let servers: Server[];
  let apiKey: string;
  let client: SvcClient;
  beforeAll(async () => {
    database = await createTestDatabase();
    dataDir = await makeDataDir();
    env = {
      DATABASE_URL: connectionString(database.connectionString),
      DATABASE_DIRECT_URL: database.connectionString,
      SVC_SECRET: 'secret of the tests',
    };
    servers = await Promise.all([0, 1].map(() => startServer(dataDir, { ...env, SVC_ROLES: 'api,worker' })));
    apiKey = await svcServer(['keys', 'create', 'acme/web'], env);
    client = new SvcClient({ apiUrl: servers[0]?.url ?? '', apiKey });
  });
  afterAll(async () => {
    await Promise.all((servers ?? []).map((server) => server.stop()));
    await pooler?.stop();
    await database?.drop();
    if (dataDir) await removeDataDir(dataDir);
  });

  test('a page that is open at one process hears of an approval at the other', async () => {
    await client.uploadSnapshotWithDiff({ ...place, commit: 'c1', png: image(0), autoApprove: true });
    const { diffId } = await client.uploadSnapshotWithDiff({ ...place, commit: 'c2', png: image(255) });
    const ending = new AbortController();
    const page = await fetch(`${servers[1]?.url}/api/v1/diffs/${diffId}/events`, {
      headers: { 'x-api-key': apiKey },
      signal: ending.signal,
    });
    expect(page.status).toBe(200);
    const reader = page.body?.pipeThrough(new TextDecoderStream()).getReader();
    await client.approve(diffId);
    let heard = '';
    while (!heard.includes('data:')) heard += (await reader?.read())?.value ?? '';
    ending.abort();
    expect(heard).toContain('"kind":"changed"');
  });

  test('parallel uploads are compared, more of them than there are connections', async () => {
    const names = Array.from({ length: 24 }, (_, index) => `Page ${index}`);
    const upload = (commit: string, shade: number) =>
      Promise.all(
        names.map((name, index) =>
          client.uploadSnapshotWithDiff({
            ...place,
            suite: 'parallel',
            commit,
            name,
            png: image(shade + index),
            autoApprove: commit === 'p1',
          }),
        ),
      );
    await upload('p1', 0);
    const results = await upload('p2', 100);
    expect(results.map(({ status }) => status)).toEqual(names.map(() => 'changed'));
  });

  test('a backup is made meanwhile, and restored', async () => {
    const backups = await mkdtemp(join(tmpdir(), 'svc-backups-'));
    const empty = await createTestDatabase();
    const elsewhere = await makeDataDir();
    try {
      expect(await svcServer(['backup', backups], { ...env, SVC_DATA_DIR: dataDir })).toMatch(/^Backup /m);
      const target = {
        ...env,
        DATABASE_URL: connectionString(empty.connectionString),
        DATABASE_DIRECT_URL: empty.connectionString,
        SVC_DATA_DIR: elsewhere,
      };
      expect(await svcServer(['restore', backups], target)).toMatch(/^Restored /m);
      expect(await svcServer(['verify'], target)).toMatch(/^All \d+ images and files are there/m);
    } finally {
      await empty.drop();
      await Promise.all([rm(backups, { recursive: true }), removeDataDir(elsewhere)]);
    }
  });

  test('doctor finds that notifications come through directly, and do not through the pooler', async () => {
    const own = { SVC_DATA_DIR: dataDir, SVC_ROLES: 'api,worker' };
    const doctor = async (settings: NodeJS.ProcessEnv) =>
      /^. live updates .*(\n {2}.*)?/m.exec(await svcServer(['doctor'], { ...settings, ...own }))?.[0];
    expect(await doctor(env)).toMatch(/^✓ live updates +PostgreSQL tells of changes$/);
    const { DATABASE_DIRECT_URL: _, ...pooled } = env;
    expect(await doctor(pooled)).toMatch(
      /^! live updates +no notifications come through.*\n .*DATABASE_DIRECT_URL/,
    );
  });

  test('the address of another database is refused', async () => {
    const other = await createTestDatabase();
    try {
      const start = startServer(dataDir, { ...env, DATABASE_DIRECT_URL: other.connectionString });
      await expect(start).rejects.toThrow(
        /\nDATABASE_URL names the database test_\w+, and DATABASE_DIRECT_URL another one: test_\w+\. .*\n$/,
      );
    } finally {
      await other.drop();
    }
  });
});
