import type { FlakeKind } from '@svc/schema';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createMigratedDatabase, type MigratedDatabase } from '../../../testing/createMigratedDatabase.js';
import type { Database } from '../database.js';
import { ensureProject } from '../projects/projects.js';
import { type FlakyPlace, type FlakyRow, listFlakySlots, listUnscored, scoreFlakes } from './flakySlots.js';

let testDatabase: MigratedDatabase;
let database: Database;
let projectId: string;
let suiteIds: number[];
beforeAll(async () => {
  // One connection, whose own reads are counted.
  testDatabase = await createMigratedDatabase({ max: 1 });
  database = testDatabase.database;
  projectId = (await ensureProject(database, 'acme/web')).id;
  const { rows } = await sql<{ id: number }>`
    insert into suites (project_id, name) values (${projectId}, 'web'), (${projectId}, 'app') returning id`.execute(
    database,
  );
  suiteIds = rows.map(({ id }) => id);
});
afterAll(async () => {
  await testDatabase.drop();
});
beforeEach(async () => {
  await sql`delete from flaky_slots`.execute(database);
  await sql`delete from captures`.execute(database);
});

interface Planted {
  suite: number;
  name: string;
  kind: FlakeKind;
  daysAgo: number;
}

/** Adds flakes, each of a capture of its own. */
async function plant(flakes: readonly Planted[], first = 0): Promise<void> {
  const json = JSON.stringify(
    flakes.map((flake, index) => ({ ...flake, suite: suiteIds[flake.suite], id: first + index })),
  );
  await sql`
    with planted as (
      select * from jsonb_to_recordset(${json}::jsonb) planted (id int, suite bigint, name text, kind text, "daysAgo" float)
    ), made as (
      insert into captures (id, project_id, suite_id, mode, actor)
      select 'cap_' || id, ${projectId}, suite, 'manual', 'key:k' from planted
    )
    insert into flakes (project_id, capture_id, suite_id, name, viewport, browser, kind, at)
    select ${projectId}, 'cap_' || id, suite, name, '', '', kind, now() - make_interval(secs => "daysAgo" * 86400) from planted`.execute(
    database,
  );
}

const score = () => database.transaction().execute((transaction) => scoreFlakes(transaction, projectId));
const placeOf = (row: FlakyRow): FlakyPlace => [row.level, row.suiteId, row.name, row.viewport, row.browser];
const all = { suiteId: null, name: null };

async function listAll(
  of: { suiteId: number | null; name: string | null },
  limit: number,
): Promise<FlakyRow[]> {
  const found: FlakyRow[] = [];
  for (let after: FlakyPlace | null = null; ; ) {
    const page: FlakyRow[] = await listFlakySlots(database, { projectId, ...of }, { after, limit });
    found.push(...page);
    const last = page.at(-1);
    if (!last || page.length < limit) return found;
    after = placeOf(last);
  }
}

const flake = fc.record({
  suite: fc.nat(1),
  name: fc.constantFrom('a', 'b', 'c', 'd'),
  kind: fc.constantFrom<FlakeKind>('unstable', 'recaptured', 'retried', 'flipped'),
  daysAgo: fc.oneof(fc.constant(0), fc.double({ min: 0, max: 200, noNaN: true }), fc.constant(5_000)),
});

test('scores are sums that halve every 14 days, however the flakes come in, and lists go through them', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(flake, { maxLength: 12 }), { maxLength: 4 }),
      fc.integer({ min: 1, max: 5 }),
      async (rounds, limit) => {
        await sql`delete from flaky_slots`.execute(database);
        await sql`delete from captures`.execute(database);
        let planted = 0;
        for (const round of rounds) {
          await plant(round, planted);
          planted += round.length;
          expect(await listUnscored(database)).toEqual(round.length > 0 ? [projectId] : []);
          await score();
          await score();
        }
        const slots = new Map<string, { score: number; counts: Record<FlakeKind, number> }>();
        for (const { suite, name, kind, daysAgo } of rounds.flat()) {
          const key = `${suiteIds[suite]} ${name}`;
          const slot = slots.get(key) ?? {
            score: 0,
            counts: { unstable: 0, recaptured: 0, retried: 0, flipped: 0 },
          };
          slot.score += 0.5 ** (daysAgo / 14);
          slot.counts[kind] += 1;
          slots.set(key, slot);
        }
        const found = await listAll(all, limit);
        // Scores at the very limit may be on either side of it.
        const isClear = (value: number) => Math.abs(value - 0.05) > 1e-4;
        const expected = [...slots].filter(([, slot]) => slot.score >= 0.05 && isClear(slot.score));
        const shown = found.filter((row) => isClear(row.score));
        expect(shown.map((row) => `${row.suiteId} ${row.name}`).sort()).toEqual(
          expected.map(([key]) => key).sort(),
        );
        for (const row of shown) {
          const slot = slots.get(`${row.suiteId} ${row.name}`);
          expect(row.score).toBeCloseTo(slot?.score ?? 0, 4);
          expect(row).toMatchObject({
            unstableCount: slot?.counts.unstable,
            recapturedCount: slot?.counts.recaptured,
            retriedCount: slot?.counts.retried,
            flippedCount: slot?.counts.flipped,
          });
        }
        expect(found.map((row) => row.level)).toEqual(
          found.map((row) => row.level).toSorted((one, other) => other - one),
        );
        for (const suiteId of suiteIds) {
          const own = await listAll({ suiteId, name: null }, limit);
          expect(own.map(placeOf)).toEqual(found.filter((row) => row.suiteId === suiteId).map(placeOf));
          const named = await listAll({ suiteId, name: 'b' }, limit);
          expect(named.map(placeOf)).toEqual(own.filter(({ name }) => name === 'b').map(placeOf));
        }
      },
    ),
    { numRuns: 40 },
  );
});

test('the newest flake of a slot is the one that is told', async () => {
  await plant([
    { suite: 0, name: 'a', kind: 'flipped', daysAgo: 3 },
    { suite: 0, name: 'a', kind: 'retried', daysAgo: 1 },
    { suite: 0, name: 'a', kind: 'unstable', daysAgo: 2 },
  ]);
  await score();
  expect(await listAll(all, 10)).toMatchObject([{ kind: 'retried', captureId: 'cap_1' }]);
});

test('a page reads as much with a long history as with a short one, also before the planner knows of it', async () => {
  const limit = 20;
  const read = async () => {
    const before = await readTuples();
    const page = await listFlakySlots(database, { projectId, ...all }, { after: null, limit });
    const middle = page.at(-1);
    expect(page).toHaveLength(limit);
    await listFlakySlots(database, { projectId, ...all }, { after: middle ? placeOf(middle) : null, limit });
    return (await readTuples()) - before;
  };
  await sql`alter table flakes set (autovacuum_enabled = false)`.execute(database);
  await sql`alter table flaky_slots set (autovacuum_enabled = false)`.execute(database);
  const few = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      suite: 0,
      name: `s${index % 200}`,
      kind: 'recaptured' as const,
      daysAgo: (index % 97) / 4,
    }));
  await plant(few(200));
  await score();
  await sql`analyze flakes, flaky_slots, captures`.execute(database);
  const short = await read();
  await plant(
    few(20_000).map((one, index) => ({ ...one, name: `s${index % 5_000}` })),
    200,
  );
  while (await score());
  expect(await read()).toBeLessThan(3 * short + 200);
});

/** Rows of these tables that this connection has read so far. */
async function readTuples(): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(database);
  await sql`select pg_stat_clear_snapshot()`.execute(database);
  const { rows } = await sql<{ tuples: number }>`
    select sum(seq_tup_read + idx_tup_fetch)::int tuples from pg_stat_user_tables
    where relname in ('flakes', 'flaky_slots', 'captures')`.execute(database);
  return rows[0]?.tuples ?? Number.NaN;
}
