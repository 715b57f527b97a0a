import type { Capture, Diff } from '@svc/schema';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestFleet } from '../../testing/createTestFleet.js';
import { image } from '../../testing/image.js';
import { settled } from '../../testing/settled.js';
import { startTestService, type TestService } from '../../testing/startTestService.js';

const fleet = createTestFleet(({ name }) => ({ shade: 5, unstable: name === 'restless' }));

let service: TestService;
beforeAll(async () => {
  service = await startTestService(fleet);
});
afterAll(() => service.stop());

/** Uploads a capture with two snapshots, `steady` and `shaky`, of which the second looks as told. */
async function upload(options: object, shade: number): Promise<Capture> {
  const { body: capture } = await service.ask<Capture>('POST', '/api/v1/captures', {
    suite: 'default',
    branch: 'main',
    snapshots: [{ name: 'steady' }, { name: 'shaky' }],
    ...options,
  });
  for (const [name, png] of [
    ['steady', image(9)],
    ['shaky', image(shade)],
  ] as const) {
    const path = `/api/v1/snapshots?captureId=${capture.id}&name=${name}`;
    expect((await service.upload(path, png, 'image/png')).status).toBe(200);
  }
  return capture;
}

async function resultsOf(headCaptureId: string): Promise<Record<string, unknown>> {
  const { body: made } = await service.ask<Diff>('POST', '/api/v1/diffs', {
    suite: 'default',
    headCaptureId,
  });
  const { results } = await settled(service, 'diffs', made.id);
  return Object.fromEntries(
    results.map(({ name, unstable, flakeCount }) => [name, { unstable, flakeCount }]),
  );
}

test('captures of one commit that differ are counted for the slot', async () => {
  const commit = 'a'.repeat(40);
  const first = await upload({ commit, autoBaseline: true }, 1);
  expect((await resultsOf(first.id)).shaky).toEqual({ unstable: false, flakeCount: 0 });
  await upload({ commit: 'b'.repeat(40) }, 2);
  await upload({ commit, isLocal: true }, 2);
  expect((await resultsOf(first.id)).shaky).toEqual({ unstable: false, flakeCount: 0 });
  const again = await upload({ commit }, 2);
  await upload({ commit }, 2);
  expect(await resultsOf(again.id)).toEqual({
    steady: { unstable: false, flakeCount: 0 },
    shaky: { unstable: false, flakeCount: 1 },
  });
  await upload({ commit, branch: 'other' }, 1);
  expect((await resultsOf(again.id)).shaky).toEqual({ unstable: false, flakeCount: 2 });
});

test('an image that the fleet could not confirm is counted and shown', async () => {
  const { body: capture } = await service.ask<Capture>('POST', '/api/v1/captures', {
    suite: 'fleet',
    branch: 'main',
    targets: ['calm', 'restless'].map((name) => ({ name, url: 'http://example.org/' })),
  });
  const { snapshots } = await settled(service, 'captures', capture.id);
  expect(snapshots.map(({ name, unstable }) => [name, unstable])).toEqual([
    ['calm', false],
    ['restless', true],
  ]);
  const { body: made } = await service.ask<Diff>('POST', '/api/v1/diffs', {
    suite: 'fleet',
    headCaptureId: capture.id,
  });
  expect((await settled(service, 'diffs', made.id)).results).toMatchObject([
    { name: 'calm', unstable: false, flakeCount: 0 },
    { name: 'restless', unstable: true, flakeCount: 1 },
  ]);
});
