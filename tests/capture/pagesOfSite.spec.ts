import type { ServerResponse } from 'node:http';
import type { CaptureTarget } from '@svc/schema';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CaptureOutcome, Fleet } from '../../apps/server/src/domain/captures/Fleet.js';
import { hostOfSite, serve, type TestServer } from './serveFolder.js';
import { sitesDomain, testFleet } from './testFleet.js';

/** Stores something wherever a page can, at once and when it is left. */
const leaves = `
const leave = (when) => {
  document.cookie = 'left=' + when + '; path=/; max-age=1000';
  localStorage.left = when;
  sessionStorage.left = when;
  window.name = when;
  history.pushState(when, '', location.href);
};
leave('at once');
indexedDB.open('left').onsuccess = ({ target }) => target.result.close();
caches.open('left').then((cache) => cache.put('/left', new Response('left')));
for (const event of ['pagehide', 'beforeunload', 'unload', 'visibilitychange'])
  for (const target of [window, document]) target.addEventListener(event, () => leave(event));
setInterval(() => leave('later'), 100);
document.body.append('writes');`;

/** Shows all of that, and what else a page could know of those before it. */
const finds = `
const [databases, stores] = await Promise.all([indexedDB.databases(), caches.keys()]);
const registrations = await navigator.serviceWorker?.getRegistrations() ?? [];
const link = document.querySelector('a');
document.body.append(JSON.stringify({
  cookie: document.cookie, local: { ...localStorage }, session: { ...sessionStorage }, name: window.name,
  length: history.length, state: history.state, databases, stores, registrations: registrations.length,
  referrer: document.referrer, opener: window.opener, scrolled: scrollY, typed: document.querySelector('input').value,
  type: performance.getEntriesByType('navigation')[0].type, active: navigator.userActivation?.hasBeenActive ?? null,
  link: getComputedStyle(link).color, fragment: location.hash, controlled: Boolean(navigator.serviceWorker?.controller),
  size: [innerWidth, innerHeight], printed: matchMedia('print').matches,
}));`;

const shell = (
  body: string,
) => `<!doctype html><body style="margin: 0; font: 16px monospace; overflow-wrap: anywhere">
<input><a href="/writes">a page before</a> ${body}`;
const script = (text: string) => `<script type="module">${text}</script>`;

const cached = { 'content-type': 'text/javascript', 'cache-control': 'max-age=600' };
const pages: Record<string, string> = {
  '/finds': shell(script(finds)),
  '/long': shell(
    `<div style="height: 3000px"></div>${script("scrollTo(0, 2000); document.querySelector('input').value = 'typed';")}`,
  ),
  '/writes': shell(script(leaves)),
  '/frame': shell('<iframe src="/writes"></iframe>'),
  '/elsewhere': `<script>location.replace('http://${hostOfSite('other')}.${sitesDomain}:4300/writes')</script>`,
  '/worker': shell(
    script("await navigator.serviceWorker.register('/worker.js'); await navigator.serviceWorker.ready;"),
  ),
  '/popup': shell(script("window.open('/writes')")),
  '/goes-on': shell(script('location.href = "/writes";')),
  '/isolated': shell(
    script("await navigator.locks.request('held', () => document.body.append('isolated'));"),
  ),
  '/registers-late': shell(
    script(
      "for (const event of ['pagehide', 'unload']) window.addEventListener(event, () => navigator.serviceWorker.register('/worker.js'));",
    ),
  ),
  '/shared-worker': shell(
    script(
      "new SharedWorker('/shared.js').port.start(); navigator.locks.request('held', () => new Promise(() => {}));",
    ),
  ),
  '/refreshes': shell('<meta http-equiv="refresh" content="1; url=/writes">'),
  '/stays': shell(
    script(
      "window.addEventListener('beforeunload', (event) => { event.preventDefault(); event.returnValue = 'stay'; alert('stay'); }); alert('hello');",
    ),
  ),
  '/busy': shell(
    script(
      "addEventListener('pagehide', () => { const until = Date.now() + 1500; while (Date.now() < until); });",
    ),
  ),
  '/full-screen': shell(
    script(
      "document.body.style.zoom = 2; document.documentElement.requestFullscreen().catch(() => {}); screen.orientation?.lock?.('portrait').catch(() => {});",
    ),
  ),
  '/streams': shell(
    script(
      "for (let i = 0; i < 8; i += 1) { new EventSource('/stream?' + i); } await fetch('/never').catch(() => {});",
    ),
  ),
  '/back': shell(script("history.go(-2); document.body.append('goes back')")),
  '/cached': `<script src="/cached.js"></script>`,
  // What the browser has cached shows: that is the one trace which is left.
  '/measures': `<script src="/cached.js"></script>${script(`document.body.append(
    performance.getEntriesByType('resource')[0].transferSize === 0 ? 'cached' : 'asked for')`)}`,
};

const asked: string[] = [];
let server: TestServer;
let fleet: Fleet;
beforeAll(async () => {
  server = await serve((request, response) =>
    answer(new URL(request.url ?? '/', 'http://localhost').pathname, response),
  );
  // One page, so that the targets follow each other on it.
  fleet = testFleet(server.port, { pages: 1 });
});
afterAll(async () => {
  await fleet?.close();
  await server?.close();
});
beforeEach(() => asked.splice(0));

function answer(path: string, response: ServerResponse): void {
  asked.push(path);
  if (path === '/cached.js') response.writeHead(200, cached).end('document.title = 1');
  else if (path === '/worker.js')
    response
      .writeHead(200, { 'content-type': 'text/javascript' })
      .end('onactivate = (event) => event.waitUntil(clients.claim()); onfetch = () => {}');
  else if (path === '/shared.js') response.writeHead(200, cached).end('onconnect = () => {}');
  else if (path === '/stream')
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n');
  else if (path === '/never') return;
  else if (path === '/isolated')
    response
      .writeHead(200, {
        'content-type': 'text/html',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-embedder-policy': 'require-corp',
      })
      .end(pages[path]);
  else if (pages[path])
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(pages[path]);
  else response.writeHead(404).end();
}

const site = `http://${hostOfSite('pages')}.${sitesDomain}:4300`;
const page = (path: string, more: Partial<CaptureTarget> = {}): CaptureTarget => ({
  name: `${path} ${JSON.stringify(more)}`,
  url: `${site}${path}`,
  ...more,
});

/** `expected`: of the last target alone, or of each whatever it shows. */
type Options = { expected?: Buffer | 'anything'; isDependent?: boolean };

/** What became of each. */
async function capture(
  targets: CaptureTarget[],
  { expected, isDependent }: Options = {},
): Promise<CaptureOutcome[]> {
  const outcomes: CaptureOutcome[] = [];
  const isLast = (index: number) => index === targets.length - 1;
  await fleet.capture(targets, {
    project: 'test',
    signal: new AbortController().signal,
    ...(expected && {
      expectation: (index) => {
        if (expected === 'anything') return async () => true;
        return isLast(index) ? async (png: Buffer) => png.equals(expected) : null;
      },
    }),
    isDependent: (index) => isDependent === true && isLast(index),
    onOutcome: async (index, outcome) => {
      outcomes[index] = outcome;
    },
  });
  return outcomes;
}

function imageOf(outcome: CaptureOutcome | undefined): Buffer {
  if (!outcome?.ok) throw new Error(outcome?.message ?? 'no outcome');
  return outcome.png;
}

const last = async (...given: Parameters<typeof capture>) => {
  const outcome = (await capture(...given)).at(-1);
  if (!outcome?.ok) throw new Error(outcome?.message ?? 'no outcome');
  return outcome;
};

describe('pages of one site, one after the other', () => {
  it.each([
    ['stores something everywhere', ['/writes']],
    ['scrolls, and fills a form', ['/long']],
    ['has a frame', ['/frame']],
    ['goes to another site', ['/elsewhere']],
    ['has a service worker', ['/worker']],
    ['opens another window', ['/popup']],
    ['goes to another page', ['/goes-on']],
    ['is not there', ['/none']],
    ['has a process of its own', ['/isolated', '/isolated']],
    ['registers a service worker as it goes', ['/registers-late']],
    ['holds a lock, and has a worker for several pages', ['/shared-worker']],
    ['goes to another page after a second', ['/refreshes']],
    ['asks to stay', ['/stays']],
    ['is slow to go', ['/busy']],
    ['fills the screen', ['/full-screen']],
    ['never ends its requests', ['/streams']],
    ['is one of many', ['/writes', '/finds', '/long', '/writes', '/cached']],
  ])('look as they do alone, behind one that %s', async (_what, before) => {
    const alone = imageOf((await capture([page('/finds')]))[0]);
    const after = await last([...before.map((path) => page(path)), page('/finds')]);
    expect(after.png.equals(alone)).toBe(true);
    expect(after).toMatchObject({ unstable: false, notes: [] });
  });

  it('have a document each, also where their addresses differ by the fragment alone, or not at all', async () => {
    const targets = ['/finds', '/finds#a', '/finds#b', '/finds'].map((path) => page(path));
    const alone = await Promise.all(
      ['', '#a', '#b'].map(async (fragment) => imageOf((await capture([page(`/finds${fragment}`)]))[0])),
    );
    asked.splice(0);
    const images = (await capture(targets)).map(imageOf);
    expect(images.map((image) => alone.findIndex((one) => one.equals(image)))).toEqual([0, 1, 2, 0]);
    expect(asked).toEqual(['/finds', '/finds', '/finds', '/finds']);
  });

  it('cannot go back to each other', async () => {
    const [alone] = await capture([page('/back')]);
    const [, after] = await capture([page('/finds'), page('/back')]);
    expect(after?.ok).toBe(alone?.ok);
    if (after?.ok && alone?.ok) expect(after.png.equals(alone.png)).toBe(true);
    else expect(after).toEqual(alone);
  });

  it('have their own viewport and media', async () => {
    const small = { viewport: { width: 500, height: 400 }, media: 'print' };
    const alone = imageOf((await capture([page('/finds')]))[0]);
    const [first, second, third] = (
      await capture([page('/finds'), page('/finds', small), page('/finds')])
    ).map(imageOf);
    expect([first?.equals(alone), second?.equals(alone), third?.equals(alone)]).toEqual([true, false, true]);
  });

  it('share what the browser has cached, until one may have left what cannot be cleared', async () => {
    const scripts = () => asked.filter((path) => path === '/cached.js').length;
    const expected = 'anything';
    await capture([page('/cached'), page('/finds'), page('/cached')], { expected });
    expect(scripts()).toBe(1);
    for (const path of ['/frame', '/elsewhere', '/worker', '/popup']) {
      asked.splice(0);
      await capture([page('/cached'), page(path), page('/cached')], { expected });
      expect([path, scripts()]).toEqual([path, 2]);
    }
  });

  it('share nothing with those of another site, or of another user', async () => {
    const other = `http://${hostOfSite('other')}.${sitesDomain}:4300`;
    const expected = 'anything';
    await capture([page('/cached'), page('/cached', { url: `${other}/cached` }), page('/cached')], {
      expected,
    });
    const user = site.replace('//', '//ada:secret@');
    await capture([page('/cached'), page('/cached', { url: `${user}/cached` })], { expected });
    expect(asked.filter((path) => path === '/cached.js')).toHaveLength(5);
  });
});

describe('a page that shows what the browser has cached', () => {
  it('does not show in its first image what was cached for others', async () => {
    const alone = imageOf((await capture([page('/measures')]))[0]);
    const after = await last([page('/cached'), page('/measures')]);
    expect(after.png.equals(alone)).toBe(true);
  });

  it('is not changed behind another, and has a context of its own from then on', async () => {
    const expected = imageOf((await capture([page('/measures')]))[0]);
    const targets = [page('/cached'), page('/measures')];
    const after = await last(targets, { expected });
    expect(after).toMatchObject({
      unstable: false,
      isDependent: true,
      notes: [
        'looked different after other pages in the same browser context, and as expected in two documents of its own',
      ],
    });
    expect(after.png.equals(expected)).toBe(true);
    asked.splice(0);
    const later = await last(targets, { expected, isDependent: true });
    expect(later).toMatchObject({
      unstable: false,
      isDependent: true,
      notes: [expect.stringMatching(/^has a browser context of its own/)],
    });
    expect(asked).toEqual(['/cached', '/cached.js', '/measures', '/cached.js']);
  });

  it('is changed where it looks the same in a context of its own, which is not what was expected', async () => {
    const expected = imageOf((await capture([page('/finds')]))[0]);
    const changed = await last([page('/writes'), page('/long')], { expected });
    expect(changed).toMatchObject({ unstable: false, notes: [] });
    expect(changed.isDependent).toBeUndefined();
    expect(changed.png.equals(expected)).toBe(false);
  });
});
