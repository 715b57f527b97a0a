import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Fleet } from '../../apps/server/src/domain/captures/Fleet.js';
import { serve, type TestServer } from './serveFolder.js';
import { captureAll, pageOf, resultOf, testFleet } from './testFleet.js';

const escaped = (html: string) => html.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
const framed = (html: string) =>
  `<iframe title="" width="95%" height="90%" srcdoc="${escaped(html)}"></iframe>`;

/** Documents in documents, each of which keeps the processor busy before the next one is there. */
function nest(depth: number, ms: number, innermost = '<body style="background: teal">Inside'): string {
  const busy = `<script>for (const end = performance.now() + ${ms}; performance.now() < end; );</script>`;
  return depth === 0 ? innermost : `${busy}${framed(nest(depth - 1, ms, innermost))}`;
}

const counting =
  '<output style="font: 32px monospace"></output><script>let n = 0; const step = () => { document.querySelector("output").textContent = n += 1; requestAnimationFrame(step) }; step()</script>';
/** A page that shows something once it is loaded, as stories do. */
const afterLoad = (html: string) =>
  `<!doctype html><html style="height: 90%"><body style="height: 100%"><script>
    onload = () => setTimeout(() => { document.body.innerHTML = ${JSON.stringify(html).replaceAll('</', '<\\/')}; });</script>`;

const pages: Record<string, string> = {
  '/nested': `<!doctype html><html style="height: 90%"><body style="height: 100%">${nest(5, 60)}`,
  '/nested-later': afterLoad(nest(5, 60)),
  '/counting': afterLoad(nest(2, 0, counting)),
  '/counting-late': afterLoad(nest(3, 60, counting)),
  '/empty':
    '<!doctype html><iframe src="about:blank"></iframe><iframe></iframe><iframe src="javascript:void 0"></iframe>Text',
  '/nothing-there': '<!doctype html><iframe src="/204"></iframe>Text',
};

let server: TestServer;
let fleet: Fleet;
beforeAll(async () => {
  server = await serve(({ url = '/' }, response) => {
    const page = pages[url];
    if (url === '/204') response.writeHead(204).end();
    else response.writeHead(page ? 200 : 404, { 'content-type': 'text/html' }).end(page);
  });
  fleet = testFleet(server.port, { targetTimeoutMs: 90_000 });
});
afterAll(async () => {
  await fleet?.close();
  await server?.close();
});

const isCounting = (path: string) => path.startsWith('/counting');

it.each(Object.keys(pages).filter(isCounting))('%s shows one moment', async (path) => {
  const page = pageOf('frames', path);
  const outcomes = await captureAll(
    fleet,
    ['one', 'two', 'three'].map((name) => ({ ...page, name })),
  );
  const results = [...outcomes.values()];
  expect(results.map((outcome) => outcome.ok && !outcome.unstable)).toEqual([true, true, true]);
  expect(new Set(results.map(resultOf)).size).toBe(1);
});

it.each(Object.keys(pages).filter((path) => !isCounting(path)))(
  '%s is captured with what its frames show in the end',
  async (path) => {
    const page = pageOf('frames', path);
    const outcomes = await captureAll(fleet, [
      { ...page, name: 'at once' },
      { ...page, name: 'later', delay: 3_000 },
    ]);
    expect(outcomes.get('later')?.ok).toBe(true);
    expect(resultOf(outcomes.get('at once'))).toBe(resultOf(outcomes.get('later')));
  },
);
