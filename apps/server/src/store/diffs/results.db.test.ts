import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMigratedDatabase, type MigratedDatabase } from '../../../testing/createMigratedDatabase.js';
import { readPages } from '../../../testing/database/readPages.js';
import { bytea } from '../bytea.js';
import type { Database } from '../database.js';
import { ensureProject } from '../projects/projects.js';
import { placeResults } from './diffs.js';
import { insertResults } from './insertResults.js';
import { listEarlierResults, listResults, listUndecidedSince } from './results.js';
import { type ReviewRow, streamReviewRows } from './reviewRows.js';

async function readReviewRows(database: Database, diffId: string) {
  const read: ReviewRow[] = [];
  for await (const rows of streamReviewRows(database, diffId)) read.push(...rows);
  return read;
}

let testDatabase: MigratedDatabase;
let database: Database;
let projectId: string;
let otherId: string;
beforeAll(async () => {
  // One connection, whose own reads are counted.
  testDatabase = await createMigratedDatabase({ max: 1 });
  database = testDatabase.database;
  projectId = (await ensureProject(database, 'acme/web')).id;
  otherId = (await ensureProject(database, 'acme/other')).id;
  // The same bytes are an image of each project, with what that project knows of it.
  await run(`
    insert into suites (project_id, name) values ('${projectId}', 'web');
    insert into captures (id, project_id, suite_id, mode, commit, actor)
      select 'cap_' || n, '${projectId}', id, case n when 2 then 'fleet' else 'manual' end, 'c' || n, 'key:k' from suites, generate_series(0, 2) n;
    insert into diffs (id, project_id, suite_id, head_capture_id, status, threshold, anti_aliasing, baseline_mark)
      select 'dif_' || n, '${projectId}', id, 'cap_' || n, 'completed', 0.1, true, 5 from suites, generate_series(0, 1) n;
    insert into images (project_id, hash, pixel_hash, width, height, bytes)
      select project, decode(repeat(hash, 64), 'hex'),
        decode(repeat(case project when '${projectId}' then hash else '0' end, 64), 'hex'), width, width, 1
      from unnest(array['${projectId}', '${otherId}']) project,
        (values ('a', 1), ('b', 2), ('c', 3)) image (hash, width);
    insert into comparisons (project_id, base_pixels, head_pixels, threshold, anti_aliasing, ignored, diff_percentage, fingerprint,
        base_width, base_height, head_width, head_height)
      select base.project_id, base.hash, head.hash, 0.1, true, '', 1, 'print of ' || base.width || ' and ' || head.width,
        base_width, base_width, head_width, head_width
      from images base join images head using (project_id)
      -- Older services kept no sizes.
      cross join lateral (select case when base.width < head.width then base.width end base_width,
        case when base.width < head.width then head.width end head_width) sizes
      where base.project_id = '${projectId}' and base.width <> head.width;
    insert into decisions (project_id, suite_id, diff_id, name, viewport, browser, kind, actor, persistent, note, required_approvals)
      select '${projectId}', id, 'dif_0', 'n' || n, '', '', case n when 2 then 'rejected' else 'approved' end, 'user:u', true,
        case n when 2 then 'too wide' end, case n when 3 then 2 else 1 end
      from suites, generate_series(1, 3) n;
    insert into snapshots (project_id, capture_id, name, viewport, browser, position, status, hash, renderer)
      select '${projectId}', 'cap_2', name, '', '', 0, 'captured', decode(repeat('a', 64), 'hex'), 'renderer of ' || name
      from unnest(array['n0', 'n1', 'n2']) name;
    alter table results_first set (autovacuum_enabled = false); alter table images set (autovacuum_enabled = false);
    alter table snapshots_first set (autovacuum_enabled = false); alter table baseline_entries set (autovacuum_enabled = false);
    alter table decisions set (autovacuum_enabled = false); alter table comparisons set (autovacuum_enabled = false)`);
});
afterAll(async () => {
  await testDatabase.drop();
});

async function run(statements: string): Promise<void> {
  for (const statement of statements.split(';')) await sql.raw(statement).execute(database);
}
const read = async <Row>(query: string) => (await sql.raw<Row>(query).execute(database)).rows;

const hash = fc.option(fc.constantFrom('a', 'b', 'c'));
const status = fc.constantFrom('changed', 'new', 'removed', 'unchanged', 'skipped');
const rows = fc.uniqueArray(
  fc.record({
    diff: fc.nat(1),
    name: fc.nat(3),
    position: fc.nat(2),
    status,
    approval: fc.constantFrom('pending', 'approved', 'rejected'),
    head: hash,
    base: hash,
    from: fc.option(fc.nat(2)),
    isCompared: fc.boolean(),
    decision: fc.option(fc.integer({ min: 1, max: 3 })),
    entry: fc.option(fc.integer({ min: 1, max: 6 })),
  }),
  { selector: ({ diff, name }) => `${diff} ${name}`, maxLength: 8 },
);
const entries = fc.array(
  fc.record({
    id: fc.integer({ min: 1, max: 9 }),
    name: fc.nat(3),
    revokedAfter: fc.option(fc.integer({ min: 1, max: 8 })),
  }),
  { maxLength: 9 },
);

const text = (value: unknown) => (value === null ? 'null' : `'${value}'`);
const image = (of: string | null) => text(bytea(of?.repeat(64) ?? null));

async function write(
  results: typeof rows extends fc.Arbitrary<infer Rows> ? Rows : never,
  log: typeof entries extends fc.Arbitrary<infer Log> ? Log : never,
): Promise<void> {
  await run('delete from results; delete from baseline_entries');
  for (const { id, name, revokedAfter } of new Map(log.map((entry) => [entry.id, entry])).values())
    await run(`
      insert into baseline_entries (id, project_id, suite_id, branch, name, viewport, browser, capture_id, actor, revoked_seq)
      select ${id}, '${projectId}', id, 'main', 'n${name}', '', '', 'cap_0', 'user:u',
        ${revokedAfter === null ? null : id + revokedAfter} from suites`);
  for (const one of results)
    await run(`
      insert into results (project_id, diff_id, name, viewport, browser, position, status, approval_status, head_hash,
        base_hash, base_from, comparison_id, base_entry_id, decision_id, threshold)
      select '${projectId}', 'dif_${one.diff}', 'n${one.name}', '', '', ${one.position}, '${one.status}',
        '${one.status === 'unchanged' || one.status === 'skipped' ? 'approved' : one.approval}', ${image(one.head)}::bytea,
        ${image(one.base)}::bytea, ${text(one.from === null ? null : `cap_${one.from}`)},
        (select id from comparisons where ${one.isCompared} and base_pixels = ${image(one.base)} and head_pixels = ${image(one.head)}),
        ${one.entry}, ${one.decision}, 0.1`);
}

/** As one would write it who does not mind what it costs. */
const plain = (diff: string) => `
  select results.name, head.pixel_hash head_pixels, base.pixel_hash base_pixels, coalesce(head.width, base.width) width,
    head.width head_width, base.height base_height, comparisons.fingerprint, decisions.note,
    case when required_approvals > 1 then required_approvals end required, entry.branch ref,
    coalesce(entry.capture_id, taken.id) from_capture,
    case when results.status in ('changed', 'removed') then base_taken.renderer end base_renderer
  from results
  left join images head on head.project_id = results.project_id and head.hash = results.head_hash
  left join images base on base.project_id = results.project_id and base.hash = results.base_hash
  left join comparisons on comparisons.id = results.comparison_id
  left join decisions on decisions.id = results.decision_id
  left join baseline_entries entry on entry.id = results.base_entry_id
  left join captures taken on taken.id = results.base_from
  left join snapshots base_taken on base_taken.capture_id = results.base_from and base_taken.name = results.name
    and base_taken.hash = results.base_hash
  where results.diff_id = '${diff}' order by results.position, results.name`;

test('results are what a plain join of everything gives', async () => {
  await fc.assert(
    fc.asyncProperty(rows, entries, async (results, log) => {
      await write(results, log);
      const expected = await read<Record<string, unknown>>(plain('dif_0'));
      const found = await listResults(database, 'dif_0');
      expect(
        found.map(({ name, headPixels, basePixels, width, fingerprint, note, approvals, ...shown }) => ({
          name,
          headPixels,
          basePixels,
          width,
          fingerprint,
          note,
          required: approvals?.required ?? null,
          ref: shown.baseRef,
          fromCapture: shown.baseCaptureId,
          baseRenderer: shown.baseRenderer,
        })),
      ).toEqual(expected.map(({ headWidth: _, baseHeight: __, ...one }) => one));
      const reviewed = await readReviewRows(database, 'dif_0');
      const sizes = (one: object) => expect.objectContaining(one);
      expect(reviewed.sort((a, b) => (a.name < b.name ? -1 : 1))).toEqual(
        expected
          .map(({ name, headWidth, baseHeight, fingerprint, note, baseRenderer }) =>
            sizes({ name, headWidth, baseHeight, fingerprint, note, baseRenderer }),
          )
          .sort((a, b) => (a.sample.name < b.sample.name ? -1 : 1)),
      );
    }),
    { numRuns: 60 },
  );
});

test('new results are as one statement with a parameter for each value would write them', async () => {
  const meaningful = fc.constantFrom('\\', '\t', '\n', '\r', '\b', '\v', 'N', 'x', 'n', '.', '"');
  const json = fc.option(
    fc.array(fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: meaningful })), { maxLength: 3 }),
  );
  const fresh = fc.record(
    {
      name: fc
        .oneof(fc.string({ unit: 'grapheme', minLength: 1 }), fc.string({ unit: meaningful, minLength: 1 }))
        .filter((name) => !name.includes('\0')),
      diffPercentage: fc.option(fc.double({ min: 0, max: 100, noNaN: true })),
      threshold: fc.double({ min: 0, max: 1, noNaN: true }),
      antiAliasing: fc.option(fc.boolean()),
      carried: fc.boolean(),
      baselineSource: fc.option(fc.constantFrom('branch:main', `it's "odd" \\ {}`)),
      decidedAt: fc.option(fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true })),
      path: json.map((path) => path && JSON.stringify(path).replaceAll('\\u0000', '')),
    },
    { requiredKeys: ['name', 'threshold'] },
  );
  const readAll = () => read('select * from results order by name');
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(fresh, { selector: ({ name }) => name, minLength: 1 }), async (given) => {
      const results = given.map((one, position) => ({
        ...{ projectId, diffId: 'dif_0', viewport: '', browser: '', position },
        ...{ status: 'unchanged' as const, approvalStatus: 'approved' as const },
        ...one,
      }));
      await run('delete from results');
      await insertResults(database, results);
      const found = await readAll();
      await run('delete from results');
      await database.insertInto('results').values(results).execute();
      expect(found).toEqual(await readAll());
    }),
    { numRuns: 40 },
  );
});

test('only results are placed that are not where they belong, or that somebody decided about', async () => {
  await run('delete from results');
  const names = ['as it was', 'moved', 'other base', 'decided'];
  const places = names.map((name, position) => ({
    ...{ name, viewport: '', browser: '', position, path: null, status: 'changed' as const },
    ...{ baseFrom: null, baseEntryId: null, baseReason: null, newerEntryId: null, carried: false },
  }));
  await insertResults(
    database,
    places.map((place) => ({
      ...{ projectId, diffId: 'dif_0', threshold: 0, approvalStatus: 'pending' as const },
      ...{ baselineSource: 'branch:main', baseOrigin: 'branch:main' },
      ...place,
    })),
  );
  await run("update results set decided_by = 'ada' where name = 'decided'");
  const state = async () =>
    new Map(
      (await read<{ name: string; row: string }>('select name, ctid::text "row" from results')).map(
        ({ name, row }) => [name, row],
      ),
    );
  const before = await state();
  await placeResults(
    database,
    'dif_0',
    places.map((place) => ({
      ...place,
      position: place.name === 'moved' ? 7 : place.position,
      source: place.name === 'other base' ? 'branch:release' : 'branch:main',
    })),
  );
  const after = await state();
  expect(names.filter((name) => after.get(name) !== before.get(name))).toEqual(names.slice(1));
  expect(
    await read('select position, baseline_source, base_origin, decided_by from results order by position'),
  ).toEqual([
    { position: 0, baselineSource: 'branch:main', baseOrigin: 'branch:main', decidedBy: null },
    { position: 2, baselineSource: 'branch:release', baseOrigin: 'branch:release', decidedBy: null },
    { position: 3, baselineSource: 'branch:main', baseOrigin: 'branch:main', decidedBy: null },
    { position: 7, baselineSource: 'branch:main', baseOrigin: 'branch:main', decidedBy: null },
  ]);
});

test('rows that are written in any order leave the pages of their index full', async () => {
  await run('truncate results');
  for (const diffId of ['dif_0', 'dif_1']) {
    const results = Array.from({ length: 3_000 }, (_, n) => ({
      ...{ projectId, diffId, viewport: '1280x720', browser: '', position: n, threshold: 0 },
      ...{ status: 'unchanged' as const, approvalStatus: 'approved' as const },
      name: `Component ${(n * 1_009) % 3_000}/Story`,
    }));
    // On one connection: batches that are written at once come in any order.
    await database.transaction().execute((transaction) => insertResults(transaction, results));
  }
  const sizeOf = async () =>
    (await read<{ size: number }>("select pg_relation_size('results_first_pkey')::int size"))[0]?.size ?? 0;
  const written = await sizeOf();
  await run('reindex index results_first_pkey');
  expect(written).toBeLessThan(1.2 * (await sizeOf()));
});

test('undecided results of which a baseline moved are those of a plain look through everything', async () => {
  await fc.assert(
    fc.asyncProperty(rows, entries, async (results, log) => {
      await write(results, log);
      const found = await listUndecidedSince(database, ['dif_0', 'dif_1']);
      const expected = await read<{ diffId: string; name: string }>(`
        select diff_id, name from results join diffs on diffs.id = diff_id
        where approval_status <> 'approved' and exists (
          select from baseline_entries entry
          where entry.name = results.name and (entry.id > baseline_mark or entry.revoked_seq > baseline_mark))`);
      const key = ({ diffId, name }: { diffId: string; name: string }) => `${diffId} ${name}`;
      expect(found.map(key).sort()).toEqual(expected.map(key).sort());
    }),
    { numRuns: 60 },
  );
});

test('of the results of a build, those that need no decision are not read for that', async () => {
  await run(`
    delete from results; delete from baseline_entries;
    insert into baseline_entries (id, project_id, suite_id, branch, name, viewport, browser, capture_id, actor)
      select 6, '${projectId}', id, 'main', 's7', '', '', 'cap_0', 'user:u' from suites;
    insert into results (project_id, diff_id, name, viewport, browser, position, status, approval_status, threshold)
      select '${projectId}', 'dif_0', 's' || n, '', '', n, case when n < 20 then 'changed' else 'unchanged' end,
        case when n < 20 then 'pending' else 'approved' end, 0.1 from generate_series(1, 3000) n;
    analyze results, baseline_entries`);
  const before = await readTuples();
  expect(await listUndecidedSince(database, ['dif_0'])).toMatchObject([{ diffId: 'dif_0', name: 's7' }]);
  expect((await readTuples()) - before).toBeLessThan(100);
});

test('each reads about a row of an image for each result, also before the planner knows that there are thousands', async () => {
  await run(
    'delete from results; delete from baseline_entries; analyze images; analyze results; analyze snapshots',
  );
  const count = 3_000;
  await run(`
    insert into images (project_id, hash, pixel_hash, width, height, bytes)
      select '${projectId}', decode(lpad(to_hex(n), 64, '0'), 'hex'), decode(lpad(to_hex(n), 64, '0'), 'hex'), 1, 1, 1 from generate_series(1, ${3 * count}) n;
    insert into snapshots (project_id, capture_id, name, viewport, browser, position, status, hash)
      select '${projectId}', 'cap_1', 's' || n, '', '', n, 'captured', decode(lpad(to_hex(n), 64, '0'), 'hex') from generate_series(1, ${count}) n;
    insert into results (project_id, diff_id, name, viewport, browser, position, status, approval_status, head_hash,
        base_hash, base_from, threshold)
      select '${projectId}', 'dif_0', 's' || n, '', '', n, 'changed', 'pending', decode(lpad(to_hex(n), 64, '0'), 'hex'),
        decode(lpad(to_hex(n + ${count}), 64, '0'), 'hex'), 'cap_1', 0.1 from generate_series(1, ${count}) n`);
  for (const list of [listResults, readReviewRows, listEarlierResults] as const) {
    const before = await readTuples();
    expect(await list(database, 'dif_0')).toHaveLength(count);
    expect((await readTuples()) - before, list.name).toBeLessThan(5 * count);
  }
});

test('a plan that was kept while tables were empty looks up each row by its key, through the index that begins with it', async () => {
  const emptied = ['results', 'baseline_entries', 'decisions', 'comparisons', 'images', 'snapshots'];
  await run(`truncate ${emptied.join(', ')} cascade; vacuum analyze ${emptied.join(', ')}`);
  const lists = [listResults, readReviewRows] as const;
  // PostgreSQL keeps a plan that is called for the sixth time.
  for (let time = 0; time < 8; time += 1) for (const list of lists) await list(database, 'dif_0');
  const count = 2_000;
  await run(`
    insert into images (project_id, hash, pixel_hash, width, height, bytes)
      select '${projectId}', decode(lpad(to_hex(n), 64, '0'), 'hex'), decode(lpad(to_hex(n), 64, '0'), 'hex'), 1, 1, 1
      from generate_series(1, ${count}) n;
    insert into decisions (project_id, suite_id, diff_id, name, viewport, browser, kind, actor, persistent)
      select '${projectId}', suites.id, 'dif_0', 's' || n, '', '', 'approved', 'user:u', true from suites, generate_series(1, ${count}) n;
    insert into baseline_entries (project_id, suite_id, branch, name, viewport, browser, capture_id, actor, decision_id)
      select '${projectId}', suites.id, 'main', decisions.name, '', '', 'cap_0', 'user:u', decisions.id from suites, decisions;
    insert into results (project_id, diff_id, name, viewport, browser, position, status, approval_status, head_hash,
        base_from, threshold, base_entry_id, decision_id)
      select '${projectId}', 'dif_0', name, '', '', 0, 'changed', 'approved',
        decode(lpad(to_hex(substr(name, 2)::int), 64, '0'), 'hex'), 'cap_1', 0.1, id, decision_id from baseline_entries`);
  for (const list of lists) {
    const [before, pages] = [await readTuples(), await readPages(database)];
    const found = await list(database, 'dif_0');
    expect(found.map(({ baseApprovedIn }) => baseApprovedIn)).toEqual(Array(count).fill('dif_0'));
    expect((await readTuples()) - before, list.name).toBeLessThan(8 * count);
    expect((await readPages(database)) - pages, list.name).toBeLessThan(30 * count);
  }
});

/** Rows of the tables that results refer to, and of results, that this connection has read so far. */
async function readTuples(): Promise<number> {
  await run('select pg_stat_force_next_flush(); select pg_stat_clear_snapshot()');
  const [row] = await read<{ tuples: number }>(`
    select sum(seq_tup_read + idx_tup_fetch)::int tuples from pg_stat_user_tables
    where relname in ('images', 'results_first', 'snapshots_first', 'baseline_entries', 'decisions', 'comparisons')`);
  if (!row) throw new Error('the tables have no statistics');
  return row.tuples;
}
