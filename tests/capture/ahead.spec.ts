import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Fleet } from '../../apps/server/src/domain/captures/Fleet.js';
import { serve, type TestServer } from './serveFolder.js';
import { captureAll, pageOf, resultOf, testFleet } from './testFleet.js';

// What a page asks for ahead of its next page, and never gets, takes no patience from what it asks for itself.

/** Both are waited for, one after the other; together they take longer than a single request may. */
const asks = `
  for (const part of ['/first', '/second']) {
    await fetch(part);
    await new Promise((go) => setTimeout(go, 50));
  }
  document.querySelector('h1').textContent = 'Ada';`;
const shell = (head: string, script: string) =>
  `<!doctype html>${head}<h1>waiting</h1><script type="module">${script}</script>`;
const prerender =
  '<script type="speculationrules">{"prerender":[{"source":"list","urls":["/never"],"eagerness":"immediate"}]}</script>';

const pages: Record<string, string> = {
  '/answers': shell('', "document.querySelector('h1').textContent = 'Ada';"),
  '/prefetches': shell('<link rel="prefetch" href="/never" as="script">', asks),
  '/prerenders': shell(prerender, asks),
};

let server: TestServer;
let fleet: Fleet;
beforeAll(async () => {
  server = await serve((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname === '/never') return;
    const html = pages[pathname];
    if (html) response.writeHead(200, { 'content-type': 'text/html' }).end(html);
    else setTimeout(() => response.end('part'), 3_000);
  });
  fleet = testFleet(server.port, { targetTimeoutMs: 90_000 });
});
afterAll(async () => {
  await fleet?.close();
  await server?.close();
});

const target = (path: string) => pageOf('ahead', path);

it('a page is waited for as long whether or not it asks for the next one', async () => {
  const outcomes = await captureAll(fleet, Object.keys(pages).map(target));
  const expected = resultOf(outcomes.get('/answers'));
  expect([...outcomes].filter(([, outcome]) => resultOf(outcome) !== expected).map(([path]) => path)).toEqual(
    [],
  );
  for (const [path, outcome] of outcomes)
    expect(outcome, path).toMatchObject({ ok: true, unstable: false, incomplete: [] });
});
