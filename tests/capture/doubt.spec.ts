import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Fleet, PageLoads } from '../../apps/server/src/domain/captures/Fleet.js';
import { hostOfSite, serve, type TestServer } from './serveFolder.js';
import { sitesDomain, testFleet } from './testFleet.js';

// What stories on one kept page load is known again after one of which it is not.

const stories = `
const write = (text) => (root) => { root.appendChild(document.createElement('h1')).textContent = text; };
const ask = (url) => (root) => {
  const line = root.appendChild(document.createElement('h1'));
  fetch(url).then(async (answer) => { line.textContent = await answer.text(); },
    () => { line.textContent = 'no answer'; });
};
const renders = {
  written: write('Ada'),
  file: ask('/name.txt'),
  folder: ask('/help/'),
  elsewhere: ask('https://api.example.invalid/user'),
  missing: ask('/api/user'),
  fallback: ask('/app/user'),
  pending: ask('/never'),
  painted(root) { void CSS.paintWorklet.addModule('/painter.js'); write('Ada')(root); },
  played(root) { void new AudioContext().audioWorklet.addModule('/painter.js'); write('Ada')(root); },
  shared(root) { new SharedWorker('/shared.js#' + root.id); write('Ada')(root); },
  inlined(root) { new SharedWorker(URL.createObjectURL(new Blob(['importScripts("' + location.origin + '/shared.js")']))); write('Ada')(root); },
  cached(root) {
    if (localStorage.name) write(localStorage.name)(root);
    else fetch('/name.txt').then(async (answer) => { localStorage.name = await answer.text(); write(localStorage.name)(root); });
  },
  reloaded(root) {
    if (sessionStorage.name) return write(sessionStorage.name)(root);
    fetch('/name.txt').then(async (answer) => { sessionStorage.name = await answer.text(); location.reload(); });
  },
  drawn(root) {
    root.innerHTML = '<link rel="stylesheet" href="/drawn.css"><p class="drawn">Ada</p>';
  },
  posted(root) { fetch('/name.txt', { method: 'POST' }); write('Ada')(root); },
};
export const stories = Object.entries(renders).flatMap(([kind, render]) =>
  Array.from({ length: 20 }, (_, index) => ({ id: kind + '--' + index, render })));
`;

const page =
  '<!doctype html><div id="storybook-root"></div><script type="module" src="/preview.js"></script>';

/** What pages of builds do before their stories are listed. */
const starts = {
  nothing: '',
  file: 'fetch("/name.txt")',
  elsewhere: 'fetch("https://api.example.invalid/user")',
  missing: 'fetch("/api/user")',
  fallback: 'fetch("/app/user")',
  posted: 'fetch("/name.txt", { method: "POST" })',
  framed: 'document.head.append(document.createElement("iframe"))',
  worker: 'new Worker("/name.txt")',
  shared: 'new SharedWorker("/shared.js")',
  worklet: 'CSS.paintWorklet.addModule("/painter.js")',
};

let server: TestServer;
let documents = 0;
let fleet: Fleet;
beforeAll(async () => {
  const preview = await readFile(fileURLToPath(new URL('book/preview.js', import.meta.url)), 'utf8');
  const files: Record<string, [type: string, text: string]> = {
    '/iframe.html': ['text/html', page],
    '/preview.js': ['text/javascript', preview],
    '/stories.js': ['text/javascript', stories],
    '/name.txt': ['text/plain', 'Ada'],
    '/painter.js': ['text/javascript', ''],
    '/drawn.css': ['text/css', '.drawn { filter: url(/filters.svg#f) }'],
    '/filters.svg': [
      'image/svg+xml',
      '<svg xmlns="http://www.w3.org/2000/svg"><filter id="f"><feFlood flood-color="red"/></filter></svg>',
    ],
    '/shared.js': ['text/javascript', 'onconnect = () => {};'],
    '/help/': ['text/html', 'Help'],
    '/app/user': ['text/html', page],
    ...Object.fromEntries(
      Object.entries(starts).map(([name, start]) => [
        `/${name}/iframe.html`,
        ['text/html', `${page}<script>${start}</script>`],
      ]),
    ),
  };
  server = await serve((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname === '/iframe.html') documents += 1;
    if (pathname === '/never') return;
    const [type, text] = files[pathname] ?? [];
    // Without this, the browser would not take over style sheets from one document to the next.
    if (type === 'text/css') response.setHeader('cache-control', 'private, max-age=3600');
    response.writeHead(text === undefined ? 404 : 200, { 'content-type': type ?? 'text/plain' }).end(text);
  });
  fleet = testFleet(server.port, { targetTimeoutMs: 90_000, pages: 1 });
});
afterAll(async () => {
  await fleet?.close();
  await server?.close();
});

/** Of which stories it is known what they have loaded. */
const known = async (ids: readonly string[]): Promise<string[]> => [...(await capture(ids)).keys()].sort();

/**
 * Captures stories, one after the other, on one page, which is kept as far as may be.
 * @param ids with further parameters of their addresses
 * @returns what they have loaded, where that is known
 */
async function capture(ids: readonly string[]): Promise<Map<string, PageLoads>> {
  const targets = ids.map((id) => ({
    name: id,
    url: `http://${hostOfSite('doubt')}.${sitesDomain}:4300/iframe.html?id=${id}&viewMode=story`,
    framework: 'stories-a' as const,
  }));
  const found = new Map<string, PageLoads>();
  const failed: string[] = [];
  await fleet.capture(targets, {
    project: 'test',
    signal: new AbortController().signal,
    expectation: () => async () => true,
    onOutcome: async (index, outcome) => {
      const id = ids[index] ?? '';
      if (!outcome.ok) failed.push(`${id}: ${outcome.message}`);
      else if (outcome.loads) found.set(id, outcome.loads);
    },
  });
  expect(failed).toEqual([]);
  return found;
}

it('a story in doubt has no notes, the next one has', async () => {
  const doubtful = ['elsewhere', 'missing', 'fallback', 'pending', 'posted'];
  const ids = doubtful.flatMap((kind, index) => [`${kind}--0`, `written--${index}`]);
  expect(await known(ids)).toEqual(doubtful.map((_, index) => `written--${index}`));
});

it.each(['painted', 'played', 'shared', 'inlined'])(
  'what a story loads that is %s by another thread is not known, of the next one it is',
  async (kind) => {
    expect(await known([`${kind}--0`, 'written--0'])).toEqual(['written--0']);
  },
);

it('what scripts ask of the files of the site leaves no doubt', async () => {
  const ids = ['file--0', 'folder--0', 'file--1'];
  // On a busy machine an answer may come after the image.
  await expect.poll(() => known(ids), { timeout: 100_000 }).toEqual(['file--0', 'file--1', 'folder--0']);
});

it('a file counts for each story that shows what it has stored of it, in whichever document', async () => {
  const themes = ['', '&globals=theme:light', '&globals=theme:dark'];
  const ids = ['cached--0', 'reloaded--0'].flatMap((id) => themes.map((theme) => `${id}${theme}`));
  const alone = 'written--0&globals=theme:none';
  const loads = await capture([...ids, alone]);
  for (const id of ids)
    expect([id, loads.get(id)?.paths]).toEqual([id, expect.arrayContaining(['name.txt'])]);
  expect(loads.get(alone)?.paths).not.toContain('name.txt');
});

it('a drawing counts in each document whose style sheet has it, though only the first document requests it', async () => {
  const ids = ['light', 'dark', 'dim'].map((theme) => `drawn--0&globals=theme:${theme}`);
  const loads = await capture(ids);
  for (const id of ids)
    expect([id, loads.get(id)?.paths]).toEqual([id, expect.arrayContaining(['drawn.css', 'filters.svg'])]);
});

it('a file that one document has requested twice is noted as such from then on', async () => {
  const reloaded = 'reloaded--0&globals=theme:light';
  const repeated = async () => {
    const loads = await capture(['file--0', 'file--1', 'written--0', reloaded]);
    return Object.fromEntries([...loads].map(([id, story]) => [id, story.repeated]));
  };
  const twice = ['name.txt'];
  // On a busy machine it is opened once more while it reloads itself: its documents then count as one, with its scripts twice.
  const inNew = expect.not.arrayContaining(twice);
  const expected = { 'file--0': [], 'file--1': twice, 'written--0': twice, [reloaded]: inNew };
  // On a busy machine an answer may come after the image.
  await expect.poll(repeated, { timeout: 100_000 }).toEqual(expected);
});

it('a book that is in doubt as a whole is still captured on kept pages', async () => {
  const before = documents;
  const ids = Array.from({ length: 18 }, (_, index) => `elsewhere--${index}`);
  expect(await known(ids)).toEqual([]);
  // After the stories 1, 3, 7 and 15, and for what a busy machine takes again.
  expect(documents - before).toBeLessThan(12);
});

it.each(Object.keys(starts))(
  'a list of stories whose page starts with %s is remembered where that is a file',
  async (name) => {
    let paths: string[] | null = null;
    const stories = await fleet.discoverStories({
      project: 'test',
      signal: new AbortController().signal,
      tool: 'stories-a',
      baseUrl: `http://${hostOfSite('doubt')}.${sitesDomain}:4300/${name}/`,
      readFile: async () => null,
      onLoads: (found) => {
        paths = found;
      },
    });
    expect(stories.length).toBeGreaterThan(20);
    if (name === 'nothing' || name === 'file') expect(paths).toContain(`${name}/iframe.html`);
    else expect(paths).toBeNull();
  },
);
