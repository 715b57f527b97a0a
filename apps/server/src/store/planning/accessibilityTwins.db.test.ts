import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWatchedService, type WatchedService } from '../../../testing/database/startWatchedService.js';

const builds = 6;
const names = Array.from({ length: 50 }, (_, index) => `story ${index}`);
/** Statements for each build, with those that bring its check up to date, and those of triggers. */
const mostStatements = 50;

let watched: WatchedService;
beforeAll(async () => {
  watched = await startWatchedService();
  await watched.parts.run({ suite: 'shades', branch: 'shades', commit: 'c0ffee' }, { light: 200 });
});
afterAll(() => watched?.stop());

test('an accessibility change of many snapshots is decided at once in each build of the branch', async () => {
  for (let build = 0; build < builds; build++)
    await watched.parts.runKnown({ branch: 'redesign', commit: `e${build}` }, names, 200);
  const { database } = watched.service.resources;
  const { rows } = await sql<{ id: string }>`
    insert into accessibility_changes (project_id, suite_id, diff_id, name, viewport, browser, base_hash, head_hash, fingerprint,
        findings, total, partial, reviewed, approval_status)
      select diffs.project_id, suite_id, diffs.id, results.name, viewport, browser, head_hash, head_hash, 'label', '[]', 1, false, true, 'pending'
      from results join diffs on diffs.id = diff_id join suites on suites.id = suite_id
      where suites.name = 'forms'
    returning diff_id id`.execute(database);
  expect(rows).toHaveLength(builds * names.length);
  watched.take();
  await watched.parts.post(`/diffs/${rows[0]?.id}/accessibility`, { decision: 'approved' });
  expect(watched.take().length).toBeLessThan(builds * mostStatements);
  const left = await sql`
    select from accessibility_changes where approval_status <> 'approved'`.execute(database);
  expect(left.rows).toEqual([]);
});
