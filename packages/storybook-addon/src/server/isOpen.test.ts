import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { networkInterfaces } from 'node:os';
import { expect, test } from 'vitest';
import { isOpen } from './isOpen.js';

const portOf = (server: Server) => (server.address() as { port: number }).port;
async function listen(host: string): Promise<Server> {
  const server = createServer((socket) => socket.destroy()).listen(0, host);
  await once(server, 'listening');
  return server;
}
const isOnNetwork = Object.values(networkInterfaces()).some((addresses) =>
  addresses?.some(({ internal, family }) => !internal && family === 'IPv4'),
);

test('isOpen: without a host, an address of this machine that answers', async () => {
  const server = await listen('127.0.0.1');
  const port = portOf(server);
  expect(await isOpen(undefined, port, [])).toBe(false);
  expect(await isOpen(undefined, port, ['127.0.0.1'])).toBe(true);
  expect(await isOpen(undefined, port)).toBe(false);
  await new Promise((resolve) => server.close(resolve));
  expect(await isOpen(undefined, port, ['127.0.0.1'])).toBe(false);
});

test.runIf(isOnNetwork)('isOpen: a server that listens everywhere', async () => {
  const server = await listen('0.0.0.0');
  expect(await isOpen(undefined, portOf(server))).toBe(true);
  expect(await isOpen('', portOf(server))).toBe(true);
  await new Promise((resolve) => server.close(resolve));
});

test('isOpen: a host decides, whatever answers', async () => {
  expect(await isOpen('localhost', 1, ['127.0.0.1'])).toBe(false);
  for (const host of ['0.0.0.0', '192.168.1.7', 'book.example.com'])
    expect(await isOpen(host, 1, [])).toBe(true);
});
