import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { SvcClient } from '@svc/sdk';
import { afterEach, expect, test } from 'vitest';
import { proxiedFetch } from './proxiedFetch.js';

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

async function listen(listener?: RequestListener) {
  const server = createServer(listener);
  servers.push(server.listen(0, '127.0.0.1'));
  await once(server, 'listening');
  return { server, port: (server.address() as AddressInfo).port };
}

/** A proxy that opens tunnels, and what it was asked to open. */
async function startProxy() {
  const { server, port } = await listen((_, answer) => void answer.writeHead(405).end());
  const asked: string[] = [];
  server.on('connect', (request, socket) => {
    asked.push(request.url ?? '');
    const [host, to] = (request.url ?? '').split(':');
    const there = connect(Number(to), host === 'service.test' ? '127.0.0.1' : host, () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      there.pipe(socket);
      socket.pipe(there);
    });
    there.on('error', () => socket.destroy());
    socket.on('error', () => there.destroy());
  });
  return { url: `http://127.0.0.1:${port}`, asked };
}

const service: RequestListener = async (request, answer) => {
  let bytes = 0;
  for await (const piece of request) bytes += piece.length;
  answer
    .writeHead(200, { 'content-type': 'application/json' })
    .end(JSON.stringify({ id: 'sit_1', status: 'ready', bytes }));
};

test('uploads reach, through the proxy, a service that this machine cannot name', async () => {
  const proxy = await startProxy();
  const { port } = await listen(service);
  const fetch = (await proxiedFetch({ HTTP_PROXY: proxy.url })) ?? undefined;
  const client = new SvcClient({
    apiKey: 'svc_a',
    apiUrl: `http://service.test:${port}`,
    fetch,
    maxRetries: 0,
  });
  expect(await client.uploadSite(new Uint8Array(1024 * 1024))).toMatchObject({ bytes: 1024 * 1024 });
  expect(proxy.asked).toEqual([`service.test:${port}`]);
});

test('https goes through the tunnel of HTTPS_PROXY', async () => {
  const proxy = await startProxy();
  const { port } = await listen(service);
  const fetch = (await proxiedFetch({ https_proxy: proxy.url })) ?? undefined;
  const client = new SvcClient({
    apiKey: 'svc_a',
    apiUrl: `https://service.test:${port}`,
    fetch,
    maxRetries: 0,
  });
  // Nobody speaks TLS at the other end.
  await expect(client.getSite('sit_1')).rejects.toMatchObject({ code: 'NETWORK_ERROR' });
  expect(proxy.asked).toEqual([`service.test:${port}`]);
});

test('hosts of NO_PROXY are reached directly', async () => {
  const proxy = await startProxy();
  const { port } = await listen(service);
  const fetch = (await proxiedFetch({ HTTP_PROXY: proxy.url, NO_PROXY: 'localhost,127.0.0.1' })) ?? undefined;
  const client = new SvcClient({ apiKey: 'svc_a', apiUrl: `http://127.0.0.1:${port}`, fetch });
  expect(await client.getSite('sit_1')).toMatchObject({ bytes: 0 });
  expect(proxy.asked).toEqual([]);
});

test.each([
  ['127.0.0.1:1', '127.0.0.1:1'],
  ['proxy.invalid:8080', 'proxy.invalid'],
])('a proxy that cannot be reached is named instead of the service: %s', async (HTTP_PROXY, named) => {
  const fetch = (await proxiedFetch({ HTTP_PROXY })) ?? undefined;
  const client = new SvcClient({
    ...{ apiKey: 'svc_test', apiUrl: 'http://service.test:8000', maxRetries: 0, fetch },
  });
  await expect(client.getCapture('cap_1')).rejects.toThrow(
    `the proxy at ${named} cannot be reached: check HTTPS_PROXY and HTTP_PROXY`,
  );
});

test('what closes the connection instead of opening a tunnel is asked once', async () => {
  const { server, port } = await listen();
  let connections = 0;
  server.on('connection', () => {
    connections += 1;
  });
  const fetch = (await proxiedFetch({ HTTPS_PROXY: `http://127.0.0.1:${port}` })) ?? undefined;
  const client = new SvcClient({
    ...{ apiKey: 'svc_test', apiUrl: 'https://service.test', maxRetries: 0, fetch },
  });
  await expect(client.getCapture('cap_1')).rejects.toThrow(/\(ECONNRESET\).* any proxy between/);
  expect(connections).toBe(1);
});

test('without a proxy nothing changes', async () => {
  expect(await proxiedFetch({ NO_PROXY: '*' })).toBeNull();
});

test('a proxy needs no scheme', async () => {
  const proxy = await startProxy();
  const { port } = await listen(service);
  const fetch = (await proxiedFetch({ HTTP_PROXY: new URL(proxy.url).host })) ?? undefined;
  const client = new SvcClient({ apiKey: 'svc_a', apiUrl: `http://service.test:${port}`, fetch });
  expect(await client.getSite('sit_1')).toMatchObject({ bytes: 0 });
  expect(proxy.asked).toEqual([`service.test:${port}`]);
});

test.each(['socks5://127.0.0.1:1080', 'http://', 'no such proxy'])('%s is refused', async (HTTPS_PROXY) => {
  await expect(proxiedFetch({ HTTPS_PROXY })).rejects.toMatchObject({
    code: 'PROXY_INVALID',
    message: expect.stringMatching(/^HTTPS_PROXY must be the http or https address of a proxy/),
  });
});
