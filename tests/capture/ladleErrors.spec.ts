import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Fleet } from '../../apps/server/src/domain/captures/Fleet.js';
import { ladlePage, ladleStory } from './ladlePage.js';
import { serve, type TestServer } from './serveFolder.js';
import { captureAll, testFleet } from './testFleet.js';

// React removes what it has rendered when an effect or a later render throws, and Ladle shows nothing in its place.

const shows = "root.innerHTML = '<p>shown</p>';";
const stories = {
  'throws-later': `${shows} setTimeout(() => { root.replaceChildren(); throw new Error('no rows'); }, 100);`,
  'logs-and-goes': `${shows} setTimeout(() => { root.replaceChildren(); console.error(new TypeError('W is not a function')); }, 100);`,
  'throws-and-stays': `${shows} setTimeout(() => { throw new Error('no matter'); }, 100);`,
  closes: `${shows} setTimeout(() => root.replaceChildren(), 100);`,
  stays: shows,
};

let server: TestServer;
let fleet: Fleet;
beforeAll(async () => {
  server = await serve((_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end(ladlePage(stories)),
  );
  fleet = testFleet(server.port, {
    allowHosts: [`127.0.0.1:${server.port}`],
    targetTimeoutMs: 90_000,
    pages: 1,
  });
});
afterAll(async () => {
  await fleet?.close();
  await server?.close();
});

it('a story that throws after it was rendered fails, and no later one', async () => {
  const names = Object.keys(stories);
  const targets = names.map((name) => ladleStory(`http://127.0.0.1:${server.port}`, name));
  const outcomes = await captureAll(fleet, targets);
  const told = (name: string) => {
    const outcome = outcomes.get(name);
    return outcome?.ok ? 'captured' : outcome?.message;
  };
  expect(Object.fromEntries(names.map((name) => [name, told(name)]))).toEqual({
    'throws-later': 'the story threw an error: Uncaught Error: no rows',
    'logs-and-goes': 'the story threw an error: TypeError: W is not a function',
    'throws-and-stays': 'captured',
    closes: 'captured',
    stays: 'captured',
  });
});
