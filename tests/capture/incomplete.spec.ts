import { createServer } from 'node:net';
import type { CaptureTarget, MissingPart } from '@svc/schema';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CaptureOutcome, Fleet } from '../../apps/server/src/domain/captures/Fleet.js';
import { ladlePage, ladleStory } from './ladlePage.js';
import { serve, type TestServer } from './serveFolder.js';
import { captureAll, resultOf, testFleet } from './testFleet.js';

/** A page of one line, with what it loads in its head. */
const loading = (head: string, style = '') =>
  `<!doctype html><head>${head}</head><body><h1 style="${style}">Words</h1></body>`;
const font = (url: string) => `<style>@font-face { font-family: Fancy; src: url(${url}) }</style>`;
const inFancy = 'font-family: Fancy, serif';

const shows = (html: string) => `root.innerHTML = '${html}'`;
const ladle = ladlePage(
  {
    plain: shows('<p>plain</p>'),
    image: shows('<p>plain</p><img src="/missing.png">'),
    fancy: shows('<p style="font-family: Fancy">fancy</p>'),
    'fancy-again': shows('<h2 style="font-family: Fancy">fancy</h2>'),
  },
  font('/missing.woff2'),
);

let server: TestServer;
let base: string;
let closedPort: number;
let fleet: Fleet;

beforeAll(async () => {
  closedPort = await unusedPort();
  server = await serve((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname.startsWith('/never')) return;
    const send = (type: string, body: string) => response.writeHead(200, { 'content-type': type }).end(body);
    if (pathname === '/page') send('text/html', searchParams.get('html') ?? '');
    else if (pathname === '/') send('text/html', ladle);
    else if (pathname === '/broken.css') response.writeHead(500).end();
    else response.writeHead(404).end();
  });
  base = `http://127.0.0.1:${server.port}`;
  fleet = testFleet(server.port, {
    allowHosts: [`127.0.0.1:${server.port}`, `127.0.0.1:${closedPort}`],
    pages: 4,
    targetTimeoutMs: 90_000,
  });
});
afterAll(async () => {
  await fleet?.close();
  await server?.close();
});

/** A port of loopback on which nobody listens. */
async function unusedPort(): Promise<number> {
  const probe = createServer();
  const port = await new Promise<number>((resolve) => {
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      resolve(typeof address === 'object' && address ? address.port : 0);
    });
  });
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

const page = (name: string, html: string): CaptureTarget => ({
  name,
  url: `${base}/page?${new URLSearchParams({ html })}`,
});

const missingOf = (outcome: CaptureOutcome | undefined): MissingPart[] | string | undefined =>
  outcome?.ok ? outcome.incomplete : outcome?.message;

describe('what cannot be reached', () => {
  const refused = () => `http://127.0.0.1:${closedPort}`;
  const parts: Record<string, { head: () => string; style?: string; missing: () => MissingPart }> = {
    'a font of an unknown host': {
      head: () => font('http://fonts.invalid/fancy.woff2'),
      style: inFancy,
      missing: () => ({ url: 'http://fonts.invalid/fancy.woff2', reason: 'the host could not be found' }),
    },
    'a script over TLS of an unknown host': {
      head: () => '<script src="https://scripts.invalid/a.js"></script>',
      missing: () => ({ url: 'https://scripts.invalid/a.js', reason: 'the host could not be found' }),
    },
    'a style sheet of a server that refuses': {
      head: () => `<link rel="stylesheet" href="${refused()}/a.css">`,
      missing: () => ({ url: `${refused()}/a.css`, reason: 'the server could not be reached' }),
    },
    'an image that the egress rules forbid': {
      head: () => '<style>h1 { background: url(http://10.0.0.1/a.png) }</style>',
      missing: () => ({ url: 'http://10.0.0.1/a.png', reason: 'the host is not an allowed address' }),
    },
    'an image of a server without TLS': {
      head: () => `<style>h1 { background: url(https://127.0.0.1:${server.port}/a.png) }</style>`,
      missing: () => ({
        url: `https://127.0.0.1:${server.port}/a.png`,
        reason: expect.stringMatching(/^net::ERR_/),
      }),
    },
    'an image that is not there': {
      head: () => '<style>h1 { background: url(/gone.png) }</style>',
      missing: () => ({ url: `${base}/gone.png`, reason: 'the server answered 404 Not Found' }),
    },
    'a frame of an unknown host': {
      head: () => '<iframe src="http://frames.invalid/" hidden></iframe>',
      missing: () => ({ url: 'http://frames.invalid/', reason: 'the host could not be found' }),
    },
    'a frame over TLS of an unknown host': {
      head: () => '<iframe src="https://frames.invalid/" hidden></iframe>',
      missing: () => ({ url: 'https://frames.invalid/', reason: 'the host could not be found' }),
    },
    'a frame of a server that refuses': {
      head: () => `<iframe src="${refused()}/frame" hidden></iframe>`,
      missing: () => ({ url: `${refused()}/frame`, reason: 'the server could not be reached' }),
    },
    'a style sheet that the server cannot make': {
      head: () => '<link rel="stylesheet" href="/broken.css">',
      missing: () => ({ url: `${base}/broken.css`, reason: 'the server answered 500 Internal Server Error' }),
    },
  };

  it('is done without, and noted', async () => {
    const targets = Object.entries(parts).map(([name, { head, style }]) =>
      page(name, loading(head(), style)),
    );
    const fallback = page('fallback', loading('', inFancy));
    const complete = page('complete', loading(''));
    const framed = page('framed', loading('<iframe src="/gone" hidden></iframe>'));
    const outcomes = await captureAll(fleet, [...targets, fallback, complete, framed]);
    for (const [name, { style, missing }] of Object.entries(parts)) {
      expect(missingOf(outcomes.get(name)), name).toEqual([missing()]);
      expect(resultOf(outcomes.get(name)), name).toBe(
        resultOf(outcomes.get(style === inFancy ? 'fallback' : 'complete')),
      );
    }
    expect(missingOf(outcomes.get('complete'))).toEqual([]);
    expect(missingOf(outcomes.get('framed')), 'a page of a server is what the frame shows').toEqual([]);
  });
});

it('what does not come in time is given up, and noted', async () => {
  const parts: Record<string, string> = {
    '/never.html': loading('<iframe src="/never.html" hidden></iframe>'),
    '/never.css': loading('<link rel="stylesheet" href="/never.css">'),
    '/never.woff2': loading(font('/never.woff2'), inFancy),
    '/never.png': loading('<style>h1 { background: url(/never.png) }</style>'),
    '/never.js': loading('<script async src="/never.js"></script>'),
  };
  const targets = Object.entries(parts).map(([name, html]) => page(name, html));
  const plain = [page('plain', loading('')), page('fallback', loading('', inFancy))];
  const outcomes = await captureAll(fleet, [...targets, ...plain]);
  for (const name of Object.keys(parts)) {
    expect(missingOf(outcomes.get(name)), name).toEqual([
      { url: base + name, reason: 'did not load within 10 s' },
    ]);
    expect(resultOf(outcomes.get(name)), name).toBe(
      resultOf(outcomes.get(name.endsWith('woff2') ? 'fallback' : 'plain')),
    );
  }
});

it('a story in a kept page lacks what it shows itself, not what others lacked before it', async () => {
  const ids = ['image', 'plain', 'fancy', 'plain', 'fancy-again', 'image'];
  const targets = ids.map((id, index) => ladleStory(base, id, `${index} ${id}`));
  const alone = testFleet(server.port, { allowHosts: [`127.0.0.1:${server.port}`], pages: 1 });
  const missing: Record<string, string[]> = {};
  try {
    await alone.capture(targets, {
      project: 'test',
      signal: new AbortController().signal,
      // What is expected is not taken again in a new page.
      expectation: () => async () => true,
      onOutcome: async (index, outcome) => {
        missing[targets[index]?.name ?? ''] = outcome.ok
          ? (outcome.incomplete ?? []).map(({ url }) => new URL(url).pathname)
          : [outcome.message];
      },
    });
  } finally {
    await alone.close();
  }
  expect(missing).toEqual({
    '0 image': ['/missing.png'],
    '1 plain': [],
    '2 fancy': ['/missing.woff2'],
    '3 plain': [],
    '4 fancy-again': ['/missing.woff2'],
    '5 image': ['/missing.png'],
  });
});

it('a frame without a document is not waited for with each step', async () => {
  // Less than all steps take together where each of them waits.
  const hasty = testFleet(server.port, {
    allowHosts: [`127.0.0.1:${server.port}`],
    targetTimeoutMs: 20_000,
  });
  try {
    const html = '<object data="/never.html" width="9" height="9"></object>';
    const outcomes = await captureAll(hasty, [page('embedded', html)]);
    expect(missingOf(outcomes.get('embedded'))).toEqual([
      { url: `${base}/never.html`, reason: 'did not load within 10 s' },
    ]);
  } finally {
    await hasty.close();
  }
});
