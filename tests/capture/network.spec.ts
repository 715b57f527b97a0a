import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attacker, hosts, inside, port } from './network/attackPages.mjs';
import { openNetwork, type Seen, type TestNetwork, whyNoNetwork } from './network/openNetwork.js';

const reason = whyNoNetwork();

/** Ways that certainly work in a headless browser; to the attacker's own server they have to. */
const ways = [
  ...['style', 'import', 'css-url', 'font', 'image', 'svg', 'script', 'module', 'modulepreload', 'preload'],
  ...[
    'prefetch',
    'video',
    'audio',
    'object',
    'embed',
    'frame',
    'refresh',
    'form',
    'location',
    'fetch',
    'xhr',
  ],
  ...['keepalive', 'beacon', 'events', 'worker', 'import-scripts', 'turn'],
  ...['redirected-image', 'redirected-frame', 'redirected-fetch'],
];

const waysTo = (host: string, { served }: Seen): string[] =>
  served.flatMap((request) => {
    const { hostname, pathname } = new URL(`http://${request}`);
    return hostname === host ? [pathname.slice(1)] : [];
  });

describe.skipIf(reason !== null)(`on a network of its own${reason ? ` (not here: ${reason})` : ''}`, () => {
  let network: TestNetwork;
  beforeAll(async () => {
    network = await openNetwork();
  });
  afterAll(() => network?.close());

  const page = (path: string) => ({ name: path, url: `http://${attacker}${path}`, delay: 3_000 });
  const to = (way: string, host: string) =>
    page(`/${way}?${encodeURIComponent(`http://${host}:${port}/${way}`)}`);
  /** The next visit of a page takes longer than the one before. */
  const longer = (target: ReturnType<typeof page>, visit: number) => ({
    ...target,
    delay: target.delay * (visit + 1),
  });
  const quiet = { hits: [], strayDatagrams: 0 };

  /**
   * Visits a page that tries every way out, and expects that none leads anywhere but to the attacker's own server. On a
   * busy machine a visit can end before every way was tried: then the page is visited again, twice at the most.
   */
  async function expectNoWayOut(target: ReturnType<typeof page>, tried: readonly string[]): Promise<void> {
    const reached = new Set<string>();
    for (let visit = 0; visit < 3 && !tried.every((way) => reached.has(way)); visit++) {
      const seen = await network.visit({ targets: [longer(target, visit)] });
      expect(seen).toMatchObject(quiet);
      expect(seen.asked.filter((name) => name.startsWith('prefetched.'))).toEqual([]);
      for (const way of waysTo(attacker, seen)) reached.add(way);
    }
    expect([...reached]).toEqual(expect.arrayContaining([...tried]));
  }

  it('a browser as it comes reaches what it should not: the listeners see', async () => {
    const wanted = [
      `tcp ${inside}:${port}`,
      `tcp 169.254.169.254:${port}`,
      `own tcp 127.0.0.1:${port}`,
      'udp :3478',
    ];
    const hits = new Set<string>();
    let outcomes: Seen['outcomes'] = {};
    // As above: on a busy machine the first start of a browser may use up the time of a visit.
    for (let visit = 0; visit < 3 && !wanted.every((hit) => hits.has(hit)); visit++) {
      const seen = await network.visit({ bare: true, targets: [longer(page('/attack'), visit)] });
      for (const hit of seen.hits) hits.add(hit);
      outcomes = seen.outcomes;
    }
    expect([...hits], JSON.stringify(outcomes)).toEqual(expect.arrayContaining(wanted));
  });

  it('a page of the attacker reaches nothing, in any way', async () => {
    await expectNoWayOut(page('/attack'), ways);
  });

  it('an uploaded site reaches nothing either, with its service worker', async () => {
    const site = { name: 'site', url: 'http://sit-abc.sites.localhost/attack', delay: 3_000 };
    await expectNoWayOut(site, [...ways, 'service-worker']);
  });

  it('no internal address is opened, redirected to, or moved to', async () => {
    const senders = ['redirect', 'refresh', 'move', 'popup'];
    const targets = hosts.flatMap((host) => [
      { name: host, url: `http://${host}:${port}/` },
      { name: `https ${host}`, url: `https://${host}:${port}/` },
    ]);
    const sent = senders.flatMap((way) =>
      [inside, '169.254.169.254', 'localhost'].map((host) => to(way, host)),
    );
    const seen = await network.visit({ targets: [...targets, ...sent].map((one) => ({ ...one, delay: 0 })) });
    expect(seen).toMatchObject(quiet);
    const captured = Object.entries(seen.outcomes).filter(([, outcome]) => outcome === 'captured');
    expect(captured).toEqual([]);
  });

  it('a name that points elsewhere the second time is dialled where it was judged, or not at all', async () => {
    const target = { name: 'rebind', url: 'http://rebind.attack.example/rebinding', delay: 2_000 };
    const seen = await network.visit({ targets: [target] });
    expect(seen).toMatchObject({ ...quiet, outcomes: { rebind: 'captured' } });
    const lookUps = seen.asked.filter((name) => name === 'rebind.attack.example').length;
    const reached = seen.served.filter((request) => request.startsWith('rebind.attack.example')).length;
    // Every other answer is internal: as many requests were refused as were served.
    expect(lookUps).toBeGreaterThan(20);
    expect(reached).toBe(Math.ceil(lookUps / 2));
  });

  it('the allow-list opens the host and the port that it names, and nothing beside', async () => {
    const targets = [
      `http://${inside}:${port}/`,
      `http://${inside}:80/`,
      `http://staging.company.example:${port}/`,
      `http://staging.company.example:80/`,
      `http://192.168.7.7:${port}/`,
      `http://inside.attack.example:${port}/`,
    ].map((url) => ({ name: url, url }));
    const first = await network.visit({ targets, allowHosts: [`${inside}:${port}`] });
    expect(Object.keys(first.outcomes).filter((url) => first.outcomes[url] === 'captured')).toEqual([
      `http://${inside}:${port}/`,
    ]);
    expect(new Set(first.hits)).toEqual(new Set([`tcp ${inside}:${port}`]));
    const second = await network.visit({ targets, allowHosts: ['staging.company.example'] });
    expect(
      Object.keys(second.outcomes)
        .filter((url) => second.outcomes[url] === 'captured')
        .sort(),
    ).toEqual([`http://staging.company.example:80/`, `http://staging.company.example:${port}/`]);
    expect(new Set(second.hits)).toEqual(new Set([`tcp ${inside}:80`, `tcp ${inside}:${port}`]));
  });
});
