import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type SnapshotDiffResult, SvcClient } from '@svc/sdk';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../apps/server/testing/createTestDatabase.js';
import { image } from '../../apps/server/testing/image.js';
import { type Pages, startPages } from '../service/startPages.js';
import { makeDataDir, removeDataDir, type Server, startServer, svcServer } from '../service/startServer.js';
import { waitForCapture } from '../service/waitForCapture.js';

interface Build {
  suite: string;
  commit: string;
  shade: number;
  autoApprove?: boolean;
}

const run = promisify(execFile);
const previous = process.env.SVC_PREVIOUS ?? '';
const clients = process.env.SVC_PREVIOUS_CLIENTS ?? '';
const why = previous ? '' : ': skipped, since `npm run test:upgrade` builds the previous version';

describe.skipIf(!previous)(`the previous version${why}`, () => {
  let dataDir: string;
  let images: string;
  let database: TestDatabase;
  let pages: Pages;
  let before: Server;
  let apiKey: string;
  let env: NodeJS.ProcessEnv;
  let migrated: string;
  beforeAll(async () => {
    [dataDir, database, pages] = await Promise.all([makeDataDir(), createTestDatabase(), startPages()]);
    images = await mkdtemp(join(tmpdir(), 'svc-upgrade-'));
    for (const [name, shade] of [
      ['before', 1],
      ['after', 200],
    ] as const)
      await writeFile(join(images, `${name}.png`), image(shade));
    env = { DATABASE_URL: database.connectionString, SVC_ALLOW_HOSTS: pages.host };
    before = await startServer(dataDir, env, join(previous, 'apps/server/bin/svc-server.js'));
    apiKey = before.apiKey ?? '';
    // It runs while the schema becomes that of this version, as in a rolling upgrade.
    migrated = await svcServer(['migrate'], env);
  });
  afterAll(async () => {
    await before?.stop();
    await pages?.close();
    await database?.drop();
    await removeDataDir(dataDir);
    await rm(images, { recursive: true, force: true });
  });

  /** A build of one snapshot. */
  async function build(
    client: SvcClient,
    { suite, commit, shade, autoApprove = false }: Build,
  ): Promise<SnapshotDiffResult> {
    const place = { suite, branch: 'main', baselineRef: 'main', commit };
    const { sessionId } = await client.createSession({ ...place, autoApprove });
    const png = image(shade);
    const result = await client.uploadSnapshotWithDiff({ ...place, name: 'Home', png, sessionId });
    await client.completeSession(sessionId);
    return result;
  }

  const useClients = (url: string) => {
    const files = ['before', 'after'].map((name) => join(images, `${name}.png`));
    return run(process.execPath, [join(clients, 'useClients.mjs'), url, apiKey, ...files], { cwd: clients });
  };

  test('works on the schema of this one: uploads, decisions, reads', async () => {
    expect(migrated).toMatch(/\d{4}_\w+/);
    const client = new SvcClient({ apiUrl: before.url, apiKey });
    await build(client, { suite: 'kept', commit: 'c1', shade: 1, autoApprove: true });
    const second = await build(client, { suite: 'kept', commit: 'c2', shade: 200 });
    expect(second.status).toBe('changed');
    expect(await client.reject(second.diffId)).toMatchObject({ rejected: 1 });
    expect(await client.approve(second.diffId, { snapshots: ['Home'] })).toMatchObject({ approved: 1 });
    expect(await client.revoke(second.diffId)).toBeDefined();
    expect((await client.getDiff(second.diffId)).results).toHaveLength(1);
    expect((await client.listBaselines({ suite: 'kept', branch: 'main' })).length).toBe(1);
  });

  test('captures on the schema of this one', async () => {
    const id = await pages.capture(before, apiKey, 30);
    const ended = await waitForCapture(before.url, apiKey, id, ({ status }) => status === 'completed');
    expect(ended).toMatchObject({ completedSnapshots: 30, failedSnapshots: 0 });
  });

  test('has clients that work with this service', async () => {
    await copyFile(new URL('useClients.mjs', import.meta.url), join(clients, 'useClients.mjs'));
    const after = await startServer(dataDir, env);
    try {
      await useClients(after.url);
      const screenshots = join(images, 'screenshots');
      await mkdir(screenshots, { recursive: true });
      await writeFile(join(screenshots, 'Home.png'), image(1));
      const svc = join(clients, 'node_modules/.bin/svc');
      const place = ['--suite', 'command', '--branch', 'main', '--commit', 'd1'];
      const flags = [...place, '--auto-baseline', '--api-url', after.url];
      const { stdout } = await run(svc, ['upload', screenshots, ...flags], {
        cwd: images,
        env: { PATH: process.env.PATH, HOME: images, SVC_API_KEY: apiKey },
      });
      expect(stdout).toContain('1');
      const client = new SvcClient({ apiUrl: after.url, apiKey });
      expect(await client.listBaselines({ suite: 'command', branch: 'main' })).toHaveLength(1);
    } finally {
      expect(await after.stop()).toBe(0);
    }
  });
});
