import type { Diff, SuiteDetails } from '@svc/schema';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWatchedService, type WatchedService } from '../../../testing/database/startWatchedService.js';

const names = Array.from({ length: 1_000 }, (_, index) => `story ${String(index).padStart(3, '0')}`);
/** Rows that may be looked at for each result of a build to find that all of its baselines have moved. All of them are 44. */
const mostEach = 30;

let watched: WatchedService;
beforeAll(async () => {
  watched = await startWatchedService();
  await watched.parts.run(
    { suite: 'shades', branch: 'shades', commit: 'c0ffee' },
    { dark: 10, middle: 120, light: 200, lighter: 250 },
  );
});
afterAll(() => watched?.stop());

const approve = async (branch: string, commit: string, some: readonly string[], red: number) =>
  watched.parts.post(`/diffs/${await watched.parts.runKnown({ branch, commit }, some, red)}/approve`, {});

test('a build is stale if one of its many results would be compared with something else', async () => {
  await approve('main', 'c0', names, 10);
  const diffId = await watched.parts.runKnown({ branch: 'redesign', commit: 'd0' }, names, 200);
  const listStale = async () =>
    (await watched.service.ask<SuiteDetails>('GET', '/api/v1/suite?suite=forms')).body.staleDiffIds;
  // What other branches approve is looked at, and moves nothing.
  await approve('other', 'e0', names, 120);
  expect(await listStale()).toEqual([]);
  await approve('main', 'c1', names.slice(-1), 250);
  expect(await listStale()).toEqual([diffId]);

  await approve('main', 'c2', names, 120);
  watched.take();
  const { body } = await watched.service.ask<Diff>('GET', `/api/v1/diffs/${diffId}?fields=summary`);
  expect(body.isStale).toBe(true);
  const looked = watched.take().reduce((sum, { rows }) => sum + rows, 0);
  expect(looked).toBeLessThan(mostEach * names.length);
});
