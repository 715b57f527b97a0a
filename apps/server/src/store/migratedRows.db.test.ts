import { copyFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/createTestDatabase.js';
import { listBaselineRefs, listBaselines } from './baselines/baselines.js';
import { type Database, openDatabase } from './database.js';
import { listOpenReviews } from './diffs/openReviews.js';
import { migrate } from './migrate.js';

const migrations = new URL('../../migrations/', import.meta.url);
const oldRows = new URL('../../testing/rowsOfSchema3.sql', import.meta.url);
const [one, two, three] = ['1', '2', '3'].map((digit) => digit.repeat(64)) as [string, string, string];

let testDatabase: TestDatabase;
let database: Database;
/** The rows of version 0003, in a database that was migrated from there. */
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  ({ database } = openDatabase({ connectionString: testDatabase.connectionString }));
  const folder = await mkdtemp(join(tmpdir(), 'svc-migrations-'));
  try {
    for (const file of (await readdir(migrations)).filter((name) => name < '0004'))
      await copyFile(new URL(file, migrations), join(folder, file));
    await migrate(database, pathToFileURL(`${folder}/`));
    await sql.raw(await readFile(oldRows, 'utf8')).execute(database);
    expect(await migrate(database)).toContain('0004_slots');
  } finally {
    await rm(folder, { recursive: true });
  }
});
afterAll(async () => {
  await database.destroy();
  await testDatabase.drop();
});

const read = async (query: string) => (await sql.raw<Record<string, unknown>>(query).execute(database)).rows;

test('baselines stand where they were approved, and the newest of a branch is active', async () => {
  const entries = await read(
    `select id::int, branch, name, browser, pixels, places, covered_by::int, decision_id::int, revoked_seq is not null revoked
     from baseline_entries order by id`,
  );
  const button = { name: 'button', browser: '', revoked: false };
  expect(entries).toEqual([
    { ...button, id: 1, branch: 'main', pixels: one, places: ['c1'], coveredBy: 3, decisionId: 1 },
    { ...button, id: 2, branch: 'feature', pixels: two, places: ['c2'], coveredBy: null, decisionId: 2 },
    { ...button, id: 3, branch: 'main', pixels: two, places: ['c3'], coveredBy: null, decisionId: 2 },
    {
      id: 4,
      branch: 'main',
      name: 'card',
      browser: '',
      pixels: null,
      places: [],
      coveredBy: null,
      decisionId: null,
      revoked: true,
    },
  ]);
  const suite = { suiteId: 1, defaultBranch: 'main', formerBranches: [] };
  expect(await listBaselineRefs(database, suite)).toEqual(['feature', 'main']);
  const active = await listBaselines(database, suite, { branch: null, part: '', after: null, limit: 10 });
  expect(active.map(({ branch, name, hash }) => [branch, name, hash])).toEqual([
    ['feature', 'button', two],
    ['main', 'button', two],
  ]);
});

test('decisions say whether a person made them, and results which one they show', async () => {
  expect(
    await read(
      'select id::int, kind, actor, automatic, base_pixels = target_pixels is_over from decisions order by id',
    ),
  ).toEqual([
    { id: 1, kind: 'approved', actor: 'auto-approve', automatic: true, isOver: null },
    { id: 2, kind: 'approved', actor: 'user:Ada', automatic: false, isOver: true },
    { id: 3, kind: 'rejected', actor: 'user:Ben', automatic: false, isOver: null },
  ]);
  expect(
    await read(
      'select diff_id, name, approval_status status, decision_id::int decision from results order by 1, 2',
    ),
  ).toEqual([
    { diffId: 'dif_1', name: 'button', status: 'approved', decision: 1 },
    { diffId: 'dif_2', name: 'button', status: 'approved', decision: 2 },
    { diffId: 'dif_2', name: 'card', status: 'rejected', decision: 3 },
    { diffId: 'dif_3', name: 'button', status: 'approved', decision: 2 },
    { diffId: 'dif_4', name: 'button', status: 'approved', decision: null },
  ]);
});

test('what was rejected is still carried', async () => {
  const head = {
    projectId: 'prj_1',
    suiteId: 1,
    namespace: '',
    branch: 'feature',
    defaultBranch: 'main',
    former: [],
    commit: 'c5',
    headCaptureId: 'cap_9',
  };
  expect(await listOpenReviews(database, head)).toMatchObject([
    { name: 'card', viewport: '320x200', browser: '', captureId: 'cap_2', commit: 'c2', hash: three },
  ]);
});

test('a diff with a threshold of its own judges nothing, and each suite of a commit has one check', async () => {
  expect(await read('select id from diffs where judging order by id')).toEqual(
    ['dif_1', 'dif_2', 'dif_3', 'dif_5'].map((id) => ({ id })),
  );
  expect(
    await read('select commit, suite_id::int suite, count(*)::int from check_runs group by 1, 2 order by 2'),
  ).toEqual([
    { commit: 'c2', suite: 1, count: 1 },
    { commit: 'c2', suite: null, count: 1 },
  ]);
});

test('captures and open sessions have what was checked out; sessions that ended are as they were', async () => {
  expect(
    await read(
      'select id, checkout, test_id, attempt from captures join snapshots on capture_id = id order by 1, name',
    ),
  ).toEqual(
    ['1', '2', '2', '3', '4'].map((id) => ({
      id: `cap_${id}`,
      checkout: `c${id}`,
      testId: null,
      attempt: 1,
    })),
  );
  expect(
    await read('select id, checkout, exit_code::int, complete from review_sessions order by id'),
  ).toEqual([
    { id: 'ses_1', checkout: null, exitCode: 0, complete: false },
    { id: 'ses_2', checkout: 'c4', exitCode: null, complete: false },
  ]);
});

test('hashes are bytes, and still those of images that are there', async () => {
  expect(
    await read(`select hash, head_hash, pg_typeof(head_hash)::text type from images
      join results on head_hash = hash and results.project_id = images.project_id where diff_id = 'dif_1'`),
  ).toEqual([{ hash: one, headHash: one, type: 'hash256' }]);
  const unknown = `insert into results (project_id, diff_id, name, viewport, browser, position, status, approval_status, threshold, base_hash)
    select project_id, diff_id, 'unknown', viewport, browser, position, status, approval_status, threshold, sha256('unknown') from results limit 1`;
  await expect(read(unknown)).rejects.toThrow(/project .* has no row of images with the key/);
  const referring = await read(`
    select distinct conrelid::regclass::text "table" from pg_constraint
    where confrelid = 'images'::regclass and convalidated order by 1`);
  expect(referring.map(({ table }) => table)).toEqual([
    'comparisons',
    'doubts',
    'layout_records',
    'snapshot_attempts',
  ]);
  expect(await read('select find_dangling_reference() found')).toEqual([{ found: null }]);
});

test('results and snapshots are partitions of their tables, with indexes and foreign keys', async () => {
  for (const table of ['results', 'snapshots']) {
    expect(
      await read(`select inhrelid::regclass::text part, (select count(*)::int from ${table}) > 0 has_rows,
          (select count(*)::int from pg_index where indrelid = inhrelid)
            = (select count(*)::int from pg_index where indrelid = inhparent) indexed,
          (select count(*)::int from pg_constraint where conrelid = inhrelid and contype = 'f' and convalidated and conparentid <> 0)
            = (select count(*)::int from pg_constraint where conrelid = inhparent and contype = 'f') referring
        from pg_inherits where inhparent = '${table}'::regclass`),
    ).toEqual([{ part: `${table}_first`, hasRows: true, indexed: true, referring: true }]);
  }
});

test('diffs have the counts of their results', async () => {
  const kept = await read('select id, changed_count, pending_count, approved_count from diffs order by id');
  const counted = await read(`
    select diffs.id, count(*) filter (where results.status = 'changed')::int changed_count,
      count(*) filter (where approval_status = 'pending')::int pending_count,
      count(*) filter (where approval_status = 'approved' and results.status in ('changed', 'new', 'removed'))::int approved_count
    from diffs left join results on results.diff_id = diffs.id group by diffs.id order by diffs.id`);
  expect(kept).toEqual(counted);
  expect(kept.some(({ approvedCount }) => approvedCount !== 0)).toBe(true);
});
