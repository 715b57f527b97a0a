import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chooseRoute, type EgressPolicy } from '../../apps/server/src/capture/egress/chooseRoute.js';
import { type EgressProxy, startEgressProxy } from '../../apps/server/src/capture/egress/startEgressProxy.js';
import { serve, type TestServer } from './serveFolder.js';
import { startResolver, type TestResolver } from './startResolver.js';

const publicAddress = '93.184.216.34';
const publicSix = '2606:4700:4700::1111';
const sites = { domain: 'sites.localhost', upstream: { host: '127.0.0.1', port: 1 } };

const zone = {
  'plain.test': [[publicAddress]],
  'rebind.test': [[publicAddress], ['127.0.0.1']],
  'metadata.test': [[publicAddress], ['169.254.169.254'], [publicAddress]],
  'both.test': [[publicAddress, '127.0.0.1']],
  'both-reversed.test': [['10.0.0.7', publicAddress]],
  'six.test': [[publicAddress, '::1']],
  'mapped.test': [['::ffff:127.0.0.1']],
  'mapped-beside.test': [[publicAddress, publicSix, '::ffff:10.1.2.3']],
  'nat64.test': [['64:ff9b::7f00:1']],
  'alias.test': [['inside.test']],
  'alias-of-alias.test': [['alias.test']],
  'alias-later.test': [['plain.test'], ['inside.test']],
  'inside.test': [['192.168.1.1']],
  'allowed.test': [['127.0.0.1'], ['127.0.0.2']],
};

describe('a name whose addresses change', () => {
  let resolver: TestResolver;
  let policy: EgressPolicy;
  beforeAll(async () => {
    resolver = await startResolver(zone);
    policy = { sites, allowHosts: ['allowed.test'], resolve: resolver.resolve };
  });
  afterAll(() => resolver?.close());

  const routes = async (name: string, times = 3) => {
    const kinds: string[] = [];
    for (let round = 0; round < times; round++) {
      const route = await chooseRoute(policy, name, 80);
      kinds.push(route.kind === 'dial' ? route.address : route.kind);
    }
    return kinds;
  };

  it('is judged at each request, and dialled at the address that was judged', async () => {
    expect(await routes('rebind.test')).toEqual([publicAddress, 'denied', 'denied']);
    expect(await routes('metadata.test')).toEqual([publicAddress, 'denied', publicAddress]);
    expect(resolver.lookups('rebind.test')).toBe(3);
  });

  it('is refused when one of its addresses is internal', async () => {
    for (const name of [
      'both.test',
      'both-reversed.test',
      'six.test',
      'mapped.test',
      'mapped-beside.test',
      'nat64.test',
    ]) {
      expect(await routes(name, 1), name).toEqual(['denied']);
    }
  });

  it('is judged by what its aliases lead to', async () => {
    expect(await routes('alias.test', 1)).toEqual(['denied']);
    expect(await routes('alias-of-alias.test', 1)).toEqual(['denied']);
    expect(await routes('alias-later.test', 2)).toEqual([publicAddress, 'denied']);
  });

  it('opens nothing where it has no address', async () => {
    expect(await routes('nothing.test', 1)).toEqual(['unresolved']);
  });
});

describe('the proxy, for a name that points elsewhere a moment later', () => {
  let resolver: TestResolver;
  let proxy: EgressProxy;
  /** An internal service that listens at 127.0.0.1 alone. */
  let listener: TestServer;
  const reached: (string | undefined)[] = [];
  beforeAll(async () => {
    resolver = await startResolver(zone);
    listener = await serve((incoming, response) => {
      reached.push(incoming.socket.localAddress);
      response.end();
    });
    proxy = await startEgressProxy({ sites, allowHosts: ['allowed.test'], resolve: resolver.resolve });
  });
  afterAll(async () => {
    await proxy?.close();
    await listener?.close();
    resolver?.close();
  });

  const get = (url: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      request({ port: proxy.port, path: url, agent: false }, (response) => {
        response.resume();
        resolve(response.statusCode);
      })
        .on('error', reject)
        .end();
    });

  it('resolves once a request, and connects to no other address', async () => {
    expect(await get(`http://allowed.test:${listener.port}/`)).toBe(200);
    expect(reached).toEqual(['127.0.0.1']);
    expect(resolver.lookups('allowed.test')).toBe(1);
    // Nothing listens at the second address, where the proxy has to go now.
    expect(await get(`http://allowed.test:${listener.port}/`)).toBe(502);
    expect(reached).toEqual(['127.0.0.1']);
    expect(resolver.lookups('allowed.test')).toBe(2);
  });

  it('refuses what is internal, by any name', async () => {
    for (const name of ['inside.test', 'alias.test', 'mapped.test', 'both.test', 'six.test']) {
      expect(await get(`http://${name}:${listener.port}/`), name).toBe(403);
    }
    expect(reached).toEqual(['127.0.0.1']);
  });
});

describe('the proxy, for a host that cannot be reached', () => {
  let resolver: TestResolver;
  beforeAll(async () => {
    resolver = await startResolver(zone);
  });
  afterAll(() => resolver?.close());

  const statusOf = ({ port }: EgressProxy, url: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      request({ port, path: url, agent: false }, (response) => {
        response.resume();
        resolve(response.statusCode);
      })
        .on('error', reject)
        .end();
    });

  it('asks for its name once, until the next capture', async () => {
    const proxy = await startEgressProxy({ sites, allowHosts: [], resolve: resolver.resolve });
    try {
      for (let round = 0; round < 3; round++) expect(await statusOf(proxy, 'http://nothing.test/')).toBe(502);
      expect(resolver.lookups('nothing.test')).toBe(1);
      proxy.forgetFailures();
      expect(await statusOf(proxy, 'http://nothing.test/')).toBe(502);
      expect(resolver.lookups('nothing.test')).toBe(2);
    } finally {
      await proxy.close();
    }
  });

  it('does not wait for a name server that never answers', async () => {
    const resolve = () => new Promise<string[]>(() => {});
    const proxy = await startEgressProxy({ sites, allowHosts: [], resolve, dialTimeoutMs: 50 });
    try {
      expect(await statusOf(proxy, 'http://silent.test/')).toBe(502);
      expect(proxy.refusalOf('http://silent.test/a.png')).toBe('unresolved');
    } finally {
      await proxy.close();
    }
  });

  it('dials again a server that refused: it may be about to start', async () => {
    const listener = await serve((_incoming, response) => response.end());
    const proxy = await startEgressProxy({ sites, allowHosts: ['127.0.0.1'] });
    const url = `http://127.0.0.1:${listener.port}/`;
    try {
      await listener.close();
      expect(await statusOf(proxy, url)).toBe(502);
      expect(proxy.refusalOf(url)).toBe('unreachable');
      await new Promise<void>((resolve) => listener.server.listen(listener.port, '127.0.0.1', resolve));
      expect(await statusOf(proxy, url)).toBe(200);
      expect(proxy.refusalOf(url)).toBeNull();
    } finally {
      await proxy.close();
      await listener.close();
    }
  });
});
