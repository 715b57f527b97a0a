import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CaptureOutcome, Fleet } from '../../apps/server/src/domain/captures/Fleet.js';
import { explodeStories } from '../../packages/cli/src/stories/explodeStories.js';
import { serve, type TestServer } from './serveFolder.js';
import { captureAll, resultOf, testFleet } from './testFleet.js';

// A book as those that use the Mock Service Worker: its own script answers what stories ask for.

const names = ['Ada', 'Grace', 'Elsewhere', 'Picture', 'Written'];
const moving = 'Later';
const id = (name: string) => `user--${name.toLowerCase()}`;

/** The preview starts once the worker answers, as it does with the loader of `msw-storybook-addon`. */
const page = `<!doctype html><div id="storybook-root"></div><script type="module">
  navigator.serviceWorker.register('/worker.js');
  await navigator.serviceWorker.ready;
  if (!navigator.serviceWorker.controller)
    await new Promise((done) => navigator.serviceWorker.addEventListener('controllerchange', done, { once: true }));
  await import('/preview.js');
</script>`;

const stories = `
const ask = (url) => (root) => {
  const line = root.appendChild(document.createElement('h1'));
  line.textContent = 'loading';
  fetch(url).then(async (answer) => { line.textContent = (await answer.json()).name; },
    () => { line.textContent = 'failed'; });
};
const picture = (root) => {
  const image = root.appendChild(document.createElement('img'));
  image.src = 'https://images.example.invalid/blue.svg';
};
const story = (name, render) => ({ id: 'user--' + name.toLowerCase(), title: 'User', name, render });
export const stories = [
  story('Ada', ask('/api/user?name=Ada')),
  story('Grace', ask('/api/user?name=Grace&slowly')),
  story('Elsewhere', ask('https://api.example.invalid/user?name=Elsewhere')),
  story('Picture', picture),
  // Never still, so that it has a clock of its own, which the page's answer to the worker follows.
  story('Later', (root) => {
    ask('/api/user?name=Later&page')(root);
    const count = root.appendChild(document.createElement('p'));
    let ticks = 0;
    setInterval(() => { ticks += 1; count.textContent = ticks; }, 100);
    navigator.serviceWorker.addEventListener('message', ({ ports: [port] }) => {
      setTimeout(() => port.postMessage('Later'), 800);
    });
  }),
  story('Written', (root) => { root.appendChild(document.createElement('h1')).textContent = 'Grace'; }),
];`;

const worker = `
addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil(clients.claim()));
const blue = '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"><rect width="100" height="100" fill="blue"/></svg>';
addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (url.pathname === '/blue.svg')
    event.respondWith(new Response(blue, { headers: { 'content-type': 'image/svg+xml' } }));
  if (url.searchParams.has('page'))
    event.respondWith((async () => {
      const page = await clients.get(event.clientId);
      const { port1, port2 } = new MessageChannel();
      const answer = new Promise((done) => { port1.onmessage = ({ data }) => done(data); });
      page.postMessage('asked', [port2]);
      return Response.json({ name: await answer });
    })());
  else if (url.pathname.endsWith('/user'))
    event.respondWith(new Promise((done) => setTimeout(
      () => done(Response.json({ name: url.searchParams.get('name') })), url.searchParams.has('slowly') ? 300 : 0)));
});`;

let server: TestServer;
const fleets: Fleet[] = [];
beforeAll(async () => {
  const preview = await readFile(fileURLToPath(new URL('book/preview.js', import.meta.url)), 'utf8');
  const files: Record<string, [type: string, text: string]> = {
    '/iframe.html': ['text/html', page],
    '/preview.js': ['text/javascript', preview],
    '/stories.js': ['text/javascript', stories],
    '/worker.js': ['text/javascript', worker],
  };
  server = await serve((request, response) => {
    const [type, text] = files[new URL(request.url ?? '/', 'http://localhost').pathname] ?? [];
    response.writeHead(text ? 200 : 404, { 'content-type': type ?? 'text/plain' }).end(text);
  });
});
afterAll(async () => {
  for (const fleet of fleets) await fleet.close();
  await server?.close();
});

function openFleet(domain: string): Fleet {
  const upstream = { host: '127.0.0.1', port: server.port };
  const fleet = testFleet(server.port, { sites: { domain, upstream }, targetTimeoutMs: 90_000, pages: 2 });
  fleets.push(fleet);
  return fleet;
}

/** The stories of the book at an address, as they are found and captured there. */
async function captureBook(fleet: Fleet, baseUrl: string, wanted = names) {
  const signal = new AbortController().signal;
  const entries = Object.fromEntries(
    wanted.map((name) => [id(name), { id: id(name), title: 'User', name, type: 'story' }]),
  );
  const found = await fleet.discoverStories({
    project: 'test',
    signal,
    tool: 'stories-a',
    baseUrl,
    readFile: async (path) => (path === 'index.json' ? Buffer.from(JSON.stringify({ v: 5, entries })) : null),
  });
  const targets = explodeStories(found, 'stories-a').map(({ target }) => target);
  expect(targets.map(({ name }) => name)).toEqual(wanted.map((name) => `User/${name}`));
  const outcomes = await captureAll(fleet, targets);
  return { targets, outcomes: targets.map(({ name }) => outcomes.get(name)) };
}

// Browsers register workers below `localhost` and over HTTPS only; the certificate is the reverse proxy's, if there is one.
it.each([
  ['below localhost', 'sites.localhost', 'http://sit-mocked.sites.localhost:4300/'],
  ['of another machine', 'sites.books.test', 'http://sit-mocked.sites.books.test:4300/'],
  ['behind a reverse proxy', 'books.example', 'https://sit-mocked.books.example/'],
])(
  'stories that a service worker answers are captured with its answers, and never proven, at an address %s',
  async (_where, domain, baseUrl) => {
    const fleet = openFleet(domain);
    const { targets, outcomes: first } = await captureBook(fleet, baseUrl);
    for (const { url } of targets) expect(url.startsWith(baseUrl)).toBe(true);
    const images = first.map(resultOf);
    const [ada, grace, elsewhere, picture, written] = images;
    expect(new Set([ada, grace, elsewhere, picture]).size).toBe(4);
    expect(grace).toBe(written);
    for (const outcome of first) expect(outcome).toMatchObject({ ok: true, unstable: false, incomplete: [] });
    // What a worker answers is in no file of the site.
    expect(first.filter((outcome) => outcome?.ok && outcome.loads)).toEqual([]);

    const second = new Map<number, CaptureOutcome>();
    await fleet.capture(targets, {
      project: 'test',
      signal: new AbortController().signal,
      expectation: (index) => async (png) => {
        const before = first[index];
        return before?.ok === true && before.png.equals(png);
      },
      onOutcome: async (index, outcome) => void second.set(index, outcome),
    });
    expect(targets.map((_, index) => resultOf(second.get(index)))).toEqual(images);
  },
);

it('an answer that waits for a time-out of the page comes when the clock of the story reaches it', async () => {
  const fleet = openFleet('sites.localhost');
  const { outcomes } = await captureBook(fleet, 'http://sit-mocked.sites.localhost:4300/', [moving]);
  expect(outcomes).toMatchObject([{ ok: true, unstable: false, incomplete: [] }]);
});

it('what is said of a site names its public address', async () => {
  const fleet = openFleet('books.example');
  const url = 'https://sit-mocked.books.example/nothing.html?id=user--ada&viewMode=story';
  const outcomes = await captureAll(fleet, [{ name: 'Ada', url, framework: 'stories-a' }]);
  const told = JSON.stringify(outcomes.get('Ada'));
  expect(told).toContain('https://sit-mocked.books.example/nothing.html');
  expect(told).not.toContain('localhost');
});
