import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { SvcError } from '../SvcError.js';
import { type Request, Transport } from './Transport.js';

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

/** Sends one request to a server that does as it is told; answers what came of it, and what the server saw. */
async function exchange(
  serve: RequestListener,
  { idleMs, maxRetries = 0, ...request }: Partial<Request<unknown>> & { idleMs: number; maxRetries?: number },
) {
  const seen: IncomingMessage[] = [];
  const server = createServer((incoming, outgoing) => {
    seen.push(incoming);
    serve(incoming, outgoing);
  });
  servers.push(server.listen(0, '127.0.0.1'));
  await once(server, 'listening');
  const transport = new Transport({
    apiUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    headers: {},
    fetch: globalThis.fetch,
    retry: { maxRetries, baseDelayMs: 0, random: () => 0.5, sleep: async () => {} },
    idleMs,
  });
  const answer = await transport
    .send<unknown>({ method: 'POST', path: '/', answer: {}, ...request })
    .catch((error: unknown) => error);
  return { answer, seen };
}

const large = new Uint8Array(24 * 1024 * 1024);
const bytes = { kind: 'bytes', bytes: large, type: 'image/png' } as const;

test.each<[string, RequestListener, Partial<Request<unknown>>]>([
  ['answers nothing', () => {}, {}],
  ['stops in the middle of its answer', (_, outgoing) => void outgoing.writeHead(200).write('{'), {}],
  [
    'stops reading in the middle of the request',
    (incoming) => void incoming.once('data', () => incoming.pause()),
    { body: bytes },
  ],
])('a service that %s is given up and asked again', async (_, serve, request) => {
  const { answer, seen } = await exchange(serve, { ...request, idleMs: 600, maxRetries: 1 });
  expect(answer).toBeInstanceOf(SvcError);
  expect(answer).toMatchObject({
    code: 'NETWORK_ERROR',
    statusCode: 0,
    message: expect.stringContaining('STALLED'),
  });
  expect(seen).toHaveLength(2);
});

test('a slow answer that keeps arriving is waited for', async () => {
  const { answer } = await exchange(
    async (_, outgoing) => {
      for (const piece of ['{"a"', ':', '"ä', '"', '}']) {
        outgoing.write(piece);
        await sleep(400);
      }
      outgoing.end();
    },
    { idleMs: 1_500 },
  );
  expect(answer).toEqual({ a: 'ä' });
});

test('a slow upload that continues is waited for, and arrives whole', async () => {
  const { answer } = await exchange(
    async (incoming, outgoing) => {
      let received = 0;
      for await (const piece of incoming) {
        received += piece.length;
        if (received % 8 === 0) await sleep(5);
      }
      outgoing.end(JSON.stringify({ received }));
    },
    { body: bytes, idleMs: 1_500 },
  );
  expect(answer).toEqual({ received: large.byteLength });
});

test('a large form arrives whole', async () => {
  const form = new FormData();
  form.set('name', 'a');
  form.set('png', new Blob([new Uint8Array(1024 * 1024)], { type: 'image/png' }), 'a.png');
  const { answer, seen } = await exchange(
    async (incoming, outgoing) => {
      const received = await new Response(incoming as never, {
        headers: { 'content-type': incoming.headers['content-type'] ?? '' },
      }).formData();
      outgoing.end(JSON.stringify({ name: received.get('name'), size: (received.get('png') as File).size }));
    },
    { body: { kind: 'form', form }, idleMs: 5_000 },
  );
  expect(answer).toEqual({ name: 'a', size: 1024 * 1024 });
  expect(seen[0]?.headers['user-agent']).toMatch(/^svc-sdk\/\d+\.\d+\.\d+ \(node v\d+/);
});

test.each([
  ['what JSON cannot hold', { kind: 'json', value: 1n }],
  ['a stream that cannot be opened', { kind: 'stream', open: () => Promise.reject(new Error('no file')) }],
] as const)('%s leaves no timer that keeps the process alive', async (_, part) => {
  const body = { replayable: true, type: '', ...part };
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const { answer } = await exchange(() => {}, { idleMs: 1_000, body });
    expect(answer).toMatchObject({ message: expect.stringMatching('BigInt|no file') });
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});
