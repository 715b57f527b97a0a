import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Capture } from '@svc/schema';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runSql } from '../../apps/server/testing/runSql.js';
import { makeCluster } from './startCluster.js';
import { type Pages, startPages } from './startPages.js';
import { makeDataDir, removeDataDir, type Server, startServer } from './startServer.js';
import { startTraffic } from './startTraffic.js';
import { waitForCapture } from './waitForCapture.js';

/** Milliseconds: longer than leases of calls and jobs, and shorter than the patience of a client with six retries. */
const outage = 30_000;
const clients = 16;
const pagesCaptured = 60;
const patience = { timeout: 120_000, interval: 100 };

let pages: Pages;
beforeAll(async () => {
  pages = await startPages();
});
afterAll(() => pages?.close());

interface Disturbances {
  connectionString: string;
  restart(mode: 'fast' | 'immediate'): Promise<void>;
  /** Takes the database away until the function that it returns is called. */
  remove(): Promise<() => Promise<void>>;
}

/** Each takes about two minutes on an idle machine, most of them without a database. */
const limit = { timeout: 600_000 };

test(
  'with DATABASE_URL: uploads, captures and the queue survive a database that restarts or is gone',
  limit,
  async () => {
    const dataDir = await makeDataDir();
    const cluster = await makeCluster();
    let server: Server | undefined;
    try {
      // It starts before its database does.
      const starting = startServer(dataDir, {
        DATABASE_URL: cluster.connectionString,
        SVC_ALLOW_HOSTS: pages.host,
      });
      await cluster.start();
      server = await starting;
      await survive(server, {
        connectionString: cluster.connectionString,
        restart: (mode) => cluster.restart(mode),
        async remove() {
          await cluster.stop('fast');
          return () => cluster.start();
        },
      });
      expect(await server.stop()).toBe(0);
    } finally {
      await server?.kill();
      await cluster.remove();
      await removeDataDir(dataDir);
    }
  },
);

test(
  'embedded: the supervisor starts the database again, and uploads, captures and the queue go on',
  limit,
  async () => {
    const dataDir = await makeDataDir();
    let server: Server | undefined;
    try {
      server = await startServer(dataDir, { SVC_ALLOW_HOSTS: pages.host });
      const { connectionString } = JSON.parse(await readFile(join(dataDir, 'running.json'), 'utf8'));
      const cluster = join(dataDir, 'postgres', 'postgres', 'cluster');
      const pid = async () => Number.parseInt(await readFile(join(cluster, 'postmaster.pid'), 'utf8'), 10);
      const end = async (signal: NodeJS.Signals) => {
        process.kill(await pid(), signal);
      };
      await survive(server, {
        connectionString,
        restart: (mode) => end(mode === 'fast' ? 'SIGINT' : 'SIGQUIT'),
        async remove() {
          // Without its version no server starts on it.
          const version = join(cluster, 'PG_VERSION');
          await rename(version, `${version}.away`);
          await end('SIGKILL');
          return () => rename(`${version}.away`, version);
        },
      });
      expect(await server.stop()).toBe(0);
    } finally {
      await server?.kill();
      await removeDataDir(dataDir);
    }
  },
);

async function survive(server: Server, disturbances: Disturbances): Promise<void> {
  const { url } = server;
  const apiKey = server.apiKey ?? '';
  const traffic = startTraffic({ url, apiKey, clients });
  const captureId = await pages.capture(server, apiKey, pagesCaptured, 200);
  const readiness = async () => (await fetch(`${url}/readyz`)).status;

  /** Every client, and the service itself, has gone on since. */
  const recover = async () => {
    await expect.poll(readiness, patience).toBe(200);
    const before = traffic.acknowledged.length;
    await expect.poll(() => traffic.acknowledged.length - before, patience).toBeGreaterThan(2 * clients);
  };

  await recover();
  for (const mode of ['fast', 'immediate'] as const) {
    await disturbances.restart(mode);
    await recover();
  }
  for (let round = 0; round < 5; round++) await terminateSessions(disturbances.connectionString);
  await recover();
  const giveBack = await disturbances.remove();
  await expect.poll(readiness, patience).toBe(503);
  await sleep(outage);
  expect(await readiness()).toBe(503);
  await giveBack();
  await recover();
  await traffic.stop();

  expect(traffic.failures).toEqual([]);
  expect([...traffic.answers.keys()].sort()).toEqual(['200', '503']);
  const capture = await waitForCapture(url, apiKey, captureId, ({ status }) => status === 'completed');
  expect(capture).toMatchObject({ completedSnapshots: pagesCaptured, failedSnapshots: 0 });
  await expectAll(server, apiKey, traffic.acknowledged);
  await expectNothingTwice(disturbances.connectionString);
}

const terminateSessions = (connectionString: string) =>
  runSql(
    connectionString,
    `select pg_terminate_backend(pid) from pg_stat_activity
     where pid <> pg_backend_pid() and backend_type = 'client backend'`,
  );

/** Everything that was acknowledged is there. */
async function expectAll(
  { url }: Server,
  apiKey: string,
  acknowledged: readonly { captureId: string; name: string; hash: string }[],
): Promise<void> {
  const missing: string[] = [];
  const captures = new Map<string, Capture>();
  for (const { captureId, name, hash } of acknowledged) {
    if (!captures.has(captureId)) {
      const response = await fetch(`${url}/api/v1/captures/${captureId}`, {
        headers: { 'x-api-key': apiKey },
      });
      captures.set(captureId, await response.json());
    }
    const found = captures.get(captureId)?.snapshots?.find((snapshot) => snapshot.name === name);
    if (found?.hash !== hash) missing.push(`${captureId} ${name}`);
  }
  expect(missing).toEqual([]);
}

/** Each call had a commit of its own; one whose answer was lost must not have acted again. */
async function expectNothingTwice(connectionString: string): Promise<void> {
  const { rows } = await runSql(
    connectionString,
    'select commit, count(*)::int from captures where commit is not null group by commit having count(*) > 1',
  );
  expect(rows).toEqual([]);
}
