import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createMigratedDatabase, type MigratedDatabase } from '../../../testing/createMigratedDatabase.js';
import { recountRemovable } from '../../../testing/recountRemovable.js';
import * as rows from '../../../testing/retentionRows.js';
import type { Database } from '../database.js';
import { insertImageSource, listKnownImages } from '../images/images.js';
import { ensureProject } from '../projects/projects.js';
import { markImages, setRemoved } from './removals.js';
import { listProjectsWithUses, noteUses } from './uses.js';

let testDatabase: MigratedDatabase;
let database: Database;
let projectId: string;
let projects = 0;
beforeAll(async () => {
  testDatabase = await createMigratedDatabase();
  database = testDatabase.database;
});
afterAll(async () => {
  await testDatabase.drop();
});
beforeEach(() => enterNewProject());

async function enterNewProject(): Promise<void> {
  projectId = (await ensureProject(database, `acme/project-${++projects}`)).id;
  await run(`
    update projects set retention_days = 30, default_branch = 'main' where id = '$p';
    insert into suites (project_id, name) values ('$p', 'web')`);
}

const inProject = (query: string) => sql.raw<{ hash: string }>(query.replaceAll('$p', projectId));

/** Runs statements in one transaction. */
const run = (statements: string): Promise<void> =>
  database.transaction().execute(async (transaction) => {
    for (const statement of statements.split(';')) await inProject(statement).execute(transaction);
  });

const hashesOf = async (query: string) =>
  (await inProject(query).execute(database)).rows.map(({ hash }) => hash).sort();

const transact = <T>(work: (transaction: Database) => Promise<T>): Promise<T> =>
  database.transaction().execute(work);

async function noteAll(): Promise<void> {
  while (await transact((transaction) => noteUses(transaction, projectId)));
}

async function noteAndCrash(): Promise<void> {
  const undone = transact(async (transaction) => {
    await noteUses(transaction, projectId);
    throw new Error('the process ends here');
  });
  await expect(undone).rejects.toThrow('the process ends here');
}

/** What the first look marks. */
async function listMarked(): Promise<string[]> {
  await run('delete from blob_removals');
  await transact((transaction) => markImages(transaction, projectId));
  return hashesOf('select hash from blob_removals');
}

/** What the second look removes where everything was marked. */
async function remove(): Promise<string[]> {
  const kept = "select hash from images where project_id = '$p' and removed_at is null";
  const before = await hashesOf(kept);
  await transact((transaction) => setRemoved(transaction, projectId, before));
  const after = await hashesOf(kept);
  return before.filter((hash) => !after.includes(hash));
}

describe('what is noted says the same as a recount', () => {
  const capture = fc.nat(5);
  const diff = fc.nat(3);
  const look = fc.nat(9);
  const branch = fc.constantFrom('main', 'feature', 'release');
  const end = fc.constantFrom('completed', 'failed', null);
  const looks = fc.uniqueArray(look, { minLength: 1, maxLength: 3 });
  /** Takes a step, unless it is of rows that are not there, or not in that state. */
  type Step = (stateOf: (id: string) => string | undefined, dropped: Set<string>) => Promise<unknown>;

  const write = async (isPossible: boolean, ...statements: string[]) => {
    if (isPossible) await run(statements.join(';'));
  };
  const begin = fc.tuple(capture, looks, branch, end).map<Step>(([n, of, on, to]) => (stateOf) => {
    const statements = [rows.insertCapture(n, of, on), ...(to === null ? [] : [rows.endCapture(n, to)])];
    return write(stateOf(rows.captureId(n)) === undefined, ...statements);
  });
  const retry = fc.tuple(capture, look).map<Step>(
    ([n, of]) =>
      (stateOf) =>
        write(stateOf(rows.captureId(n)) === 'pending', rows.insertAttempt(n, of)),
  );
  const finish = capture.map<Step>(
    (n) => (stateOf) => write(stateOf(rows.captureId(n)) === 'pending', rows.endCapture(n)),
  );
  const compare = fc
    .tuple(diff, capture, fc.option(capture), fc.option(branch), end)
    .map<Step>(([n, head, base, target, to]) => (stateOf) => {
      const isPossible = [head, base ?? head].every((one) => stateOf(rows.captureId(one)) !== undefined);
      return write(
        isPossible && stateOf(rows.diffId(n)) === undefined,
        rows.insertDiff(n, head, base, target),
        ...(to === null ? [] : [rows.endDiff(n, to)]),
      );
    });
  const result = fc.tuple(diff, look, look, fc.constantFrom(10, 12, 14), fc.boolean()).map<Step>(
    ([n, head, base, made, isLast]) =>
      (stateOf) =>
        write(
          stateOf(rows.diffId(n)) === 'processing',
          rows.insertResult(n, head, base, made),
          ...(isLast ? [rows.endDiff(n)] : []),
        ),
  );
  const compareAgain = diff.map<Step>((n) => (stateOf) => {
    const state = stateOf(rows.diffId(n));
    return write(state !== undefined && state !== 'processing', rows.startDiffAgain(n));
  });
  const promote = fc.tuple(capture, look, branch).map<Step>(
    ([n, of, on]) =>
      (stateOf) =>
        write(stateOf(rows.captureId(n)) !== undefined, rows.insertBaseline(n, of, on)),
  );
  const forget = capture.map<Step>((n) => async (_, dropped) => {
    const entries = `select hash from baseline_entries where capture_id = '${rows.captureId(n)}'`;
    if ((await hashesOf(entries)).length > 0) return;
    for (const hash of await hashesOf(rows.hashesOfDeletion(n))) dropped.add(hash);
    await run(rows.deleteCapture(n));
  });
  const retain: Step = async () => {
    const marked = await listMarked();
    expect(await remove()).toEqual(marked);
  };
  const step = fc.oneof(
    { arbitrary: begin, weight: 4 },
    { arbitrary: retry, weight: 1 },
    { arbitrary: finish, weight: 1 },
    { arbitrary: compare, weight: 4 },
    { arbitrary: result, weight: 4 },
    { arbitrary: compareAgain, weight: 1 },
    { arbitrary: promote, weight: 1 },
    { arbitrary: fc.constant<Step>(() => run(rows.revokeNewest)), weight: 1 },
    { arbitrary: fc.constant<Step>(() => run(rows.coverNewest)), weight: 1 },
    { arbitrary: branch.map<Step>((name) => () => run(rows.renameDefaultBranch(name))), weight: 1 },
    { arbitrary: forget, weight: 1 },
    {
      arbitrary: fc.constantFrom(5, 20, 31).map<Step>((days) => () => run(rows.passDays(days))),
      weight: 3,
    },
    { arbitrary: fc.constant<Step>(noteAll), weight: 2 },
    { arbitrary: fc.constant<Step>(noteAndCrash), weight: 1 },
    { arbitrary: fc.constant(retain), weight: 1 },
  );

  async function statesOf(): Promise<(id: string) => string | undefined> {
    const { rows: found } = await sql<{ id: string; status: string }>`
      select id, status from captures where project_id = ${projectId}
      union all select id, status from diffs where project_id = ${projectId}`.execute(database);
    const states = new Map(found.map(({ id, status: state }) => [id, state]));
    return (id) => states.get(id.replace('$p', projectId));
  }

  /** @param dropped what deleted rows referred to, which may stay as long as if they were there */
  async function expectRecounted(dropped: ReadonlySet<string>): Promise<void> {
    const marked = await listMarked();
    const recounted = await recountRemovable(database, projectId);
    expect(marked.filter((hash) => !recounted.includes(hash))).toEqual([]);
    const aDayLater = await recountRemovable(database, projectId, 1);
    expect(aDayLater.filter((hash) => !marked.includes(hash) && !dropped.has(hash))).toEqual([]);
  }

  test('with captures, attempts, diffs, baselines, deletions, days, and crashes in any order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 25 }), async (steps) => {
        await enterNewProject();
        // All are so old that only what needs them keeps them.
        await run(
          [rows.insertImages(Array.from({ length: 16 }, (_, of) => of)), rows.passDays(31)].join(';'),
        );
        const dropped = new Set<string>();
        for (const take of steps) {
          await take(await statesOf(), dropped);
          await expectRecounted(dropped);
        }
      }),
      { numRuns: 25, seed: 1 },
    );
  }, 300_000);
});

test('a capture and a diff are noted once, when they end, whether or not their project removes anything', async () => {
  await run("update projects set retention_days = null where id = '$p'");
  await run([rows.insertCapture(0, [1]), rows.insertDiff(0, 0, null, null)].join(';'));
  const isWaiting = async () => (await listProjectsWithUses(database)).some(({ id }) => id === projectId);
  expect(await isWaiting()).toBe(false);
  await run([rows.endCapture(0), rows.endDiff(0)].join(';'));
  expect(await isWaiting()).toBe(true);
  await noteAndCrash();
  expect(await isWaiting()).toBe(true);
  await noteAll();
  expect(await isWaiting()).toBe(false);
  await run(`update captures set partial = true where id = '${rows.captureId(0)}'`);
  expect(await isWaiting()).toBe(false);
});

test('a diff needs all images of its captures and results, and what was made of them, from when it ended', async () => {
  await run([rows.insertCapture(0, [1]), rows.insertAttempt(0, 2), rows.insertCapture(1, [3])].join(';'));
  await run([rows.endCapture(0), rows.endCapture(1), rows.passDays(31)].join(';'));
  await run([rows.insertDiff(0, 1, 0, null), rows.insertResult(0, 4, 5, 10), rows.passDays(31)].join(';'));
  await run(rows.endDiff(0));
  await noteAll();
  await run(rows.passDays(29));
  expect(await listMarked()).toEqual([]);
  await run(rows.passDays(2));
  expect(await listMarked()).toEqual([1, 2, 3, 4, 5, 10, 11, 12].map(rows.hashOf));
});

test('an image that every build needs is noted once a day, and kept as long after the last of them', async () => {
  const noted = () => hashesOf("select needed_at::text hash from images where project_id = '$p'");
  await run([rows.insertCapture(0, [1]), rows.endCapture(0)].join(';'));
  await noteAll();
  const first = await noted();
  await run([rows.insertCapture(1, [1]), rows.endCapture(1)].join(';'));
  await noteAll();
  expect(await noted()).toEqual(first);
  await run(rows.passDays(2));
  const before = await noted();
  await run([rows.insertCapture(2, [1]), rows.endCapture(2)].join(';'));
  await noteAll();
  expect(await noted()).not.toEqual(before);
  await run(rows.passDays(30));
  expect(await listMarked()).toEqual([]);
  await run(rows.passDays(1));
  expect(await listMarked()).toEqual([rows.hashOf(1)]);
});

test('two that note at once lose nothing', async () => {
  for (let n = 0; n < 60; n++) await run([rows.insertCapture(n, [n, n + 1]), rows.endCapture(n)].join(';'));
  await run(rows.passDays(10));
  await Promise.all([noteAll(), noteAll(), noteAll()]);
  expect(await hashesOf("select hash from images where project_id = '$p' and needed_at is null")).toEqual([]);
  await run(rows.passDays(10));
  expect(await listMarked()).toEqual([]);
  await run(rows.passDays(11));
  expect(await listMarked()).toHaveLength(61);
});

test('rows are read by their ids, whatever old statistics say', async () => {
  // As of a table in which one capture has all rows.
  await run([rows.insertCapture(0, [1]), rows.endCapture(0), rows.insertDiff(0, 0, null, null)].join(';'));
  await run([rows.insertResult(0, 1, 2, 10), rows.endDiff(0)].join(';'));
  await run("delete from snapshots where project_id <> '$p'");
  await run("delete from results where project_id <> '$p'");
  await sql`analyze snapshots, results`.execute(database);
  await run(`
    ${rows.insertCapture(1, [1])};
    ${rows.insertDiff(1, 1, null, null)};
    insert into snapshots (project_id, capture_id, name, viewport, browser, position, status, hash)
      select '$p', '${rows.captureId(1)}', 'many ' || n, '', '', n, 'captured', ${rows.literalOf(1)} from generate_series(1, 5000) n;
    insert into results (project_id, diff_id, name, viewport, browser, position, status, approval_status, threshold, head_hash)
      select '$p', '${rows.diffId(1)}', 'many ' || n, '', '', n, 'new', 'pending', 0.1, ${rows.literalOf(1)}
      from generate_series(1, 5000) n`);
  const countScans = async (transaction: Database) => {
    const { rows: counts } = await sql<{ scans: number }>`
      select sum(seq_scan)::int scans from pg_stat_xact_user_tables
      where relname in ('snapshots_first', 'results_first', 'snapshot_attempts')`.execute(transaction);
    return counts[0]?.scans ?? 0;
  };
  const scansOf = (work: (transaction: Database) => Promise<unknown>) =>
    transact(async (transaction) => {
      const before = await countScans(transaction);
      await work(transaction);
      return (await countScans(transaction)) - before;
    });
  expect(await scansOf((transaction) => markImages(transaction, projectId))).toBe(0);
  expect(await scansOf((transaction) => noteUses(transaction, projectId))).toBe(0);
  expect(await scansOf((transaction) => setRemoved(transaction, projectId, [rows.hashOf(1)]))).toBe(0);
});

test('a file that was stored as another PNG is forgotten with that', async () => {
  const [kept, gone] = [rows.hashOf(1), rows.hashOf(2)];
  await run([rows.insertCapture(0, [1, 2]), rows.endCapture(0)].join(';'));
  await run(`update images set pixel_hash = hash where project_id = '$p'`);
  for (const hash of [kept, gone])
    await insertImageSource(database, { projectId, sourceHash: hash.replace('0', 'a'), hash });
  await run(rows.passDays(31));
  await run(rows.insertCapture(1, [1]));
  expect(await remove()).toEqual([gone]);
  expect(await hashesOf("select source_hash hash from image_sources where project_id = '$p'")).toEqual([
    kept.replace('0', 'a'),
  ]);
  await run('delete from blob_removals');
  const known = await listKnownImages(
    database,
    projectId,
    [kept, gone].map((hash) => hash.replace('0', 'a')),
  );
  expect(known.map(({ hash }) => hash)).toEqual([kept]);
});
