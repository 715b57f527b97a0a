import type { Capture, CiPages, Diff, ErrorBody, Review, Session } from '@svc/schema';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { image } from '../../testing/image.js';
import { settled } from '../../testing/settled.js';
import { startTestService, type TestService } from '../../testing/startTestService.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const ci: CiPages = {
  runUrl: 'https://ci.acme.test/runs/5',
  commitUrl: 'https://git.acme.test/web/commit/c0ffee1',
  pullRequest: {
    number: 7,
    title: 'Round “the” button 😀',
    author: 'alice',
    url: 'https://git.acme.test/web/pull/7',
  },
};
const origin = { suite: 'web', branch: 'round', commit: 'c0ffee1' };
const get = async <T>(path: string) => (await service.ask<T>('GET', path)).body;

test('a capture keeps the pages of its run, which its diff and its review link to', async () => {
  const { body: capture } = await service.ask<Capture>('POST', '/api/v1/captures', {
    ...origin,
    ci,
    snapshots: [{ name: 'card' }],
  });
  expect(capture.ci).toEqual(ci);
  await service.upload(`/api/v1/snapshots?captureId=${capture.id}&name=card`, image(10), 'image/png');
  const { body } = await service.ask<Diff>('POST', '/api/v1/diffs', {
    suite: 'web',
    headCaptureId: capture.id,
  });
  const diff = await settled(service, 'diffs', body.id);
  expect(diff.ci).toEqual(ci);
  expect((await get<Review>(`/api/v1/diffs/${diff.id}/review`)).ci).toEqual(ci);
  expect((await get<{ diffs: Diff[] }>('/api/v1/diffs')).diffs[0]?.ci).toEqual(ci);
});

test('the upload that opens a session says them', async () => {
  const send = (query: URLSearchParams) =>
    service.upload(`/api/v1/snapshots?${query}`, image(20), 'image/png');
  const fields = { ...origin, baselineRef: 'main', sessionId: 'ses_pages', name: 'card' };
  const sent = await send(new URLSearchParams({ ...fields, ci: JSON.stringify(ci) }));
  expect(sent.status).toBe(200);
  // What opened it counts.
  const again = new URLSearchParams({ ...fields, name: 'other', ci: JSON.stringify({ runUrl: null }) });
  expect((await send(again)).status).toBe(200);
  const { diffs } = await get<Session>('/api/v1/sessions/ses_pages');
  expect(diffs.map((diff) => diff.ci)).toEqual([ci]);
});

test('what a run does not say is null', async () => {
  const asked = await service.ask<Capture>('POST', '/api/v1/captures', {
    ...origin,
    snapshots: [],
    ci: { pullRequest: { number: 7 } },
  });
  const pullRequest = { number: 7, title: null, author: null, url: null };
  expect(asked.body.ci).toEqual({ runUrl: null, commitUrl: null, pullRequest });
  const silent = await service.ask<Capture>('POST', '/api/v1/captures', { ...origin, snapshots: [] });
  expect(silent.body.ci).toBeNull();
});

test.each<[string, object]>([
  ['an address that runs scripts', { runUrl: 'javascript:alert(1)' }],
  ['a file', { pullRequest: { number: 7, url: 'file:///etc/passwd' } }],
  ['no number', { pullRequest: { title: 'Round' } }],
  ['a number below 1', { pullRequest: { number: 0 } }],
  ['a title that never ends', { pullRequest: { number: 7, title: 'x'.repeat(513) } }],
])('%s is refused', async (_, hostile) => {
  const { status, body } = await service.ask<ErrorBody>('POST', '/api/v1/captures', {
    ...origin,
    snapshots: [],
    ci: hostile,
  });
  expect([status, body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
});
