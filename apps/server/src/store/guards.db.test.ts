import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMigratedDatabase, type MigratedDatabase } from '../../testing/createMigratedDatabase.js';
import { statusMoves } from '../domain/statusMoves.js';
import { bytea } from './bytea.js';
import type { Database } from './database.js';
import { ensureProject } from './projects/projects.js';
import { ensureSuite } from './projects/suites.js';

let testDatabase: MigratedDatabase;
let database: Database;
const ours = { project: '', suite: 0 };
const theirs = { project: '', suite: 0 };
const hash = 'a'.repeat(64);
beforeAll(async () => {
  testDatabase = await createMigratedDatabase();
  database = testDatabase.database;
  for (const [side, slug] of [[ours, 'acme/web'] as const, [theirs, 'acme/other'] as const]) {
    side.project = (await ensureProject(database, slug)).id;
    side.suite = (await ensureSuite(database, side.project, 'forms')).id;
    const { project, suite } = side;
    await sql`insert into captures (id, project_id, suite_id, mode, actor) values
      (${`cap_${slug}`}, ${project}, ${suite}, 'manual', 'test')`.execute(database);
    await sql`insert into diffs (id, project_id, suite_id, head_capture_id, threshold, anti_aliasing) values
      (${`dif_${slug}`}, ${project}, ${suite}, ${`cap_${slug}`}, 0, true)`.execute(database);
  }
  await sql`insert into images values (${theirs.project}, ${bytea(hash)}::bytea, ${bytea(hash)}::bytea, 1, 1, 1)`.execute(
    database,
  );
  await sql`insert into sites (id, project_id, archive_hash) values ('sit_1', ${ours.project}, ${bytea(hash)})`.execute(
    database,
  );
});
afterAll(async () => {
  await testDatabase.drop();
});

const refusal = (query: Promise<unknown>): Promise<string | undefined> =>
  query.then(
    () => undefined,
    (error: { code?: string }) => error.code,
  );

test.each(Object.entries(statusMoves))(
  '%s move as the rules say, and never otherwise (R27)',
  async (table, moves) => {
    const statuses = Object.keys(moves);
    for (const from of statuses) {
      for (const to of statuses) {
        const expected = from === to || (moves as Record<string, readonly string[]>)[from]?.includes(to);
        const outcome = await refusal(
          database.transaction().execute(async (transaction) => {
            const name = sql.id(table);
            await sql`alter table ${name} disable trigger legal_move`.execute(transaction);
            await sql`update ${name} set status = ${from}`.execute(transaction);
            await sql`alter table ${name} enable trigger legal_move`.execute(transaction);
            await sql`update ${name} set status = ${to}`.execute(transaction);
          }),
        );
        expect([from, to, outcome]).toEqual([from, to, expected ? undefined : '23514']);
      }
    }
  },
);

const foreign = '23503';
test.each<[string, () => Promise<unknown>]>([
  [
    'a diff of a capture',
    () =>
      sql`insert into diffs (id, project_id, suite_id, head_capture_id, threshold, anti_aliasing)
      values ('dif_x', ${ours.project}, ${ours.suite}, 'cap_acme/other', 0, true)`.execute(database),
  ],
  [
    'a diff against a capture',
    () =>
      sql`insert into diffs (id, project_id, suite_id, head_capture_id, base_capture_id, threshold, anti_aliasing)
      values ('dif_x', ${ours.project}, ${ours.suite}, 'cap_acme/web', 'cap_acme/other', 0, true)`.execute(
        database,
      ),
  ],
  [
    'a snapshot of an image',
    () =>
      sql`insert into snapshots (project_id, capture_id, name, viewport, browser, position, status, hash)
      values (${ours.project}, 'cap_acme/web', 'a', '', '', 0, 'captured', ${bytea(hash)})`.execute(database),
  ],
  [
    'a result with an image',
    () =>
      sql`insert into results (project_id, diff_id, name, viewport, browser, position, status, approval_status, threshold,
        head_hash)
      values (${ours.project}, 'dif_acme/web', 'a', '', '', 0, 'new', 'pending', 0, ${bytea(hash)})`.execute(
        database,
      ),
  ],
  [
    'a baseline of a diff',
    () =>
      sql`insert into baseline_entries (project_id, suite_id, branch, name, viewport, browser, capture_id, diff_id, actor)
      values (${ours.project}, ${ours.suite}, 'main', 'a', '', '', 'cap_acme/web', 'dif_acme/other', 'test')`.execute(
        database,
      ),
  ],
  [
    'a decision in a suite',
    () =>
      sql`insert into decisions (project_id, suite_id, diff_id, name, viewport, browser, kind, persistent,
        actor)
      values (${ours.project}, ${theirs.suite}, 'dif_acme/web', 'a', '', '', 'approved', true, 'test')`.execute(
        database,
      ),
  ],
  [
    'a check run of a diff',
    () =>
      sql`insert into check_runs (id, project_id, commit, diff_id)
      values ('chk_x', ${ours.project}, 'c0ffee1', 'dif_acme/other')`.execute(database),
  ],
  [
    'a check run of a suite',
    () =>
      sql`insert into check_runs (id, project_id, commit, suite_id)
      values ('chk_x', ${ours.project}, 'c0ffee1', ${theirs.suite})`.execute(database),
  ],
])('%s of another project is refused', async (_, insert) => {
  expect(await refusal(insert())).toBe(foreign);
});

test('the log of baselines only grows, and a revocation is final (R5, R6)', async () => {
  await sql`insert into baseline_entries (project_id, suite_id, branch, name, viewport, browser, capture_id, actor)
    values (${ours.project}, ${ours.suite}, 'main', 'a', '', '', 'cap_acme/web', 'test')`.execute(database);
  expect(await refusal(sql`update baseline_entries set branch = 'other'`.execute(database))).toBe('23514');
  const revoke = () =>
    sql`update baseline_entries set revoked_seq = nextval('baseline_sequence')`.execute(database);
  expect(await refusal(revoke())).toBeUndefined();
  expect(await refusal(revoke())).toBe('23514');
});

test('a slot has one result in a diff, and a session ends once (R22)', async () => {
  const insert = () =>
    sql`insert into results (project_id, diff_id, name, viewport, browser, position, status, approval_status,
      threshold) values (${ours.project}, 'dif_acme/web', 'b', '', '', 0, 'unchanged', 'approved', 0)`.execute(
      database,
    );
  expect(await refusal(insert())).toBeUndefined();
  expect(await refusal(insert())).toBe('23505');
  await sql`insert into review_sessions (project_id, id, branch, commit, actor)
    values (${ours.project}, 'ses_1', 'main', 'c0ffee1', 'test')`.execute(database);
  const end = () => sql`update review_sessions set completed_at = now(), exit_code = 0`.execute(database);
  expect(await refusal(end())).toBeUndefined();
  expect(await refusal(end())).toBe('23514');
});
