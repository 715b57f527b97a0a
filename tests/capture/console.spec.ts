import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Fleet } from '../../apps/server/src/domain/captures/Fleet.js';
import { serve, type TestServer } from './serveFolder.js';
import { captureAll, testFleet } from './testFleet.js';

const noisy = `<h1>Noisy</h1><script>
  console.log('is not kept');
  console.warn('the theme is', { name: 'dark' });
  console.error('it is', 42);
  Promise.reject(new Error('nobody waits'));
  throw new TypeError('no such thing');
</script>`;
const flood = `<h1>Flood</h1><script>
  const circle = {}; circle.self = circle;
  console.error(circle);
  for (let index = 0; index < 5000; index += 1) console.warn('x'.repeat(2000), index);
</script>`;

const bare = '<script type="module" src="/gone.js"></script>';

let server: TestServer;
let fleet: Fleet;
beforeAll(async () => {
  server = await serve((request, response) => {
    if (request.url === '/gone.js') {
      response.writeHead(404).end();
      return;
    }
    const page = request.url === '/iframe.html' ? bare : request.url === '/flood' ? flood : noisy;
    response.writeHead(200, { 'content-type': 'text/html' }).end(page);
  });
  fleet = testFleet(server.port, { allowHosts: [`127.0.0.1:${server.port}`] });
});
afterAll(async () => {
  await fleet?.close();
  await server?.close();
});

it('a failure comes with what its page said on the console, as far as anybody reads it', async () => {
  const base = `http://127.0.0.1:${server.port}`;
  const outcomes = await captureAll(fleet, [
    { name: 'noisy', url: `${base}/`, selector: '#absent' },
    { name: 'flood', url: `${base}/flood`, selector: '#absent' },
    { name: 'fine', url: `${base}/` },
  ]);
  expect(outcomes.get('noisy')).toMatchObject({
    ok: false,
    console: [
      'the theme is {"name":"dark"}',
      'it is 42',
      'Uncaught TypeError: no such thing',
      'Unhandled rejection: Error: nobody waits',
    ],
  });
  const flooded = outcomes.get('flood');
  if (flooded?.ok !== false) throw new Error('it should have failed');
  expect(flooded.console?.[0]).toBe('[object Object]');
  expect(flooded.console?.map(({ length }) => length)).toEqual([
    15,
    ...Array.from({ length: 19 }, () => 1_000),
  ]);
  const fine = outcomes.get('fine');
  if (!fine?.ok) throw new Error('it should have worked');
  const { load, settle, pose, shot, delay, compare } = fine.timings;
  expect([load, settle, pose, shot].every((part) => part !== undefined && part > 0)).toBe(true);
  expect([delay, compare].every((part) => part !== undefined && part >= 0)).toBe(true);
});

it('a book whose preview has lost its script names it', async () => {
  const hurried = testFleet(server.port, {
    allowHosts: [`127.0.0.1:${server.port}`],
    targetTimeoutMs: 8_000,
  });
  const baseUrl = `http://127.0.0.1:${server.port}/`;
  try {
    const stories = hurried.discoverStories({
      project: 'test',
      signal: new AbortController().signal,
      tool: 'stories-a',
      baseUrl,
      readFile: async () => null,
    });
    await expect(stories).rejects.toThrow(
      `${baseUrl}gone.js could not be loaded: the server answered 404 Not Found`,
    );
  } finally {
    await hurried.close();
  }
});
