import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../src/store/database.js';
import { ensureProject } from '../src/store/projects/projects.js';
import { createMigratedDatabase, type MigratedDatabase } from './createMigratedDatabase.js';

let testDatabase: MigratedDatabase;
let database: Database;
beforeAll(async () => {
  testDatabase = await createMigratedDatabase({ max: 1 });
  database = testDatabase.database;
});
afterAll(async () => {
  await testDatabase.drop();
});

test('bench:scale writes its rows into the tables as they are now', async () => {
  const { id } = await ensureProject(database, 'bench/scale');
  const script = await readFile(new URL('../../../bench/scale/seed.sql', import.meta.url), 'utf8');
  const small = script.replace('then 4999 else 499', 'then 19 else 9');
  expect(small).not.toBe(script);
  await sql.raw(small.replaceAll('$1', id).replaceAll('$2', '28')).execute(database);
  const { rows } = await sql`
    select (select count(*)::int from results) results, (select count(*)::int from snapshots) snapshots,
      (select sum(unchanged_count + changed_count)::int from diffs) counted, (select count(*)::int from baseline_entries) baselines,
      (select count(*)::int from decisions) decisions, (select count(*)::int from results where decision_id is not null) decided,
      (select count(*)::int from results where status = 'changed') changed`.execute(database);
  expect(rows).toEqual([
    {
      results: 5880,
      snapshots: 5880,
      counted: 5880,
      baselines: 231,
      decisions: 59,
      decided: 59,
      changed: 63,
    },
  ]);
});
