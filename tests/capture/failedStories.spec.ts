import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CaptureOutcome, Fleet } from '../../apps/server/src/domain/captures/Fleet.js';
import { hostOfSite, serve, type TestServer } from './serveFolder.js';
import { captureAll, resultOf, sitesDomain, testFleet } from './testFleet.js';

const stories = `
const left = () => [localStorage.left, sessionStorage.left, document.cookie, window.left, name].join();
const renders = {
  throws() {
    Object.assign(document.body.style, { background: 'red' });
    localStorage.left = sessionStorage.left = window.left = document.cookie = 'something';
    setInterval(() => document.body.append('more'), 1);
    throw new Error('no such thing');
  },
  shows(root) { root.appendChild(document.createElement('h1')).textContent = left(); },
};
export const stories = Object.entries(renders).map(([id, render]) => ({ id, render }));
`;

let server: TestServer;
let fleet: Fleet;
const asked: string[] = [];
beforeAll(async () => {
  const preview = await readFile(fileURLToPath(new URL('book/preview.js', import.meta.url)), 'utf8');
  const page =
    '<!doctype html><div id="storybook-root"></div><script type="module" src="/preview.js"></script>';
  const files: Record<string, [type: string, text: string]> = {
    '/iframe.html': ['text/html', page],
    '/preview.js': ['text/javascript', preview],
    '/stories.js': ['text/javascript', stories],
  };
  server = await serve((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    asked.push(pathname);
    const [type = 'text/plain', text] = files[pathname] ?? [];
    const isPage = pathname === '/iframe.html';
    const headers = { 'content-type': type, 'cache-control': isPage ? 'no-store' : 'max-age=3600' };
    response.writeHead(text === undefined ? 404 : 200, headers).end(text);
  });
  fleet = testFleet(server.port, { targetTimeoutMs: 90_000, pages: 1 });
});
afterAll(async () => {
  await fleet?.close();
  await server?.close();
});

const target = (id: string, name = id) => ({
  name,
  url: `http://${hostOfSite('failed')}.${sitesDomain}:4300/iframe.html?id=${id}&viewMode=story`,
  framework: 'stories-a' as const,
});
const messageOf = (outcome: CaptureOutcome | undefined) => (outcome?.ok === false ? outcome.message : null);

it('a story that throws leaves nothing to the next one, and its page the files that it has loaded', async () => {
  const alone = resultOf((await captureAll(fleet, [target('shows')])).get('shows'));
  asked.length = 0;
  const names = ['first', 'second', 'third'];
  const targets = names.flatMap((name) => [target('throws', `${name} throws`), target('shows', name)]);
  const outcomes = await captureAll(fleet, targets);
  for (const name of names) {
    expect(messageOf(outcomes.get(`${name} throws`))).toBe('the story threw an error: no such thing');
    expect(resultOf(outcomes.get(name)), name).toBe(alone);
  }
  const count = (path: string) => asked.filter((one) => one === path).length;
  expect([count('/iframe.html') > 3, count('/stories.js')]).toEqual([true, 1]);
});
