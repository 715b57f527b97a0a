import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { image } from '../../testing/image.js';
import { longestTurn, measureTurns } from '../../testing/measureTurns.js';
import { startTestService, type TestService } from '../../testing/startTestService.js';

const count = 20_000;
const place = { suite: 'large', branch: 'main', commit: 'abc' };

let service: TestService;
let base: string;
let snapshots: { name: string; hash: string }[];
beforeAll(async () => {
  service = await startTestService();
  base = await service.app.listen({ host: '127.0.0.1', port: 0 });
  const first = await service.ask<{ id: string }>('POST', '/api/v1/captures', { suite: 'one' });
  const path = `/api/v1/snapshots?captureId=${first.body.id}&name=a`;
  const { hash } = (await service.upload(path, image(1), 'image/png')).body as { hash: string };
  snapshots = Array.from({ length: count }, (_, index) => ({ name: `Button / primary / ${index}`, hash }));
});
afterAll(() => service?.stop());

/** What a request answers, after making sure that it let others have their turn. */
async function ask<Answer>(
  method: 'GET' | 'POST',
  url: string,
  body?: object,
  encoding: 'gzip' | 'identity' = 'gzip',
): Promise<Answer> {
  const headers = {
    'x-api-key': service.apiKey,
    'idempotency-key': randomUUID(),
    'accept-encoding': encoding,
    'content-type': 'application/json',
  };
  const text = JSON.stringify(body ?? {});
  const turns = measureTurns();
  const { status, parts } = await new Promise<{ status: number; parts: Buffer[] }>((resolve, reject) => {
    const sent = request(`${base}/api/v1/${url}`, { method, headers }, (answer) => {
      const read: Buffer[] = [];
      answer.on('data', (part: Buffer) => read.push(part)).on('error', reject);
      answer.on('end', () => resolve({ status: Number(answer.statusCode), parts: read }));
    });
    sent.on('error', reject).end(method === 'POST' ? text : undefined);
  });
  const held = turns();
  const bytes = Buffer.concat(parts);
  const isPacked = bytes[0] === 0x1f;
  const answer = String(isPacked ? gunzipSync(bytes) : bytes);
  expect(status, answer.slice(0, 200)).toBe(200);
  expect(isPacked, url).toBe(encoding === 'gzip' && answer.length >= 2_048);
  expect(held, url).toBeLessThan(longestTurn);
  return JSON.parse(answer);
}

/** Waits for a diff, without reading all of it again and again. */
async function computed(id: string): Promise<void> {
  const turns = measureTurns();
  for (const deadline = Date.now() + 60_000; ; await sleep(20)) {
    const { rows } = await sql<{ status: string }>`select status from diffs where id = ${id}`.execute(
      service.resources.database,
    );
    if (rows[0]?.status === 'completed') break;
    expect(Date.now(), 'the diff is still not computed').toBeLessThan(deadline);
  }
  const held = turns();
  expect(held, 'to compute the diff').toBeLessThan(longestTurn);
}

test('captures and diffs of 20,000 snapshots do not hold up other requests', async () => {
  const capture = await ask<{ id: string }>('POST', 'captures', { ...place, snapshots });
  const diff = await ask<{ id: string }>('POST', 'diffs', { suite: place.suite, headCaptureId: capture.id });
  await computed(diff.id);
  for (const [url, list] of [
    [`captures/${capture.id}`, 'snapshots'],
    [`captures/${capture.id}/details`, 'snapshots'],
    [`diffs/${diff.id}`, 'results'],
    [`diffs/${diff.id}/review`, 'results'],
  ] as const) {
    for (const encoding of ['gzip', 'identity'] as const) {
      const answer = await ask<Record<string, unknown[]>>('GET', url, undefined, encoding);
      expect(answer[list], url).toHaveLength(count);
    }
  }
  const all = { approved: count, total: count };
  expect(await ask('POST', `diffs/${diff.id}/approve`, {})).toEqual(all);
  await ask('GET', `baselines?suite=${place.suite}`);
  await ask('POST', `diffs/${diff.id}/rediff`, {});
  await computed(diff.id);
}, 120_000);

test('nor does the completion of a session that carries 20,000 baselines', async () => {
  const session = { ...place, commit: 'def' };
  const { sessionId } = await ask<{ sessionId: string }>('POST', 'sessions', session);
  const query = new URLSearchParams({ ...session, sessionId, baselineRef: 'main', name: 'a' });
  await service.upload(`/api/v1/snapshots?${query}`, image(2), 'image/png');
  await ask('POST', `sessions/${sessionId}/complete`, { exitCode: 0 });
}, 60_000);
