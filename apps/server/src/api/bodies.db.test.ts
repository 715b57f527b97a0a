import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { Worker } from 'node:worker_threads';
import { gzipSync } from 'node:zlib';
import { bodyLimits, type Operation, operations } from '@svc/schema';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { longestTurn, measureTurns } from '../../testing/measureTurns.js';
import { startTestService, type TestService } from '../../testing/startTestService.js';
import { StorageUnavailable } from '../domain/StorageUnavailable.js';

let service: TestService;
let base: string;
beforeAll(async () => {
  service = await startTestService();
  base = await service.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => service.stop());

interface Sent {
  path: string;
  bodies: (string | Buffer)[];
  headers?: Record<string, string>;
}

/** Sends bodies at the same time, and says how long any request held up the others. */
async function send({ path, bodies, headers = { 'x-api-key': service.apiKey } }: Sent) {
  const turns = measureTurns();
  const program = new URL('../../testing/programs/sendBodies.mjs', import.meta.url);
  const all = { 'content-type': 'application/json', ...headers };
  const client = new Worker(program, { workerData: { url: base + path, bodies, headers: all } });
  try {
    const answers = await new Promise<{ status: number; text: string }[]>((resolve, reject) =>
      client.once('message', resolve).once('error', reject),
    );
    return { statuses: [...new Set(answers.map(({ status }) => status))], answers, held: turns() };
  } finally {
    await client.terminate();
  }
}

const target = (index: number) => ({
  name: `Button / primary / ${index}`,
  url: `https://example.com/?id=${index}`,
  metadata: { description: 'x'.repeat(1_000) },
});
const list = <T>(length: number, entry: (index: number) => T) =>
  Array.from({ length }, (_, index) => entry(index));
const place = { suite: 'large', branch: 'main', commit: 'abc' };

describe('a request that is large does not hold up the others', () => {
  test.each<[string, string, () => string, number]>([
    ['20,000 targets', 'captures', () => JSON.stringify({ ...place, targets: list(20_000, target) }), 200],
    [
      '20,000 wrong targets',
      'captures',
      () => JSON.stringify({ ...place, targets: list(20_000, () => ({})) }),
      400,
    ],
    [
      '20,000 wrong names',
      'diffs/dif_none/approve',
      () => JSON.stringify({ snapshots: list(20_000, () => '') }),
      400,
    ],
    ['8,000,000 lists', 'captures', () => `[${'[],'.repeat(8_000_000)}[]]`, 400],
    ['a deep list', 'captures', () => '['.repeat(10_000_000), 400],
    ['30 MiB of text', 'diffs', () => JSON.stringify({ suite: 'x'.repeat(30 * 1024 * 1024) }), 400],
    ['a million numbers', 'commits', () => `{"commits":[${'0,'.repeat(999_990)}0]}`, 400],
    [
      '5,000 commits of 128 parents',
      'commits',
      () => {
        const commit = (index: number) => ({
          id: `c${index}`,
          parents: list(128, (parent) => `c${index + parent + 1}`),
          origin: '0'.repeat(32),
        });
        return JSON.stringify({ commits: list(5_000, commit) });
      },
      200,
    ],
  ])('%s', async (_what, path, body, status) => {
    const { statuses, held } = await send({ path: `/api/v1/${path}`, bodies: [body()] });
    expect(statuses).toEqual([status]);
    expect(held).toBeLessThan(longestTurn);
  });
});

test('a hundred compressed bodies are refused before they are unpacked', async () => {
  const bomb = gzipSync(Buffer.alloc(32 * 1024 * 1024, '['), { level: 9 });
  expect(bomb.length).toBeLessThan(64 * 1024);
  const before = process.memoryUsage();
  const { statuses, answers, held } = await send({
    path: '/api/v1/sign-in',
    bodies: list(100, () => bomb),
    headers: { 'content-encoding': 'gzip' },
  });
  expect(statuses).toEqual([400]);
  expect(JSON.parse(answers[0]?.text ?? '').error).toMatchObject({
    message: 'Content-Encoding must be left out: request bodies are sent uncompressed',
  });
  expect(held).toBeLessThan(longestTurn);
  const { arrayBuffers } = process.memoryUsage();
  expect(arrayBuffers - before.arrayBuffers).toBeLessThan(64 * 1024 * 1024);
  expect((await service.ask('GET', '/healthz')).status).toBe(200);
});

test.each(['gzip', 'br', 'deflate', 'zstd', 'x-gzip', 'gzip, gzip'])('%s is refused', async (encoding) => {
  for (const url of ['/api/v1/captures', '/api/v1/sites', '/api/v1/snapshots', '/api/v1/webhooks/github']) {
    const headers = {
      'x-api-key': service.apiKey,
      'content-encoding': encoding,
      'content-type': 'application/octet-stream',
      'x-hub-signature-256': `sha256=${'0'.repeat(64)}`,
    };
    const answer = await service.app.inject({ method: 'POST', url, headers, payload: 'x' });
    expect([url, answer.statusCode, answer.json().error.message]).toEqual([
      url,
      400,
      'Content-Encoding must be left out: request bodies are sent uncompressed',
    ]);
  }
});

test.each([
  { what: 'JSON', path: 'captures', type: 'application/json', status: 400, code: 'VALIDATION_ERROR' },
  { what: 'an archive', path: 'sites', type: 'application/gzip', status: 503, code: 'STORAGE_UNAVAILABLE' },
])('$what that is refused early costs neither its connection nor the answer', async (sent) => {
  const { blobs } = service.resources;
  service.resources.blobs = { ...blobs, put: fullAfterOneChunk };
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const headers = { 'x-api-key': service.apiKey, 'content-type': sent.type };
  const half = '['.repeat(4_000_000);
  const begin = (path: string) => request(`${base}/api/v1/${path}`, { method: 'POST', agent, headers });
  const refused = begin(sent.path).setHeader('content-length', 2 * half.length);
  refused.write(half);
  const [answer] = (await once(refused, 'response')) as [IncomingMessage];
  const body = await json(answer);
  expect([answer.statusCode, body]).toMatchObject([sent.status, { error: { code: sent.code } }]);
  refused.end(half);
  const next = begin('captures').setHeader('content-type', 'application/json');
  next.end(JSON.stringify({ suite: 'after' }));
  const [second] = (await once(next, 'response')) as [IncomingMessage];
  expect([second.statusCode, next.socket === refused.socket]).toEqual([200, true]);
  second.resume();
  agent.destroy();
  service.resources.blobs = blobs;
});

/** A disk that is full once it has something of a file. */
async function fullAfterOneChunk(
  content: Parameters<TestService['resources']['blobs']['put']>[0],
): Promise<never> {
  if (!(Buffer.isBuffer(content) || content instanceof Uint8Array))
    for await (const _chunk of content as AsyncIterable<Buffer>) break;
  throw new StorageUnavailable('The disk that holds the images is full.');
}

const withBody = Object.entries<Operation>(operations).filter(([, { body }]) => body !== undefined);
test.each(withBody)(
  '%s takes no more than it needs, and only after authentication',
  async (_name, operation) => {
    const url = operation.path.replace(':org', 'acme').replace(/:\w+/g, 'x');
    const limit = bodyLimits[operation.bodyLimit ?? 'usual'];
    const ask = (size: number, headers: Record<string, string>) =>
      service.app.inject({
        method: operation.method,
        url,
        headers: { 'content-type': 'application/json', ...headers },
        payload: `{${' '.repeat(size - 2)}}`,
      });
    const isOpen = operation.access === 'public' || operation.access === 'signed';
    if (!isOpen) expect((await ask(limit + 1, {})).statusCode).toBe(401);
    if (!isOpen && operation.access !== 'project') return;
    if (operation.access === 'project' && operation.needs !== 'upload' && operation.needs !== 'review')
      return;
    const key = { 'x-api-key': service.apiKey };
    const tooLarge = await ask(limit + 1, key);
    expect([tooLarge.statusCode, tooLarge.json().error.message]).toEqual([
      400,
      expect.stringContaining('The request body is larger than the'),
    ]);
    expect((await ask(limit, key)).body).not.toContain('larger than');
  },
);

test('JSON is nested 64 levels deep at most', async () => {
  const nested = (levels: number) => `{"token":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
  const ask = async (levels: number) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await service.app.inject({
      method: 'POST',
      url: '/api/v1/invitations/read',
      headers,
      payload: nested(levels),
    });
    return answer.json().error.message;
  };
  expect(await ask(64)).toBe('token must be a string');
  expect(await ask(65)).toBe('The body is nested more than 64 levels deep');
});
