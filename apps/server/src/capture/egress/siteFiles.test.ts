import { once } from 'node:events';
import { type ClientRequest, createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { createSiteCache } from './createSiteCache.js';
import { startEgressProxy } from './startEgressProxy.js';

const host = 'sit-abc.sites.localhost:4300';
const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

interface Reply {
  status?: number;
  headers: Record<string, string>;
  body: string;
  delayMs?: number;
  /** The connection ends in the middle of the body. */
  breaks?: boolean;
}

/** A proxy before a server of sites, which counts what it is asked. */
async function openSites(reply: (path: string, count: number) => Reply) {
  const asked: string[] = [];
  const server: Server = createServer(async (incoming, outgoing) => {
    const path = incoming.url ?? '';
    asked.push(path);
    const count = asked.filter((one) => one === path).length;
    const { status = 200, headers, body, delayMs = 0, breaks = false } = reply(path, count);
    await sleep(delayMs, null, { ref: false });
    outgoing.writeHead(status, { 'content-length': Buffer.byteLength(body), ...headers });
    if (breaks) {
      outgoing.write(body.slice(0, 1));
      setTimeout(() => outgoing.destroy(), 20);
    } else outgoing.end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const proxy = await startEgressProxy({
    sites: { domain: 'sites.localhost', upstream: { host: '127.0.0.1', port } },
    allowHosts: ['127.0.0.1'],
  });
  ends.push(
    () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
    () => proxy.close(),
  );
  const open = (path: string, headers = {}, origin = `http://${host}`): ClientRequest =>
    request({ host: '127.0.0.1', port: proxy.port, path: origin + path, headers, agent: false }).end();
  return {
    asked,
    port,
    open,
    async get(path: string, headers = {}, origin = `http://${host}`) {
      const [response] = (await once(open(path, headers, origin), 'response')) as [IncomingMessage];
      let body = '';
      try {
        for await (const chunk of response) body += chunk;
      } catch {
        body += ' (cut off)';
      }
      return { status: response.statusCode, type: response.headers['content-type'], body };
    },
  };
}

const file = (body: string): Reply => ({
  headers: { etag: `"${body}"`, 'cache-control': 'private, max-age=3600', 'content-type': 'text/plain' },
  body,
});

test('a file of a site that pages ask for at once, and later, is read once', async () => {
  const sites = await openSites((path) => ({ ...file(`body of ${path}`), delayMs: 30 }));
  const answers = await Promise.all(Array.from({ length: 8 }, () => sites.get('/a.js')));
  answers.push(await sites.get('/a.js'), await sites.get('/a.js?v=2'));
  expect(sites.asked).toEqual(['/a.js', '/a.js?v=2']);
  for (const [index, answer] of answers.entries()) {
    const path = index === 9 ? '/a.js?v=2' : '/a.js';
    expect(answer).toEqual({ status: 200, type: 'text/plain', body: `body of ${path}` });
  }
});

test.each<[string, Reply]>([
  ['without a hash', { headers: { 'cache-control': 'max-age=3600' }, body: 'x' }],
  [
    'that must be asked for again',
    { headers: { etag: '"x"', 'cache-control': 'no-cache, max-age=9' }, body: 'x' },
  ],
  ['that says nothing of its age', { headers: { etag: '"x"' }, body: 'x' }],
  ['that depends on headers', { headers: { ...file('x').headers, vary: 'cookie' }, body: 'x' }],
  ['that sets a cookie', { headers: { ...file('x').headers, 'set-cookie': 'a=b' }, body: 'x' }],
  ['that is an error', { ...file('x'), status: 404 }],
])('an answer %s is asked for each time', async (_, reply) => {
  const sites = await openSites((_path, count) => ({ ...reply, body: `x${count}` }));
  const bodies = [];
  for (let time = 0; time < 3; time += 1) bodies.push((await sites.get('/a')).body);
  expect(bodies).toEqual(['x1', 'x2', 'x3']);
});

test.each([
  { range: 'bytes=0-0' },
  { 'if-none-match': '"other"' },
  { 'cache-control': 'no-cache' },
  { authorization: 'x' },
])('a request with %j goes to the server', async (headers) => {
  const sites = await openSites(() => file('x'));
  await sites.get('/a');
  await sites.get('/a', headers);
  expect(sites.asked).toHaveLength(2);
});

test('answers of other hosts are not kept', async () => {
  const sites = await openSites(() => file('x'));
  for (let time = 0; time < 2; time += 1) await sites.get('/a', {}, `http://127.0.0.1:${sites.port}`);
  expect(sites.asked).toHaveLength(2);
});

test('who waits for an answer that breaks off asks for itself', async () => {
  const sites = await openSites((_, count) => ({ ...file('whole'), delayMs: 30, breaks: count === 1 }));
  const answers = await Promise.all(Array.from({ length: 4 }, () => sites.get('/a')));
  expect(answers.filter(({ body }) => body === 'whole')).toHaveLength(3);
  expect((await sites.get('/a')).body).toBe('whole');
});

test('a page that goes away holds up no other', async () => {
  const sites = await openSites((_, count) => ({ ...file('x'), delayMs: count === 1 ? 60_000 : 0 }));
  const gone = sites.open('/a');
  gone.on('error', () => {});
  await expect.poll(() => sites.asked.length).toBe(1);
  const other = sites.get('/a');
  await sleep(50);
  gone.destroy();
  expect((await other).body).toBe('x');
});

test('a page whose answer does not end holds up no other', async () => {
  const sites = await openSites((_, count) => ({ ...file('x'), delayMs: count === 1 ? 60_000 : 0 }));
  const stuck = sites.open('/a');
  stuck.on('error', () => {});
  await expect.poll(() => sites.asked.length).toBe(1);
  const answers = await Promise.all([sites.get('/a'), sites.get('/a')]);
  expect(answers.map(({ body }) => body)).toEqual(['x', 'x']);
  const { length } = sites.asked;
  expect((await sites.get('/a')).body).toBe('x');
  expect(sites.asked).toHaveLength(length);
  stuck.destroy();
});

test('what is kept has no more bytes than allowed, and is what was used last', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ name: fc.nat(9), size: fc.nat(40) }), { maxLength: 60 }),
      async (requests) => {
        const [limit, fileLimit] = [100, 30];
        const cache = createSiteCache({ bytes: limit, fileBytes: fileLimit });
        /** Names and sizes of what must be there, the last used last. */
        let model: [number, number][] = [];
        for (const { name, size } of requests) {
          const held = model.find(([one]) => one === name);
          const found = await cache.find(`${name}`);
          expect(found?.body.byteLength).toBe(held?.[1]);
          // It keeps no memory besides.
          expect(found?.body.buffer.byteLength).toBe(held?.[1]);
          model = model.filter(([one]) => one !== name);
          if (held) model.push(held);
          else {
            await pass(cache, `${name}`, size);
            if (size <= fileLimit) model.push([name, size]);
            while (model.reduce((sum, [, bytes]) => sum + bytes, 0) > limit) model.shift();
          }
        }
      },
    ),
  );
});

async function pass(cache: ReturnType<typeof createSiteCache>, key: string, size: number): Promise<void> {
  const { Readable } = await import('node:stream');
  const response = Object.assign(Readable.from([Buffer.alloc(size)]), {
    statusCode: 200,
    headers: { ...file('x').headers, 'content-length': String(size) },
  });
  cache.keep(key, response as unknown as IncomingMessage);
  response.resume();
  await once(response, 'close');
}
