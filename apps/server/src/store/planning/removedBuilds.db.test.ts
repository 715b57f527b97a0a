import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { watchPlans } from '../../../testing/database/watchPlans.js';
import { runParts } from '../../../testing/runParts.js';
import { removeAllRows } from '../../../testing/scenarios/removeAllRows.js';
import { startTestService, type TestService } from '../../../testing/startTestService.js';

const builds = 30;
const names = Array.from({ length: 100 }, (_, index) => `story ${index}`);
/** Rows that a statement may look at for each result. Each with those of all builds are 40. */
const mostEach = 20;

let watched: ReturnType<typeof watchPlans>;
let service: TestService;
let parts: ReturnType<typeof runParts>;
beforeAll(async () => {
  watched = watchPlans();
  service = await startTestService();
  parts = runParts(service);
  await parts.run({ suite: 'shades', branch: 'shades', commit: 'c0ffee' }, { light: 200 });
});
afterAll(async () => {
  await service?.stop();
  watched.stop();
});

test('what stays of many undecided builds of one commit is found once, not once for each of them', async () => {
  for (let build = 0; build < builds; build++)
    await parts.runKnown({ branch: 'redesign', commit: 'e0' }, names, 200);
  const { database } = service.resources;
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
