import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMigratedDatabase, type MigratedDatabase } from '../../../testing/createMigratedDatabase.js';
import { type Slot, slotKey, slotOf } from '../../domain/slot.js';
import { type Log, listUncovered } from './lines.js';

const slotCount = 700;
const branches = ['main', 'feature', 'empty'];

let testDatabase: MigratedDatabase;
beforeAll(async () => {
  testDatabase = await createMigratedDatabase();
  const { database } = testDatabase;
  await sql`
    insert into organisations (name) values ('acme')`.execute(database);
  await sql`
    insert into projects (id, org, name) values ('prj_1', 'acme', 'one')`.execute(database);
  await sql`
    insert into suites (id, project_id, name) overriding system value values (1, 'prj_1', 'forms'), (2, 'prj_1', 'cards')`.execute(
    database,
  );
  await sql`
    insert into captures (id, project_id, suite_id, mode, actor) values ('cap_1', 'prj_1', 1, 'manual', 'test')`.execute(
    database,
  );
  // In two suites, two branches and a private namespace; some were revoked, and some are covered by others.
  await sql`
    insert into baseline_entries (project_id, suite_id, namespace, branch, name, viewport, browser, capture_id, actor)
    select 'prj_1', suite, namespace, branch, 'slot ' || n, case when n % 2 = 0 then '1280x720' else '' end,
      case when n % 3 = 0 then 'firefox' else '' end, 'cap_1', 'test'
    from generate_series(1, 2) suite, unnest(array['', 'local']) namespace, unnest(array['main', 'feature']) branch,
      generate_series(1, ${slotCount}::int) n`.execute(database);
  await sql`
    update baseline_entries set revoked_seq = (select max(id) + 1 from baseline_entries) where id % 20 = 0`.execute(
    database,
  );
  await sql`
    update baseline_entries set covered_by = id + 1 where id % 31 = 0`.execute(database);
  await sql`analyze baseline_entries`.execute(database);
});
afterAll(() => testDatabase.drop());

const logOf = (branch: string): Log => ({ namespace: '', branch, until: null, since: null });
const slotsOf = (numbers: readonly number[]): Slot[] =>
  numbers.map((n) => ({
    name: `slot ${n}`,
    viewport: n % 2 === 0 ? '1280x720' : '',
    browser: n % 3 === 0 ? 'firefox' : '',
  }));

test('of many slots the same entries are found as of each alone', async () => {
  const { database } = testDatabase;
  const { rows: all } = await sql<Slot & { id: number; branch: string }>`
    select id, branch, name, viewport, browser from baseline_entries
    where suite_id = 1 and namespace = '' and revoked_seq is null and covered_by is null order by id`.execute(
    database,
  );
  const numbers = fc.uniqueArray(fc.integer({ min: 1, max: slotCount + 100 }), {
    minLength: 1,
    maxLength: slotCount + 100,
    size: 'max',
  });
  await fc.assert(
    fc.asyncProperty(numbers, fc.subarray(branches, { minLength: 1 }), async (chosen, asked) => {
      const slots = slotsOf(chosen);
      const found = await listUncovered(database, 1, asked.map(logOf), slots);
      const keys = new Set(slots.map(slotKey));
      const expected = all.filter((entry) => asked.includes(entry.branch) && keys.has(slotKey(entry)));
      const shown = (entry: Slot & { id: number; branch: string }) => [entry.id, entry.branch, slotOf(entry)];
      expect(found.map(shown)).toEqual(expected.map(shown));
      expect(found.every(({ log, branch }) => asked[log] === branch)).toBe(true);
    }),
    { numRuns: 60, endOnFailure: true },
  );
});
