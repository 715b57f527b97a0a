import type { ErrorBody } from '@svc/schema';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runParts } from '../../../testing/runParts.js';
import { startTestService, type TestService } from '../../../testing/startTestService.js';
import { giveUp } from '../giveUp.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService(undefined, undefined, undefined, { isIdle: true });
});
afterAll(() => service.stop());

const [older, newer] = ['1'.repeat(40), '2'.repeat(40)];

test('a newer build counts while it is compared again, and where that failed', async () => {
  const { run, post, check } = runParts(service);
  const origin = '0'.repeat(32);
  await post('/commits', {
    commits: [
      { id: newer, parents: [older], origin },
      { id: older, parents: [], origin },
    ],
  });
  const { diffId } = await run({ branch: 'redesign', commit: older }, { button: 40 });
  const { diffId: newerDiffId } = await run({ branch: 'redesign', commit: newer }, { button: 200 });
  const approve = async () =>
    (await service.ask<ErrorBody>('POST', `/api/v1/diffs/${diffId}/approve`, {})).body.error;

  await post(`/diffs/${newerDiffId}/rediff`, {});
  expect(await approve()).toMatchObject({ code: 'DIFF_STALE', stale: { snapshot: 'button', newerDiffId } });
  await giveUp(service.resources, { diffId: newerDiffId }, new Error('its worker died three times'));
  expect(await approve()).toMatchObject({ code: 'DIFF_STALE', stale: { snapshot: 'button', newerDiffId } });
  expect(await check(older)).toMatch(/^failure/);
});
