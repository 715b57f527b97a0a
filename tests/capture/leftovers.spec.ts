import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CaptureTarget } from '@svc/schema';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Fleet } from '../../apps/server/src/domain/captures/Fleet.js';
import { hostOfSite, serve, type TestServer } from './serveFolder.js';
import { captureAll, sitesDomain, testFleet } from './testFleet.js';

const book = fileURLToPath(new URL('book', import.meta.url));

/** Each shows what a story before it has left in one place, and leaves something there itself. */
const places: Record<string, string> = {
  'the name of the window': `const was = window.name; window.name = 'left'; return was`,
  'the state of the history': `const was = history.state; history.replaceState('left', ''); return was`,
  'a cookie of the domain': `const was = document.cookie; document.cookie = 'a=left; path=/; domain=${sitesDomain}'; return was`,
  'private files': `const folder = await navigator.storage.getDirectory();
    const was = []; for await (const name of folder.keys()) was.push(name);
    await folder.getFileHandle('left', { create: true }); return was`,
  'what is stored on leaving': `const was = localStorage.left; addEventListener('pagehide', () => { localStorage.left = 'left'; }); return was`,
  'what is stored when asked to leave': `const was = localStorage.left; window.onbeforeunload = () => { localStorage.left = 'left'; }; return was`,
  'what is stored when hidden': `const was = localStorage.left;
    document.addEventListener('visibilitychange', () => { localStorage.left = 'left'; }); return was`,
};
const names = Object.keys(places);
const stories = `const all = { ${names.map((name) => `${JSON.stringify(name)}: async () => { ${places[name]} }`).join(',\n')} };
  const render = (read) => async ([root]) => { root.textContent = JSON.stringify(await read()) ?? 'nothing'; };
  export const stories = Object.keys(all).map((name, n) =>
    ({ id: 'left--' + n, title: 'left', name, render: (...context) => render(all[name])(context) }));`;

let server: TestServer;
let fleet: Fleet;

beforeAll(async () => {
  server = await serve((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const type = pathname.endsWith('.html') ? 'text/html' : 'text/javascript';
    const read = pathname === '/stories.js' ? Promise.resolve(stories) : readFile(join(book, pathname));
    read.then(
      (body) => response.writeHead(200, { 'content-type': type }).end(body),
      () => response.writeHead(404).end(),
    );
  });
  // One page, so that the stories follow each other on it.
  fleet = testFleet(server.port, { pages: 1 });
});
afterAll(async () => {
  await fleet?.close();
  await server?.close();
});

it.each(names)('a story finds nothing that one before it has left: %s', async (name) => {
  const page = `http://${hostOfSite('left')}.${sitesDomain}:4300/iframe.html`;
  const target = (time: string): CaptureTarget => ({
    name: time,
    url: `${page}?id=left--${names.indexOf(name)}&viewMode=story`,
    framework: 'stories-a',
  });
  const outcomes = await captureAll(fleet, [target('first'), target('then')]);
  const picture = (time: string) => {
    const outcome = outcomes.get(time);
    if (!outcome?.ok) throw new Error(outcome?.message);
    return outcome.png;
  };
  expect(picture('then').equals(picture('first'))).toBe(true);
});
