import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWatchedService, type WatchedService } from '../../../testing/database/startWatchedService.js';
import { removeAllRows } from '../../../testing/scenarios/removeAllRows.js';

const builds = 30;
const names = Array.from({ length: 100 }, (_, index) => `story ${index}`);
/** Rows that a statement may look at for each result. Each with those of all builds are 40. */
const mostEach = 20;

let watched: WatchedService;
beforeAll(async () => {
  watched = await startWatchedService();
  await watched.parts.run({ suite: 'shades', branch: 'shades', commit: 'c0ffee' }, { light: 200 });
});
afterAll(() => watched?.stop());

test('what stays of many undecided builds of one commit is found once, not once for each of them', async () => {
  for (let build = 0; build < builds; build++)
    await watched.parts.runKnown({ branch: 'redesign', commit: 'e0' }, names, 200);
  const { database } = watched.service.resources;
  await sql`analyze`.execute(database);
  watched.take();
  await removeAllRows(database);
  const plans = watched.take();
  expect(plans.length).toBeGreaterThan(0);
  expect(plans.filter(({ rows }) => rows > mostEach * builds * names.length)).toEqual([]);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int count from results join diffs on diffs.id = diff_id join suites on suites.id = suite_id
    where suites.name = 'forms' and approval_status = 'pending'`.execute(database);
  expect(rows).toEqual([{ count: builds * names.length }]);
});
