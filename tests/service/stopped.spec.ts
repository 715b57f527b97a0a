import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { browserProcesses } from '../capture/browserProcesses.js';
import { makeDataDir, removeDataDir, startServer } from './startServer.js';
import { waitForCapture } from './waitForCapture.js';

/** More than a job may fail. */
const stops = 4;
const pages = 20;
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

test('a capture goes on however often its service is stopped, and no stop counts as a failure', async () => {
  const host = `127.0.0.1:${(site.address() as AddressInfo).port}`;
  const env = { SVC_ALLOW_HOSTS: host, SVC_PAGES: '2' };
  let server = await startServer(dataDir, env);
  const apiKey = server.apiKey ?? '';
  const created = await fetch(`${server.url}/api/v1/captures`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({
      suite: 'pages',
      targets: Array.from({ length: pages }, (_, index) => ({
        name: `page ${index}`,
        url: `http://${host}/${index}`,
        delay: 1_000,
      })),
    }),
  });
  const { id } = await created.json();
  let before = 0;
  for (let stop = 0; stop < stops; stop += 1) {
    const wanted = before + 1;
    const capture = await waitForCapture(
      server.url,
      apiKey,
      id,
      ({ completedSnapshots }) => completedSnapshots >= wanted,
    );
    before = capture.completedSnapshots;
    expect(before).toBeLessThan(pages);
    expect(await server.stop('SIGTERM')).toBe(0);
    expect(browserProcesses(undefined, server.process.pid)).toEqual([]);
    server = await startServer(dataDir, env);
  }
  const completed = await waitForCapture(server.url, apiKey, id, ({ status }) => status === 'completed');
  expect(completed).toMatchObject({ completedSnapshots: pages, failedSnapshots: 0 });
  expect(await server.stop()).toBe(0);
});
