import type { Capture, Diff, DiffSummary } from '@svc/schema';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { image } from '../../testing/image.js';
import { settled } from '../../testing/settled.js';
import { startTestService, type TestService } from '../../testing/startTestService.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

async function build(suite: string, origin: object, shade: number): Promise<string> {
  const created = await service.ask<Capture>('POST', '/api/v1/captures', {
    suite,
    snapshots: [{ name: 'card' }],
    ...origin,
  });
  const path = `/api/v1/snapshots?captureId=${created.body.id}&name=card`;
  expect((await service.upload(path, image(shade), 'image/png')).status).toBe(200);
  const made = await service.ask<Diff>('POST', '/api/v1/diffs', { suite, headCaptureId: created.body.id });
  return (await settled(service, 'diffs', made.body.id)).id;
}

const waiting = async (query = '') => {
  const { body, status } = await service.ask<{ diffs: DiffSummary[]; nextCursor: string | null }>(
    'GET',
    `/api/v1/diffs?waiting=true${query}`,
  );
  expect(status).toBe(200);
  return { ids: body.diffs.map(({ id }) => id), nextCursor: body.nextCursor };
};

test('lists undecided diffs of the newest build of each branch and suite, page by page', async () => {
  const main = await build('web', { branch: 'main', commit: 'aaaaaaa1' }, 10);
  const older = await build('web', { branch: 'topic', commit: 'bbbbbbb1' }, 20);
  expect((await waiting()).ids).toEqual([older, main]);

  const newer = await build('web', { branch: 'topic', commit: 'bbbbbbb2' }, 30);
  const other = await build('emails', { branch: 'topic', commit: 'bbbbbbb2' }, 40);
  const loose = await build('web', {}, 50);
  expect((await waiting()).ids).toEqual([loose, other, newer, main]);

  const first = await waiting('&limit=3');
  expect(first.ids).toEqual([loose, other, newer]);
  expect((await waiting(`&limit=3&cursor=${first.nextCursor}`)).ids).toEqual([main]);
  expect((await waiting('&suite=emails')).ids).toEqual([other]);

  expect((await service.ask('POST', `/api/v1/diffs/${newer}/approve`, {})).status).toBe(200);
  expect((await service.ask('POST', `/api/v1/diffs/${other}/reject`, {})).status).toBe(200);
  expect((await waiting()).ids).toEqual([loose, main]);
});

test('leaves out what was compared on somebody’s own machine', async () => {
  const before = (await waiting()).ids;
  await build('web', { branch: 'local', commit: 'ddddddd1', isLocal: true }, 60);
  expect((await waiting()).ids).toEqual(before);
});

test('refuses any other word', async () => {
  expect((await service.ask('GET', '/api/v1/diffs?waiting=no')).status).toBe(400);
});
