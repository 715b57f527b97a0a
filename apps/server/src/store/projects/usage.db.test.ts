import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMigratedDatabase, type MigratedDatabase } from '../../../testing/createMigratedDatabase.js';
import type { Database } from '../database.js';
import { ensureProject } from './projects.js';
import { countByMonth } from './usage.js';

let testDatabase: MigratedDatabase;
let database: Database;
beforeAll(async () => {
  testDatabase = await createMigratedDatabase({ max: 1 });
  database = testDatabase.database;
});
afterAll(async () => {
  await testDatabase.drop();
});

test('months begin and end in UTC, whatever the time zone of the database, and empty ones are listed', async () => {
  const { id } = await ensureProject(database, 'acme/web');
  const { id: other } = await ensureProject(database, 'acme/other');
  await sql`insert into suites (project_id, name) values (${id}, 'web'), (${other}, 'web')`.execute(database);
  // Within one transaction it stays the same month.
  const months = await database.transaction().execute(async (transaction) => {
    await sql`set local time zone 'Asia/Tokyo'`.execute(transaction);
    await sql`
      insert into captures (id, project_id, suite_id, mode, actor, total_snapshots, completed_snapshots, created_at)
      select 'cap_' || row_number() over (), suites.project_id, suites.id, 'manual', 'key:k', snapshots, snapshots,
        (date_trunc('month', now() at time zone 'utc') - make_interval(months => ago) + made::interval) at time zone 'utc'
      from suites join (values
        (0, '0', 1), (0, '-1 microsecond', 10), (1, '0', 20), (3, '2 days', 400), (3, '0', 3), (3, '-1 microsecond', 5000)
      ) given (ago, made, snapshots) on suites.project_id = ${id} or ago = 0`.execute(transaction);
    return countByMonth(transaction, id, 4);
  });
  expect(months.map(({ captures, snapshots }) => [captures, snapshots])).toEqual([
    [1, 1],
    [2, 30],
    [0, 0],
    [2, 403],
  ]);
  expect(months.map(({ month }) => month)).toEqual([...months.map(({ month }) => month)].sort().reverse());
});
