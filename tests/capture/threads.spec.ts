import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CaptureOutcome, Fleet } from '../../apps/server/src/domain/captures/Fleet.js';
import { serve, type TestServer } from './serveFolder.js';
import { captureAll, pageOf, testFleet } from './testFleet.js';

// Other threads. Among them shared workers, of which a page tells no more than that it asks for their scripts.

const shell = (script: string) =>
  `<!doctype html><h1>waiting</h1><script type="module">
  const show = (text) => { document.querySelector('h1').textContent = text; };
  const listen = (worker) => { worker.port.onmessage = ({ data }) => show(data); };
  ${script}</script>`;

const pages: Record<string, string> = {
  '/answers': shell("show('Ada');"),
  '/silent': shell(''),
  '/asks': shell("listen(new SharedWorker('/asks.js'));"),
  '/fragment': shell("listen(new SharedWorker('/asks.js#part'));"),
  '/module': shell("listen(new SharedWorker('/module.js', { type: 'module' }));"),
  '/inline': shell(
    'const code = \'onconnect = ({ ports: [port] }) => port.postMessage("Ada")\'; listen(new SharedWorker(URL.createObjectURL(new Blob([code]))));',
  ),
  '/twice': shell("new SharedWorker('/asks.js'); listen(new SharedWorker('/asks.js'));"),
  '/many': shell(
    "for (let i = 0; i < 20; i += 1) new SharedWorker('/module.js?' + i, { type: 'module' }); listen(new SharedWorker('/asks.js'));",
  ),
  '/named': shell(
    "new SharedWorker('/asks.js', 'one'); listen(new SharedWorker('/asks.js', { name: 'another' }));",
  ),
  '/closes': shell("listen(new SharedWorker('/closes.js'));"),
  '/missing': shell("new SharedWorker('/none.js').onerror = () => show('Ada');"),
  '/throws': shell("new SharedWorker('/throws.js'); show('Ada');"),
  '/streams': shell("listen(new SharedWorker('/streams.js'));"),
  // As the threads of WebAssembly do between their tasks.
  '/never-rests': shell("new Worker(URL.createObjectURL(new Blob(['for (;;);']))); show('Ada');"),
  '/steps': shell("listen(new SharedWorker('/steps.js'));"),
  '/alone': shell("listen({ port: new Worker('/alone.js') });"),
  '/short': shell("listen({ port: new Worker('/short.js') });"),
  '/works-on': shell("new Worker('/works-on.js');"),
  '/hangs': shell("new SharedWorker('/never');"),
};
/** Longer in all than a page is looked at again and again for other reasons. */
const inSteps = (steps: number, step: string) => `let steps = ${steps};
  const work = () => {
    ${step};
    steps -= 1;
    if (steps === 0) port.postMessage('Ada');
    else setTimeout(work);
  };
  work();`;
const longStep = 'const end = performance.now() + 200; while (performance.now() < end)';
/** Shorter than what is free may take to answer, on a machine that is not busy. */
const shortStep = 'for (let i = 0, n = 0; i < 2e6; i += 1) n = Math.imul(n, 31) + i';
const scripts: Record<string, string> = {
  // Slow, and asks for something slow: longer in all than a page has to be quiet.
  '/asks.js': `onconnect = async ({ ports: [port] }) => {
    const name = await (await fetch('/name')).text();
    const end = performance.now() + 300;
    while (performance.now() < end);
    port.postMessage(name);
  };`,
  '/module.js': `import { name } from '/name.js'; onconnect = ({ ports: [port] }) => port.postMessage(name);`,
  '/name.js': `export const name = 'Ada';`,
  '/steps.js': `onconnect = ({ ports: [port] }) => { ${inSteps(20, longStep)} };`,
  '/alone.js': `const port = self; ${inSteps(20, longStep)}`,
  '/short.js': `const port = self; ${inSteps(120, shortStep)}`,
  '/works-on.js': `const port = self; ${inSteps(Number.POSITIVE_INFINITY, longStep)}`,
  '/closes.js': `onconnect = ({ ports: [port] }) => { port.postMessage('Ada'); close(); };`,
  '/throws.js': 'throw new Error("no");',
  '/streams.js': `new EventSource('/stream'); onconnect = ({ ports: [port] }) => port.postMessage('Ada');`,
};

let server: TestServer;
let fleet: Fleet;
beforeAll(async () => {
  server = await serve((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const answer = (type: string, text: string | undefined, ms = 0) =>
      setTimeout(
        () => response.writeHead(text === undefined ? 404 : 200, { 'content-type': type }).end(text),
        ms,
      );
    if (pathname === '/never') return;
    if (pathname === '/stream') response.writeHead(200, { 'content-type': 'text/event-stream' }).write('\n');
    else if (pathname === '/name') answer('text/plain', 'Ada', 900);
    else if (pages[pathname]) answer('text/html', pages[pathname]);
    else answer('text/javascript', scripts[pathname], pathname === '/asks.js' ? 700 : 0);
  });
  fleet = testFleet(server.port, { targetTimeoutMs: 90_000 });
});
afterAll(async () => {
  await fleet?.close();
  await server?.close();
});

const target = (path: string) => pageOf('threads', path);

function shownAs(outcomes: Map<string, CaptureOutcome>, path: string) {
  const outcome = outcomes.get(path);
  if (!outcome?.ok) throw new Error(outcome?.message ?? 'no outcome');
  return outcome;
}

const answered = Object.keys(pages).filter(
  (path) => !['/answers', '/silent', '/hangs', '/works-on'].includes(path),
);

it.each(answered)('a page with a worker is captured with what that tells it: %s', async (path) => {
  const outcomes = await captureAll(fleet, [target('/answers'), target(path)]);
  const [expected, shown] = [shownAs(outcomes, '/answers'), shownAs(outcomes, path)];
  expect(shown).toMatchObject({ unstable: false, incomplete: [], notes: [] });
  expect(shown.png.equals(expected.png)).toBe(true);
});

it.each([
  ['whose script does not come', '/hangs', '/never', 'did not load within 10 s'],
  ['that works without end', '/works-on', '/works-on', 'its workers were still at work after 10 s'],
])('a worker %s is missing', async (_what, path, address, reason) => {
  const outcomes = await captureAll(fleet, [target('/silent'), target(path)]);
  const shown = shownAs(outcomes, path);
  expect(shown).toMatchObject({ unstable: false, incomplete: [{ url: target(address).url, reason }] });
  expect(shown.png.equals(shownAs(outcomes, '/silent').png)).toBe(true);
});
