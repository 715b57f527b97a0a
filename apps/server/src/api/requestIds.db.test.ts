import type { Capture, Diff } from '@svc/schema';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { image } from '../../testing/image.js';
import { startTestService, type TestService } from '../../testing/startTestService.js';
import { type SpanStart, traceWith } from '../context/spans.js';
import type { WorkContext } from '../context/workContext.js';
import { createLogger } from '../createLogger.js';

let service: TestService;
const lines: string[] = [];
beforeAll(async () => {
  const logger = createLogger('warn', { write: (line) => lines.push(line) });
  service = await startTestService(undefined, undefined, null, { isIdle: true, logger });
});
afterAll(() => service.stop());

const ask = (method: 'GET' | 'POST', url: string, requestId: string | undefined, payload?: object) =>
  service.app.inject({
    method,
    url,
    headers: { 'x-api-key': service.apiKey, ...(requestId !== undefined && { 'x-request-id': requestId }) },
    ...(payload && { payload }),
  });

test('a request keeps the id that it came with, where that can be logged', async () => {
  expect((await ask('GET', '/healthz', 'edge:1-2.3')).headers['x-request-id']).toBe('edge:1-2.3');
  const made = await Promise.all([
    ask('GET', '/healthz', undefined),
    ask('GET', '/healthz', 'two words'),
    ask('GET', '/nowhere', 'x'.repeat(129)),
  ]);
  const ids = made.map(({ headers }) => headers['x-request-id']);
  expect(new Set(ids).size).toBe(3);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f-]{36}$/);
});

test('a job knows the request that it was enqueued for, and so does what is logged', async () => {
  const capture = (
    await ask('POST', '/api/v1/captures', 'r1', {
      suite: 'forms',
      branch: 'main',
      commit: 'c1',
      snapshots: [{ name: 'one' }],
    })
  ).json<Capture>();
  await service.upload(`/api/v1/snapshots?captureId=${capture.id}&name=one`, image(0), 'image/png');
  const diff = (
    await ask('POST', '/api/v1/diffs', 'r2', { suite: 'forms', headCaptureId: capture.id })
  ).json<Diff>();
  const { rows } = await sql<{ requestId: string }>`
    select data->'$context'->>'requestId' request_id from pgboss.job
    where name = 'computeDiff' and data->>'diffId' = ${diff.id}`.execute(service.resources.database);
  expect(rows).toEqual([{ requestId: 'r2' }]);

  await sql`alter table suites rename to away`.execute(service.resources.database);
  expect((await ask('GET', '/api/v1/suites', 'r3')).statusCode).toBe(500);
  await sql`alter table away rename to suites`.execute(service.resources.database);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ msg: 'request failed', requestId: 'r3' }]);
});

test('a request of the API is a span, and what is done for it belongs to that', async () => {
  const begun: (SpanStart & { within: WorkContext; noted: object[]; error?: unknown })[] = [];
  traceWith((start, within) => {
    const span: (typeof begun)[number] = { ...start, within, noted: [] };
    begun.push(span);
    return {
      context: { traceId: 't1', spanId: `s${begun.length}`, traceFlags: '01' },
      note: (attributes) => span.noted.push(attributes),
      end: (error) => Object.assign(span, { error }),
    };
  });
  try {
    const headers = { 'x-api-key': service.apiKey, traceparent: 'of the client' };
    await service.app.inject({ url: '/api/v1/captures/cap_a?token=hunter2', headers });
    for (const path of ['/healthz', '/api/v1/nowhere/hunter2', '/docs/api', '/favicon.ico'])
      await service.app.inject({ url: path, headers });
    await service.app.inject({ url: '/api/v1/cli-logins/hunter2', headers });
    await sql`alter table suites rename to away`.execute(service.resources.database);
    await ask('GET', '/api/v1/suites', 'r4');
    await sql`alter table away rename to suites`.execute(service.resources.database);
  } finally {
    traceWith(null);
  }
  expect(begun.map(({ name, kind }) => [name, kind])).toEqual([
    ['GET /api/v1/captures/:id', 'server'],
    ['GET /api/v1/cli-logins/:code', 'server'],
    ['GET /api/v1/suites', 'server'],
  ]);
  expect(begun[0]).toMatchObject({
    parent: 'of the client',
    attributes: { 'http.route': '/api/v1/captures/:id', 'url.path': '/api/v1/captures/cap_a' },
    noted: [{ 'http.response.status_code': 404 }],
    error: undefined,
  });
  expect(begun[2]).toMatchObject({ noted: [{ 'http.response.status_code': 500 }], error: 500 });
  expect(JSON.stringify(begun)).not.toContain('hunter2');
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ requestId: 'r4', traceId: 't1', spanId: 's3' });
});
