import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { bridge } from './bridge.js';
import { createPost } from './postMessage.js';

type Answer = (request: IncomingMessage, response: ServerResponse, body: string) => void;

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

async function startService(answer: Answer): Promise<string> {
  const server = createServer(async (request, response) => answer(request, response, await text(request)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  stops.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Sends lines through the bridge, and answers what it wrote. */
async function send(apiUrl: string, lines: string[], renewKey?: () => Promise<string>) {
  const [stdin, written, errors] = [new PassThrough(), [] as string[], [] as string[]];
  const { signal } = new AbortController();
  const service = {
    apiUrl,
    apiKey: 'svc_1',
    credential: 'a key',
    project: 'acme/web',
    ...(renewKey && { renewKey }),
  };
  const over = bridge(
    {
      stdin,
      stdout: { write: (line: string) => written.push(line) },
      stderr: { write: (line: string) => errors.push(line) },
      signal,
    },
    createPost(service as Parameters<typeof createPost>[0], signal),
  );
  for (const line of lines) {
    const before = written.length;
    stdin.write(`${line}\n`);
    // A client waits for the answer of `initialize`.
    while (line.includes('"initialize"') && written.length === before) await new Promise(setImmediate);
  }
  stdin.end();
  await over;
  for (const line of written) expect(line).toMatch(/^[^\n]+\n$/);
  return { answers: written.map((line) => JSON.parse(line)), errors: errors.join('') };
}

const json = (response: ServerResponse, status: number, body: unknown, headers = {}) =>
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));

test('carries messages both ways, as JSON or as events, each as one line', async () => {
  const seen: IncomingMessage['headers'][] = [];
  const url = await startService((request, response, body) => {
    seen.push(request.headers);
    const { id, method } = JSON.parse(body);
    if (id === undefined) response.writeHead(202).end();
    else if (method === 'initialize')
      json(response, 200, { jsonrpc: '2.0', id, result: { protocolVersion: '2025-11-25' } });
    else {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(': still there\n\nevent: message\ndata: {"jsonrpc":"2.0",\r\n');
      response.end(`data: "id":${id},"result":{"text":"ü"}}\r\n\r\n`);
    }
  });
  const { answers } = await send(url, [
    '{"jsonrpc":"2.0","id":1,"method":"initialize"}',
    '',
    '{"jsonrpc":"2.0","method":"notifications/initialized"}',
    '{"jsonrpc":"2.0","id":2,"method":"tools/list"}',
    JSON.stringify({
      jsonrpc: '2.0',
      id: 3,
      method: 'tools/call',
      params: { name: 'a', _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } },
    }),
  ]);
  expect(answers.sort((one, other) => one.id - other.id)).toEqual([
    { jsonrpc: '2.0', id: 1, result: { protocolVersion: '2025-11-25' } },
    { jsonrpc: '2.0', id: 2, result: { text: 'ü' } },
    { jsonrpc: '2.0', id: 3, result: { text: 'ü' } },
  ]);
  const told = seen.map((headers) => [
    headers['x-api-key'],
    headers['x-svc-project'],
    headers['mcp-protocol-version'],
    headers['mcp-method'],
    headers['mcp-name'],
  ]);
  expect(told.slice(0, 1)).toEqual([['svc_1', 'acme/web', undefined, undefined, undefined]]);
  expect(told).toContainEqual(['svc_1', 'acme/web', '2025-11-25', undefined, undefined]);
  expect(told).toContainEqual(['svc_1', 'acme/web', '2026-07-28', 'tools/call', 'a']);
});

test('answers a request that the service refused with the reason', async () => {
  const refused = await startService((_request, response) =>
    json(response, 403, { error: { code: 'FORBIDDEN', message: 'Another project' } }),
  );
  const message = '{"jsonrpc":"2.0","id":"a","method":"tools/list"}';
  const { answers, errors } = await send(refused, [message, '{"method":"notifications/x"}', 'no json']);
  expect(answers).toContainEqual({
    jsonrpc: '2.0',
    id: 'a',
    error: { code: -32_000, message: 'Another project (FORBIDDEN)' },
  });
  expect(answers).toContainEqual({ jsonrpc: '2.0', id: null, error: { code: -32_700, message: 'Not JSON' } });
  expect(answers).toHaveLength(2);
  expect(errors).toContain('svc mcp: Another project (FORBIDDEN)\n');

  const older = await startService((_request, response) => response.writeHead(404).end('no'));
  expect((await send(older, [message])).answers[0].error.message).toContain('older than this svc');
  const gone = await send('http://127.0.0.1:1', [message]);
  expect(gone.answers[0].error.message).toContain('cannot be reached');
  // The protocol's own errors go through as they are.
  const own = { jsonrpc: '2.0', id: 'a', error: { code: -32_600, message: 'No' } };
  const strict = await startService((_request, response) => json(response, 400, own));
  expect((await send(strict, [message])).answers).toEqual([own]);
});

test('asks again after a limit, and with a renewed key', async () => {
  const keys: unknown[] = [];
  const url = await startService((request, response) => {
    keys.push(request.headers['x-api-key']);
    if (keys.length === 1) json(response, 429, { error: { code: 'RATE_LIMITED' } }, { 'retry-after': '0' });
    else if (keys.length === 2) json(response, 401, { error: { code: 'UNAUTHORIZED' } });
    else json(response, 200, { jsonrpc: '2.0', id: 1, result: {} });
  });
  const { answers } = await send(url, ['{"id":1,"method":"ping"}'], async () => 'svc_2');
  expect(answers).toEqual([{ jsonrpc: '2.0', id: 1, result: {} }]);
  expect(keys).toEqual(['svc_1', 'svc_1', 'svc_2']);
});

test('a redirect does not carry the key elsewhere', async () => {
  const visited: unknown[] = [];
  const elsewhere = await startService((request, response) => {
    visited.push(request.headers['x-api-key']);
    json(response, 200, {});
  });
  const url = await startService((_request, response) =>
    response.writeHead(307, { location: `${elsewhere}/mcp` }).end(),
  );
  expect((await send(url, ['{"id":1,"method":"ping"}'])).answers).toMatchObject([
    { error: { code: -32_000 } },
  ]);
  expect(visited).toEqual([]);
});
