import { request } from 'node:http';
import { chromium } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { browserFlags } from '../../apps/server/src/capture/browser/browserFlags.js';
import { type EgressProxy, startEgressProxy } from '../../apps/server/src/capture/egress/startEgressProxy.js';
import { findBrowser } from '../../apps/server/src/capture/findBrowser.js';
import type { CaptureOutcome } from '../../apps/server/src/domain/captures/Fleet.js';
import { serve, type TestServer } from './serveFolder.js';
import { captureAll, resultOf, sitesDomain, testFleet } from './testFleet.js';

/** A service inside the network that no page may reach. It notes whatever reaches it. */
let canary: TestServer;
let hits: string[] = [];
/** The uploaded sites. */
let sites: TestServer;

const waysToLoopback = (port: number) => [
  `http://127.0.0.1:${port}/literal`,
  `http://2130706433:${port}/decimal`,
  `http://0x7f.1:${port}/hexadecimal`,
  `http://0177.0.0.1:${port}/octal`,
  `http://127.1:${port}/short`,
  `http://0.0.0.0:${port}/zero`,
  `http://[::1]:${port}/six`,
  `http://[::ffff:127.0.0.1]:${port}/mapped`,
  `http://localhost:${port}/name`,
  `http://localhost.:${port}/dot`,
  `https://127.0.0.1:${port}/tunnel`,
];

const attack = (port: number) => `<h1>Attack</h1>
  ${waysToLoopback(port)
    .map((url) => `<img src="${url}-image"><iframe src="${url}-frame"></iframe>`)
    .join('')}
  <link rel="stylesheet" href="http://127.0.0.1:${port}/style">
  <script>
    for (const url of ${JSON.stringify(waysToLoopback(port))}) {
      fetch(url + '-fetch', { mode: 'no-cors' }).catch(() => {});
      navigator.sendBeacon(url + '-beacon', 'x');
    }
    for (const host of ['127.0.0.1', 'localhost', '[::1]']) new WebSocket('ws://' + host + ':${port}/socket');
    new Worker(URL.createObjectURL(new Blob(["fetch('http://127.0.0.1:${port}/worker', { mode: 'no-cors' })"])));
    const peer = new RTCPeerConnection({ iceServers: [
      { urls: 'turn:127.0.0.1:${port}?transport=tcp', username: 'a', credential: 'b' },
    ] });
    peer.createDataChannel('x');
    peer.createOffer().then((offer) => peer.setLocalDescription(offer));
  </script>`;

beforeAll(async () => {
  canary = await serve((incoming, response) => {
    hits.push(incoming.url ?? '');
    response.setHeader('content-type', 'text/html');
    response.end('<h1>Internal</h1>');
  });
  canary.server.on('connection', () => hits.push('connection'));
  canary.server.on('upgrade', (incoming, socket) => {
    hits.push(`upgrade ${incoming.url}`);
    socket.destroy();
  });
  sites = await serve((incoming, response) => {
    if (incoming.url === '/redirect') {
      response.writeHead(302, { location: `http://127.0.0.1:${canary.port}/redirected` }).end();
      return;
    }
    const { pathname, search } = new URL(incoming.url ?? '', 'http://x');
    const destination = decodeURIComponent(search.slice(1));
    if (pathname === '/send') {
      response.writeHead(302, { location: destination }).end();
      return;
    }
    response.setHeader('content-type', 'text/html');
    if (pathname === '/script') {
      response.end(`<h1>Stays</h1><iframe src="${destination}" style="border: 0"></iframe>
        <script>const there = '${destination}'; if (there) location.href = there</script>`);
      return;
    }
    const script = `<script>location.href = 'http://127.0.0.1:${canary.port}/moved'</script>`;
    response.end(
      incoming.url === '/attack'
        ? attack(canary.port)
        : incoming.url === '/move'
          ? script
          : `<h1>${incoming.headers.host}</h1>`,
    );
  });
});
beforeEach(() => {
  hits = [];
});
afterAll(async () => {
  await canary?.close();
  await sites?.close();
});

async function capture(url: string, allowHosts: string[] = []): Promise<CaptureOutcome | undefined> {
  const fleet = testFleet(sites.port, { allowHosts, pages: 1 });
  try {
    return (await captureAll(fleet, [{ name: 'page', url, delay: 1_000 }])).get('page');
  } finally {
    await fleet.close();
  }
}

const refused = (host: string) => ({
  ok: false,
  message: `${host} is not an allowed address; an administrator can open it with SVC_ALLOW_HOSTS`,
  console: [],
});

describe('pages of the fleet', () => {
  it('are served from the sites', async () => {
    expect(await capture(`http://sit-abc.${sitesDomain}:4300/`)).toMatchObject({ ok: true });
  });

  it('reach nothing inside the network', async () => {
    expect(await capture(`http://sit-abc.${sitesDomain}:4300/attack`)).toMatchObject({ ok: true });
    expect(hits).toEqual([]);
  });

  it('cannot be redirected, or send themselves, inside', async () => {
    const host = `127.0.0.1:${canary.port}`;
    expect(await capture(`http://sit-abc.${sitesDomain}:4300/redirect`)).toEqual(refused(host));
    expect(await capture(`http://sit-abc.${sitesDomain}:4300/move`)).toEqual({
      ...refused(host),
      message: expect.stringContaining(refused(host).message),
    });
    expect(hits).toEqual([]);
  });

  it('are not opened at internal addresses, however written', async () => {
    const fleet = testFleet(sites.port);
    const targets = waysToLoopback(canary.port).map((url) => ({ name: url, url }));
    const outcomes = await captureAll(fleet, targets);
    await fleet.close();
    const answers = [...outcomes.values()].map((outcome) => !outcome.ok && outcome.message);
    expect(answers).toEqual(targets.map(() => expect.stringContaining('SVC_ALLOW_HOSTS')));
    expect(hits).toEqual([]);
  });

  it('are not opened outside of http, by a target or by another page', async () => {
    const schemes = [
      'file:///etc/passwd',
      'chrome://version',
      'view-source:http://example.org/',
      'about:blank',
    ];
    const page = (way: string, url: string) =>
      `http://sit-abc.${sitesDomain}:4300/${way}?${encodeURIComponent(url)}`;
    const fleet = testFleet(sites.port);
    const targets = schemes.map((url) => ({ name: url, url }));
    const sent = schemes.map((url) => ({ name: `redirect ${url}`, url: page('send', url) }));
    const plain = await captureAll(fleet, [{ name: 'plain', url: page('script', '') }]);
    const moved = await captureAll(
      fleet,
      schemes.slice(0, 3).map((url) => ({ name: url, url: page('script', url), delay: 300 })),
    );
    const outcomes = await captureAll(fleet, [...targets, ...sent]);
    await fleet.close();
    expect([...outcomes.values()].filter(({ ok }) => ok)).toEqual([]);
    expect(targets.map(({ name }) => outcomes.get(name))).toEqual(
      targets.map(({ url }) => ({
        ok: false,
        message: `only http and https URLs are captured, not ${url}`,
        console: [],
      })),
    );
    // A page that tries stays where it is, and frames of it stay empty.
    expect([...moved.values()].map(resultOf)).toEqual(Array(3).fill(resultOf(plain.get('plain'))));
  });

  it('are opened where an administrator allows it', async () => {
    const url = `http://127.0.0.1:${canary.port}/opened`;
    expect(await capture(url, [`127.0.0.1:${canary.port}`])).toMatchObject({ ok: true });
    expect(hits).toContain('/opened');
    expect(await capture(url, [`127.0.0.1:${canary.port + 1}`])).toMatchObject({ ok: false });
  });
});

it('would leak without the flag that keeps loopback on the proxy', async () => {
  const proxy = await startEgressProxy({
    sites: { domain: sitesDomain, upstream: { host: '127.0.0.1', port: sites.port } },
    allowHosts: [],
  });
  const flags = browserFlags(proxy.port).filter((flag) => !flag.startsWith('--proxy-bypass-list'));
  const browser = await chromium.launch({
    executablePath: findBrowser(process.env) ?? '',
    args: [...flags, '--no-sandbox'],
  });
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${canary.port}/leak`).catch(() => {});
    expect(hits).toContain('/leak');
  } finally {
    await browser.close();
    await proxy.close();
  }
});

describe('the proxy', () => {
  let proxy: EgressProxy;
  beforeAll(async () => {
    proxy = await startEgressProxy({
      sites: { domain: sitesDomain, upstream: { host: '127.0.0.1', port: sites.port } },
      allowHosts: ['*.open.localhost'],
    });
  });
  afterAll(() => proxy?.close());

  const ask = (path: string, method = 'GET', port = proxy.port) =>
    new Promise<number | undefined>((resolve, reject) => {
      const asked = request({ port, method, path, headers: { host: 'x' } });
      asked.on('response', (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      asked.on('connect', (response, socket) => {
        socket.destroy();
        resolve(response.statusCode);
      });
      asked.on('error', reject);
      asked.end();
    });

  it.each([
    ['GET', '/', 400],
    ['GET', 'ftp://example.org/', 400],
    ['GET', 'http://127.0.0.1:1/', 403],
    ['GET', 'http://169.254.169.254/latest/meta-data/', 403],
    ['GET', 'http://no-such-host.invalid/', 502],
    ['CONNECT', '127.0.0.1:1', 403],
    ['CONNECT', '[::1]:443', 403],
    ['CONNECT', 'no-such-host.invalid:443', 502],
    ['CONNECT', 'nonsense', 400],
    ['GET', 'http://sit-a.sites.localhost:9/', 200],
    ['CONNECT', 'sit-a.sites.localhost:443', 200],
    ['GET', 'http://sites.localhost.evil.invalid/', 502],
    ...['api.sites.localhost', 'sites.localhost', 'SITES.localhost.', 'x.sit-a.sites.localhost'].flatMap(
      (host): [string, string, number][] => [
        ['GET', `http://${host}/api/v1/sites`, 403],
        ['CONNECT', `${host}:4300`, 403],
      ],
    ),
    // The allow-list opens hosts of the network, not what the sites domain reserves.
    ['GET', 'http://sit-a.open.localhost.sites.localhost/', 403],
  ])('answers %s %s with %i', async (method, path, status) => {
    expect(await ask(path, method)).toBe(status);
  });

  it('finds sites of another domain below localhost as well, and nothing else', async () => {
    const other = await startEgressProxy({
      sites: { domain: 'books.example', upstream: { host: '127.0.0.1', port: sites.port } },
      allowHosts: ['*.localhost'],
    });
    const answers = Object.fromEntries(
      await Promise.all(
        ['sit-a.books.example', 'api.books.example', 'sit-a.sites.localhost', 'api.sites.localhost'].map(
          async (host) => [host, await ask(`http://${host}/`, 'GET', other.port)],
        ),
      ),
    );
    await other.close();
    expect(answers).toEqual({
      'sit-a.books.example': 200,
      'api.books.example': 403,
      'sit-a.sites.localhost': 200,
      'api.sites.localhost': 403,
    });
  });

  it('remembers why', async () => {
    await ask('http://127.0.0.1:1/');
    expect(proxy.refusalOf('http://127.0.0.1:1/any')).toBe('denied');
    expect(proxy.refusalOf('http://127.0.0.1:2/any')).toBeNull();
    expect(proxy.refusalOf('no url')).toBeNull();
  });
});
