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

let server: TestServer;
let fleet: Fleet;
beforeAll(async () => {
  server = await serve((request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(request.url === '/flood' ? flood : noisy);
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
