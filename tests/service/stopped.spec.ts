import { afterAll, beforeAll, expect, test } from 'vitest';
import { browserProcesses } from '../capture/browserProcesses.js';
import { type Pages, startPages } from './startPages.js';
import { makeDataDir, removeDataDir, startServer } from './startServer.js';
import { waitForCapture } from './waitForCapture.js';

/** More than a job may fail. */
const stops = 4;
const count = 20;
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

test('a capture continues however often its service is stopped, and no stop counts as a failure', async () => {
  const env = { SVC_ALLOW_HOSTS: pages.host, SVC_PAGES: '2' };
  let server = await startServer(dataDir, env);
  const apiKey = server.apiKey ?? '';
  const id = await pages.capture(server, apiKey, count, 1_000);
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
    expect(before).toBeLessThan(count);
    expect(await server.stop('SIGTERM')).toBe(0);
    expect(browserProcesses(undefined, server.process.pid)).toEqual([]);
    server = await startServer(dataDir, env);
  }
  const completed = await waitForCapture(server.url, apiKey, id, ({ status }) => status === 'completed');
  expect(completed).toMatchObject({ completedSnapshots: count, failedSnapshots: 0 });
  expect(await server.stop()).toBe(0);
});
