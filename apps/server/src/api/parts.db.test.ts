import type { Capture, CaptureState, Diff, DiffState } from '@svc/schema';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { image } from '../../testing/image.js';
import { settled } from '../../testing/settled.js';
import { startTestService, type TestService } from '../../testing/startTestService.js';

let service: TestService;
let capture: Capture;
let diff: Diff;
beforeAll(async () => {
  service = await startTestService();
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  await record(names.map((name) => [name, 1]));
  capture = await record(names.map((name, index) => [name, index % 2]));
  const { body } = await service.ask<Diff>('POST', '/api/v1/diffs', {
    suite: 'parts',
    headCaptureId: capture.id,
  });
  diff = await settled(service, 'diffs', body.id);
  // Uploads at the same time may share a position, and a snapshot may fail.
  const { database } = service.resources;
  await sql`update snapshots set position = position / 3 where capture_id = ${capture.id}`.execute(database);
  await sql`update results set position = position / 3 where diff_id = ${diff.id}`.execute(database);
  await sql`update snapshots set status = 'failed', hash = null, error = 'it is gone' where capture_id = ${capture.id} and name = 'd'`.execute(
    database,
  );
  await sql`update captures set completed_snapshots = 6, failed_snapshots = 1 where id = ${capture.id}`.execute(
    database,
  );
  capture = await read<Capture>(`captures/${capture.id}`);
  diff = await read<Diff>(`diffs/${diff.id}`);
});
afterAll(() => service.stop());

async function record(images: [name: string, shade: number][]): Promise<Capture> {
  const { body } = await service.ask<Capture>('POST', '/api/v1/captures', {
    suite: 'parts',
    branch: 'main',
    commit: 'c0ffee1',
    autoBaseline: true,
    snapshots: images.map(([name]) => ({ name })),
  });
  for (const [name, shade] of images)
    await service.upload(`/api/v1/snapshots?captureId=${body.id}&name=${name}`, image(shade), 'image/png');
  return body;
}

async function read<Body>(path: string): Promise<Body> {
  const { status, body } = await service.ask<Body>('GET', `/api/v1/${path}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

async function readPages<Body extends { nextCursor?: string | null }>(
  path: string,
  limit: number,
): Promise<Body[]> {
  const pages: Body[] = [];
  for (let cursor: string | null | undefined = ''; cursor !== null; cursor = pages.at(-1)?.nextCursor ?? null)
    pages.push(await read<Body>(`${path}?limit=${limit}${cursor ? `&cursor=${cursor}` : ''}`));
  return pages;
}

test.each([1, 2, 3, 6, 7, 8, 1_000])('pages of %i hold what the whole holds', async (limit) => {
  const results = await readPages<Diff & { nextCursor: string | null }>(`diffs/${diff.id}`, limit);
  expect(results).toHaveLength(Math.ceil(7 / limit));
  expect(results.flatMap((page) => page.results)).toEqual(diff.results);
  expect(results.flatMap((page) => page.failures)).toEqual(diff.failures);

  const snapshots = await readPages<Capture & { nextCursor: string | null }>(`captures/${capture.id}`, limit);
  expect(snapshots.flatMap((page) => page.snapshots)).toEqual(capture.snapshots);
  expect(snapshots.flatMap((page) => page.failures)).toEqual(capture.failures);
  expect(capture.snapshots).toHaveLength(6);
  expect(capture.failures).toHaveLength(1);
});

test('a summary is the whole without what it lists', async () => {
  const { results, failures, ...state } = diff;
  expect(await read<DiffState>(`diffs/${diff.id}?fields=summary`)).toEqual(state);
  const { snapshots, failures: failed, ...summary } = capture;
  expect(await read<CaptureState>(`captures/${capture.id}?fields=summary`)).toEqual(summary);
  expect([results.length, failures.length, snapshots.length, failed.length]).toEqual([7, 1, 6, 1]);
});

test.each([
  'fields=all',
  'limit=0',
  'limit=1001',
  'cursor=x',
  `cursor=${Buffer.from('[-1,"a","",""]').toString('base64url')}`,
  `cursor=${Buffer.from('[1e300,"a","",""]').toString('base64url')}`,
])('?%s is refused', async (query) => {
  for (const path of [`diffs/${diff.id}`, `captures/${capture.id}`]) {
    const { status, body } = await service.ask('GET', `/api/v1/${path}?${query}`);
    expect({ status, body }).toMatchObject({ status: 400, body: { error: { code: 'VALIDATION_ERROR' } } });
  }
});

test('parts of what another project has are as little there as what nobody has', async () => {
  const other = await service.newKey('acme/other');
  for (const [path, nowhere] of [
    [`diffs/${diff.id}`, 'diffs/dif_0'],
    [`captures/${capture.id}`, 'captures/cap_0'],
  ])
    for (const query of ['fields=summary', 'limit=1']) {
      const { status, body } = await service.ask('GET', `/api/v1/${path}?${query}`, undefined, other);
      expect(status).toBe(404);
      expect(body).toEqual((await service.ask('GET', `/api/v1/${nowhere}?${query}`, undefined, other)).body);
    }
});
