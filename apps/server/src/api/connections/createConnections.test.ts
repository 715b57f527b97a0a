import { once } from 'node:events';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { type ConnectionLimits, type Connections, createConnections } from './createConnections.js';

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

interface Served {
  connections: Connections;
  /** Opens a connection and sends text. */
  send(text: string): Client;
}

interface Client {
  socket: Socket;
  /** What it has received so far. */
  received(): string;
  closed: Promise<void>;
}

const patience = { timeout: 20_000 };
const short = 300;
const long = 60_000;

async function serve(limits: Partial<ConnectionLimits>, handler: RequestListener): Promise<Served> {
  const connections = createConnections({ headers: long, idle: long, ...limits });
  const server = connections.serve(handler).listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanUps.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  return {
    connections,
    send(text) {
      const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
      socket.on('error', () => {});
      cleanUps.push(() => socket.destroy());
      let received = '';
      socket.on('data', (data) => (received += data));
      if (text !== '') socket.write(text);
      const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
      return { socket, received: () => received, closed };
    },
  };
}

async function echo(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let bytes = 0;
  try {
    for await (const chunk of request) bytes += chunk.length;
    response.end(`${bytes} bytes`);
  } catch {
    // The client is gone.
  }
}

/** Answers after the first piece of a body, and leaves the rest where it is. */
async function refuse(request: IncomingMessage, response: ServerResponse): Promise<void> {
  for await (const _chunk of request.iterator({ destroyOnReturn: false })) break;
  response.end('refused');
}

const head = (length: number) => `POST / HTTP/1.1\r\nhost: test\r\ncontent-length: ${length}\r\n\r\n`;

/** Two bytes of four, in a request that the server has begun to answer. */
async function sendHalf(send: Served['send']): Promise<Client> {
  const half = send('POST / HTTP/1.1\r\nhost: test\r\ncontent-length: 4\r\nexpect: 100-continue\r\n\r\n');
  await expect.poll(half.received, patience).toContain('100 Continue');
  half.socket.write('ab');
  return half;
}

describe('a connection is closed', () => {
  test.each([
    ['that sends nothing', ''],
    ['whose headers do not end', 'GET / HTTP/1.1\r\nhost: test\r\n'],
  ])('%s', async (_title, text) => {
    const { send } = await serve({ headers: short }, echo);
    await send(text).closed;
  });

  test('whose next request does not get past its headers', async () => {
    const { send } = await serve({ headers: short }, echo);
    const client = send(`${head(2)}ab`);
    await expect.poll(client.received, patience).toContain('2 bytes');
    client.socket.write('GET / HTTP/1.1\r\n');
    await client.closed;
  });

  test('whose body stops', async () => {
    const { send } = await serve({ idle: short }, echo);
    const client = send(`${head(1_000)}only this`);
    await client.closed;
    expect(client.received()).toBe('');
  });

  test('whose body was refused, and does not end', async () => {
    const { send } = await serve({ idle: short }, refuse);
    const client = send(`${head(1_000)}only this`);
    await expect.poll(client.received, patience).toContain('refused');
    const writing = setInterval(() => client.socket.write('x'), 20);
    await client.closed;
    clearInterval(writing);
  });

  test('whose client does not read the answer', async () => {
    const answer = Buffer.alloc(64 * 1024 * 1024);
    const responses: ServerResponse[] = [];
    const { send } = await serve({ idle: short }, (_request, response) => {
      responses.push(response);
      response.end(answer);
    });
    send('GET / HTTP/1.1\r\nhost: test\r\n\r\n').socket.pause();
    await expect.poll(() => responses.map(({ closed }) => closed), patience).toEqual([true]);
    expect(responses[0]?.writableFinished).toBe(false);
  });
});

describe('a connection is kept', () => {
  test('when a body is refused before all of it is here', async () => {
    const { send } = await serve({}, refuse);
    const bytes = 8 * 1024 * 1024;
    const client = send(head(bytes));
    client.socket.write(Buffer.alloc(bytes / 2));
    await expect.poll(client.received, patience).toContain('refused');
    client.socket.write(Buffer.alloc(bytes / 2));
    client.socket.write(`${head(1)}a`);
    await expect.poll(() => client.received().match(/refused/g), patience).toHaveLength(2);
  });

  test('while its body makes progress, however slowly', async () => {
    const { send } = await serve({ headers: short, idle: 3_000 }, echo);
    const client = send(head(30));
    for (let byte = 0; byte < 30; byte++) {
      await sleep(150);
      client.socket.write('x');
    }
    await expect.poll(client.received, patience).toContain('30 bytes');
  });

  test('while the service takes its time', async () => {
    const { send } = await serve({ headers: short, idle: short }, async (_request, response) => {
      await sleep(4 * short);
      response.end('at last');
    });
    const client = send('GET / HTTP/1.1\r\nhost: test\r\n\r\n');
    await expect.poll(client.received, patience).toContain('at last');
  });

  test('while the service does not read its body', async () => {
    const bytes = 8 * 1024 * 1024;
    const { send } = await serve({ headers: short, idle: short }, async (request, response) => {
      await sleep(4 * short);
      await echo(request, response);
    });
    const client = send(head(bytes));
    client.socket.write(Buffer.alloc(bytes));
    await expect.poll(client.received, patience).toContain(`${bytes} bytes`);
  });
});

describe('a drain', () => {
  test('waits for requests under way, answers new ones, and ends every connection', async () => {
    const { send, connections } = await serve({}, echo);
    const kept = send(`${head(1)}a`);
    await expect.poll(kept.received, patience).toContain('1 bytes');
    expect(kept.received()).toContain('keep-alive');
    const half = await sendHalf(send);

    let isDrained = false;
    const draining = connections.drain(long).then(() => {
      isDrained = true;
    });
    expect(connections.isDraining()).toBe(true);
    for (const client of [kept, send('')]) {
      client.socket.write(`${head(3)}abc`);
      await expect.poll(client.received, patience).toMatch(/connection: close.*3 bytes/is);
      await client.closed;
    }
    expect(isDrained).toBe(false);
    half.socket.write('cd');
    await expect.poll(half.received, patience).toMatch(/connection: close.*4 bytes/is);
    await draining;
  });

  test('ends after its limit', async () => {
    const { send, connections } = await serve({}, echo);
    await sendHalf(send);
    await connections.drain(100);
    await connections.finish();
  });

  test('finishes with the last request, and does not wait for connections without one', async () => {
    const { send, connections } = await serve({}, echo);
    const silent = send('');
    const half = await sendHalf(send);
    let isFinished = false;
    const drained = connections.drain(long);
    const finished = connections.finish().then(() => {
      isFinished = true;
    });
    const late = send(`${head(2)}ab`);
    await expect.poll(late.received, patience).toContain('2 bytes');
    expect(isFinished).toBe(false);
    half.socket.write('cd');
    await drained;
    await finished;
    expect(silent.socket.destroyed).toBe(false);
  });
});
