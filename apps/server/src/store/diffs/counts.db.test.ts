import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createMigratedDatabase, type MigratedDatabase } from '../../../testing/createMigratedDatabase.js';
import type { Database } from '../database.js';
import { ensureProject } from '../projects/projects.js';

let testDatabase: MigratedDatabase;
let database: Database;
let projectId: string;
beforeAll(async () => {
  testDatabase = await createMigratedDatabase();
  database = testDatabase.database;
  projectId = (await ensureProject(database, 'acme/web')).id;
  await run(`
    insert into suites (project_id, name) values ('${projectId}', 'web');
    insert into captures (id, project_id, suite_id, mode, actor)
      select 'cap_' || n, '${projectId}', suites.id, 'manual', 'key:k' from suites, generate_series(0, 2) n;
    insert into diffs (id, project_id, suite_id, head_capture_id, threshold, anti_aliasing)
      select 'dif_' || n, '${projectId}', suites.id, 'cap_' || n, 0.1, true from suites, generate_series(0, 2) n`);
});
afterAll(async () => {
  await testDatabase.drop();
});
beforeEach(() => run('delete from results'));

async function run(statements: string): Promise<void> {
  for (const statement of statements.split(';')) await sql.raw(statement).execute(database);
}

const kept = `select changed_count, new_count, removed_count, unchanged_count, skipped_count, pending_count,
  approved_count, rejected_count from diffs order by id`;
const count = (condition: string) => `count(results.*) filter (where ${condition})::int`;
const reviewable = "results.status in ('changed', 'new', 'removed')";
const recounted = `select ${count("results.status = 'changed'")} changed_count, ${count("results.status = 'new'")} new_count,
  ${count("results.status = 'removed'")} removed_count, ${count("results.status = 'unchanged'")} unchanged_count,
  ${count("results.status = 'skipped'")} skipped_count, ${count("approval_status = 'pending'")} pending_count,
  ${count(`approval_status = 'approved' and ${reviewable}`)} approved_count,
  ${count("approval_status = 'rejected'")} rejected_count
  from diffs left join results on results.diff_id = diffs.id group by diffs.id order by diffs.id`;
const read = async (query: string) => (await sql.raw(query).execute(database)).rows;

const diff = fc.constantFrom('dif_0', 'dif_1', 'dif_2');
const slots = fc
  .tuple(fc.nat(20), fc.nat(20))
  .map(([a, b]) => `position between ${Math.min(a, b)} and ${Math.max(a, b)}`);
const look = fc.oneof(
  fc.tuple(fc.constantFrom('changed', 'new', 'removed'), fc.constantFrom('pending', 'approved', 'rejected')),
  fc.tuple(fc.constantFrom('unchanged', 'skipped'), fc.constant('approved')),
);
const statement = fc.oneof(
  fc.record({ diff, look, slots }).map(
    ({ diff, look, slots }) => `
      insert into results (project_id, diff_id, name, viewport, browser, position, status, approval_status, threshold)
      select '${projectId}', '${diff}', 'n' || position, '', '', position, '${look[0]}', '${look[1]}', 0.1
      from generate_series(0, 20) position where ${slots} on conflict do nothing`,
  ),
  fc
    .record({ look, slots })
    .map(
      ({ look, slots }) =>
        `update results set status = '${look[0]}', approval_status = '${look[1]}' where ${slots}`,
    ),
  fc
    .record({ diff, look, slots })
    .map(
      ({ diff, look, slots }) =>
        `update results set status = '${look[0]}', approval_status = '${look[1]}' where diff_id = '${diff}' and ${slots}`,
    ),
  fc
    .record({ diff, slots })
    .map(({ diff, slots }) => `delete from results where diff_id = '${diff}' and ${slots}`),
);

test('the counts of a diff are those of its results, whatever statement changed them', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(statement, { minLength: 1, maxLength: 12 }), async (statements) => {
      for (const one of statements) await run(one);
      expect(await read(kept)).toEqual(await read(recounted));
    }),
    { numRuns: 60 },
  );
});

test('they are kept by transactions at the same time, and left by one that is undone', async () => {
  const insert = (name: number) => `
    insert into results (project_id, diff_id, name, viewport, browser, position, status, approval_status, threshold)
    values ('${projectId}', 'dif_0', 'n${name}', '', '', ${name}, 'changed', 'pending', 0.1)`;
  await Promise.all(Array.from({ length: 40 }, (_, name) => run(insert(name))));
  const undone = database.transaction().execute(async (transaction) => {
    await sql.raw(insert(50)).execute(transaction);
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect(await read(kept)).toEqual(await read(recounted));
  expect((await read(kept))[0]).toMatchObject({ changedCount: 40, pendingCount: 40 });
});
