import type { Capture, Diff } from '@svc/schema';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestFleet } from '../../../testing/createTestFleet.js';
import { settled } from '../../../testing/settled.js';
import { startTestService, type TestService } from '../../../testing/startTestService.js';

let renderer = '';
let shade = 0;
/** A fleet whose browser the test chooses. */
const fleet = createTestFleet(() => ({ shade, renderer }));

let service: TestService;
beforeAll(async () => {
  service = await startTestService(fleet);
});
afterAll(() => service.stop());

async function capture(by: string, red: number, options: object = {}): Promise<Capture> {
  renderer = by;
  shade = red;
  const { body } = await service.ask<Capture>('POST', '/api/v1/captures', {
    suite: 'pages',
    branch: 'main',
    commit: 'c0ffee1',
    targets: [{ name: 'a', url: 'http://example.org/' }],
    ...options,
  });
  return settled(service, 'captures', body.id);
}

async function diff(headCaptureId: string, options: object = {}): Promise<Diff> {
  const { body } = await service.ask<Diff>('POST', '/api/v1/diffs', {
    suite: 'pages',
    headCaptureId,
    ...options,
  });
  return settled(service, 'diffs', body.id);
}

test('a result says what rendered its image and its baseline', async () => {
  const base = await capture('Chrome/1', 10, { autoBaseline: true });
  expect(base.snapshots).toMatchObject([{ renderer: 'Chrome/1' }]);
  const head = await capture('Chrome/2', 200);
  const sides = { renderer: 'Chrome/2', baselineRenderer: 'Chrome/1' };
  expect((await diff(head.id)).results).toMatchObject([{ status: 'changed', ...sides }]);
  expect((await diff(head.id, { baseCaptureId: base.id })).results).toMatchObject([sides]);
  const fresh = await capture('Chrome/2', 1, { suite: 'others' });
  const alone = await diff(fresh.id, { suite: 'others' });
  expect(alone.results).toMatchObject([{ status: 'new', renderer: 'Chrome/2', baselineRenderer: null }]);
});
