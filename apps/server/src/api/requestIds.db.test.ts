import type { Capture, Diff } from '@svc/schema';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { image } from '../../testing/image.js';
import { startTestService, type TestService } from '../../testing/startTestService.js';
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
