import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMigratedDatabase, type MigratedDatabase } from '../../../testing/createMigratedDatabase.js';
import { listMoved } from '../../domain/baselines/hasMoved.js';
import { slotKey } from '../../domain/slot.js';
import type { Database } from '../database.js';
import { ensureProject } from '../projects/projects.js';
import { listLogsSince } from './baselines.js';
import { setPlaces } from './lines.js';

let testDatabase: MigratedDatabase;
let database: Database;
let projectId: string;
let suiteId: number;
beforeAll(async () => {
  // One connection, whose own reads are counted.
  testDatabase = await createMigratedDatabase({ max: 1 });
  database = testDatabase.database;
  projectId = (await ensureProject(database, 'acme/web')).id;
  await run(`
    insert into suites (project_id, name) values ('${projectId}', 'web');
    insert into captures (id, project_id, suite_id, mode, actor) select 'cap', '${projectId}', id, 'manual', 'key:k' from suites;
    insert into diffs (id, project_id, suite_id, head_capture_id, threshold, anti_aliasing)
      select 'dif_' || n, '${projectId}', suites.id, 'cap', 0.1, true from suites, generate_series(0, 1) n;
    alter table baseline_entries set (autovacuum_enabled = false)`);
  suiteId = (await read<{ id: number }>('select id::int from suites'))[0]?.id ?? 0;
});
afterAll(async () => {
  await testDatabase.drop();
});

async function run(statements: string): Promise<void> {
  for (const statement of statements.split(';')) await sql.raw(statement).execute(database);
}
const read = async <Row>(query: string) => (await sql.raw<Row>(query).execute(database)).rows;
const clear = () => run('truncate baseline_entries cascade');

const slot = (name: string) => ({ name, viewport: '', browser: '' });
const branches = ['main', 'next'];
const names = ['a', 'b'];
const mark = 10;

interface Entry {
  id: number;
  branch: string;
  name: string;
  revokedAt: number | null;
  diffId: string | null;
}

const log = fc
  .array(
    fc.record({
      branch: fc.constantFrom(...branches),
      name: fc.constantFrom(...names),
      revokedAfter: fc.option(fc.integer({ min: 1, max: 12 })),
      diffId: fc.constantFrom('dif_0', 'dif_1', null),
    }),
    { maxLength: 18 },
  )
  .map((entries) =>
    entries.map(
      ({ revokedAfter, ...entry }, index): Entry => ({
        ...entry,
        id: index + 1,
        revokedAt: revokedAfter === null ? null : index + 1 + revokedAfter,
      }),
    ),
  );

const text = (value: string | null) => (value === null ? 'null' : `'${value}'`);

async function write(entries: readonly Entry[]): Promise<void> {
  await clear();
  for (const { id, branch, name, revokedAt, diffId } of entries)
    await run(`
      insert into baseline_entries (id, project_id, suite_id, branch, name, viewport, browser, capture_id, diff_id, actor, revoked_seq)
      values (${id}, '${projectId}', ${suiteId}, '${branch}', '${name}', '', '', 'cap', ${text(diffId)}, 'user:u', ${revokedAt})`);
}

test('what is read of logs tells as much about moved baselines as the whole logs (R14)', async () => {
  await fc.assert(
    fc.asyncProperty(log, async (entries) => {
      await write(entries);
      const found = await listLogsSince(database, {
        suiteId,
        namespaces: [''],
        branches,
        named: branches,
        mark,
        diffId: 'dif_0',
        slots: names.map(slot),
      });
      const whole = entries.map((entry) => ({ ...entry, ...slot(entry.name) }));
      expect(listMoved(found, mark, 'dif_0')).toEqual(listMoved(whole, mark, 'dif_0'));
      const touched = whole.filter(({ id, revokedAt }) => id > mark || (revokedAt ?? 0) > mark);
      expect(new Set(found.map(slotKey))).toEqual(new Set(touched.map(slotKey)));
    }),
    { numRuns: 60 },
  );
});

test('it reads each entry once, also before the planner knows that there are thousands', async () => {
  await clear();
  await run('analyze baseline_entries');
  const count = 3_000;
  await run(`
    insert into baseline_entries (id, project_id, suite_id, branch, name, viewport, browser, capture_id, actor)
    select n, '${projectId}', ${suiteId}, 'main', 'n' || n % ${count}, '', '', 'cap', 'user:u' from generate_series(1, ${2 * count}) n`);
  const before = await readTuples();
  const found = await listLogsSince(database, {
    suiteId,
    namespaces: [''],
    branches: ['main'],
    named: ['main'],
    mark: count,
    diffId: 'dif_0',
    slots: Array.from({ length: count }, (_, n) => slot(`n${n}`)),
  });
  // What was promoted since, and what stood before that.
  expect(found).toHaveLength(2 * count);
  expect((await readTuples()) - before).toBeLessThan(6 * count);
});

/** Rows of baselines that this connection has read so far. */
async function readTuples(): Promise<number> {
  await run('select pg_stat_force_next_flush(); select pg_stat_clear_snapshot()');
  const [row] = await read<{ tuples: number }>(
    "select (seq_tup_read + idx_tup_fetch)::int tuples from pg_stat_user_tables where relname = 'baseline_entries'",
  );
  if (!row) throw new Error('the table has no statistics');
  return row.tuples;
}

test('an entry whose places change is written on its page again, and in no index', async () => {
  await clear();
  await run(`
    insert into baseline_entries (project_id, suite_id, namespace, branch, name, viewport, browser, capture_id, commit, places, actor)
      select '${projectId}', ${suiteId}, '', 'main', 'page ' || n, '1280x720', 'chromium', 'cap', 'c0ffee1', array['c0ffee1'], 'key:k'
      from generate_series(1, 2000) n`);
  const entries = await read<{ id: number }>('select id::int from baseline_entries');
  const ids = entries.map(({ id }) => id);
  const counts = await database.transaction().execute(async (transaction) => {
    await setPlaces(transaction, [{ ids, places: ['c0ffee1', 'c0ffee2'] }]);
    const { rows } = await sql<{ updated: number; inPlace: number }>`
      select pg_stat_get_xact_tuples_updated('baseline_entries'::regclass)::int updated,
        pg_stat_get_xact_tuples_hot_updated('baseline_entries'::regclass)::int in_place`.execute(transaction);
    return rows[0];
  });
  expect(counts).toEqual({ updated: 2000, inPlace: expect.any(Number) });
  expect(counts?.inPlace).toBeGreaterThan(1900);
});
