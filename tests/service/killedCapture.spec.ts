import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Capture } from '@svc/schema';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeDataDir, removeDataDir, type Server, startServer } from './startServer.js';

const pages = 40;
let dataDir: string;
const site = createServer((request, response) => {
  response.setHeader('content-type', 'text/html');
  response.end(`<h1>Page ${request.url}</h1>`);
});

beforeAll(async () => {
  dataDir = await makeDataDir();
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  site.closeAllConnections();
  site.close();
  await removeDataDir(dataDir);
});

const readCapture = async ({ url }: Server, apiKey: string, id: string): Promise<Capture> =>
  (await fetch(`${url}/api/v1/captures/${id}`, { headers: { 'x-api-key': apiKey } })).json();

test('a capture whose service is killed goes on when the service is back, each picture once', async () => {
  const host = `127.0.0.1:${(site.address() as AddressInfo).port}`;
  const first = await startServer(dataDir, { SVC_ALLOW_HOSTS: host });
  const apiKey = first.apiKey ?? '';
  const created = await fetch(`${first.url}/api/v1/captures`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({
      suite: 'pages',
      targets: Array.from({ length: pages }, (_, index) => ({
        name: `page ${index}`,
        url: `http://${host}/${index}`,
      })),
    }),
  });
  const { id } = await created.json();
  let before = await readCapture(first, apiKey, id);
  while (before.completedSnapshots < 3) {
    await sleep(100);
    before = await readCapture(first, apiKey, id);
  }
  await first.kill();

  const second = await startServer(dataDir, { SVC_ALLOW_HOSTS: host });
  try {
    let after = await readCapture(second, apiKey, id);
    expect(after.completedSnapshots).toBeGreaterThanOrEqual(before.completedSnapshots);
    expect(after.completedSnapshots).toBeLessThan(pages);
    while (after.status !== 'completed') {
      await sleep(200);
      after = await readCapture(second, apiKey, id);
    }
    expect(after).toMatchObject({ totalSnapshots: pages, completedSnapshots: pages, failedSnapshots: 0 });
    expect(new Set(after.snapshots.map(({ hash }) => hash)).size).toBe(pages);
  } finally {
    expect(await second.stop()).toBe(0);
  }
});
