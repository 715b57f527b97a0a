import { setTimeout as sleep } from 'node:timers/promises';
import type { Capture } from '@svc/schema';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Pages, startPages } from './startPages.js';
import { makeDataDir, removeDataDir, type Server, startServer } from './startServer.js';

const count = 40;
let dataDir: string;
let pages: Pages;
beforeAll(async () => {
  dataDir = await makeDataDir();
  pages = await startPages();
});
afterAll(async () => {
  await pages?.close();
  await removeDataDir(dataDir);
});

const readCapture = async ({ url }: Server, apiKey: string, id: string): Promise<Capture> =>
  (await fetch(`${url}/api/v1/captures/${id}`, { headers: { 'x-api-key': apiKey } })).json();

test('a capture whose service is killed continues when the service is back, each image once', async () => {
  const env = { SVC_ALLOW_HOSTS: pages.host };
  const first = await startServer(dataDir, env);
  const apiKey = first.apiKey ?? '';
  const id = await pages.capture(first, apiKey, count);
  let before = await readCapture(first, apiKey, id);
  while (before.completedSnapshots < 3) {
    await sleep(100);
    before = await readCapture(first, apiKey, id);
  }
  await first.kill();

  const second = await startServer(dataDir, env);
  try {
    let after = await readCapture(second, apiKey, id);
    expect(after.completedSnapshots).toBeGreaterThanOrEqual(before.completedSnapshots);
    expect(after.completedSnapshots).toBeLessThan(count);
    while (after.status !== 'completed') {
      await sleep(200);
      after = await readCapture(second, apiKey, id);
    }
    expect(after).toMatchObject({ totalSnapshots: count, completedSnapshots: count, failedSnapshots: 0 });
    expect(new Set(after.snapshots.map(({ hash }) => hash)).size).toBe(count);
  } finally {
    expect(await second.stop()).toBe(0);
  }
});
