import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMigratedDatabase, type MigratedDatabase } from '../../testing/createMigratedDatabase.js';
import { createTestDatabase } from '../../testing/createTestDatabase.js';
import { readPages } from '../../testing/database/readPages.js';
import { copyDatabase } from '../service/backup/copyDatabase.js';
import { type Database, openDatabase } from './database.js';
import { lockImages } from './retention/removals.js';

let testDatabase: MigratedDatabase;
let database: Database;
beforeAll(async () => {
  testDatabase = await createMigratedDatabase();
  database = testDatabase.database;
});
afterAll(async () => {
  await testDatabase.drop();
});

const run = (text: string, on = database) => sql.raw<Record<string, unknown>>(text).execute(on);

/** In hexadecimal digits, of an image. */
const hashOf = (image: number): string => image.toString(16).padStart(64, '0');
const [shown, unused, other] = [1, 2, 3].map(hashOf) as [string, string, string];
const bytes = (hash: string): string => `decode('${hash}', 'hex')`;

/** Two projects, each with a suite, a capture, a diff, images, and a comparison of a number of its own. */
async function makeProjects(): Promise<void> {
  await run(`
    insert into organisations (name) values ('acme');
    insert into projects (id, org, name) values ('prj_1', 'acme', 'one'), ('prj_2', 'acme', 'two');
    insert into suites (id, project_id, name) overriding system value values (1, 'prj_1', 'forms'), (2, 'prj_2', 'forms');
    insert into captures (id, project_id, suite_id, mode, actor)
      select 'cap_' || n, 'prj_' || n, n, 'manual', 'test' from generate_series(1, 2) n;
    insert into diffs (id, project_id, suite_id, head_capture_id, threshold, anti_aliasing)
      select 'dif_' || n, 'prj_' || n, n, 'cap_' || n, 0, true from generate_series(1, 2) n;
    insert into images (project_id, hash, pixel_hash, width, height, bytes)
      select 'prj_' || n, hash, hash, 1, 1, 1 from (values (1, ${bytes(shown)}), (1, ${bytes(unused)}), (2, ${bytes(other)})) of_project (n, hash);
    insert into comparisons (id, project_id, base_pixels, head_pixels, threshold, anti_aliasing, ignored, diff_percentage)
      overriding system value
      select n, 'prj_' || n, sha256('base'), sha256('head'), 0, true, '', 1 from generate_series(1, 2) n`);
}
beforeAll(makeProjects);

interface Reference {
  child: string;
  column: string;
  /** In SQL: of the same project, of another one, and of none. */
  values: { own: string; foreign: string; unknown: string };
  parent: string;
  key: string;
}
const image = {
  parent: 'images',
  key: 'hash',
  values: { own: bytes(shown), foreign: bytes(other), unknown: bytes(hashOf(99)) },
};
const of = (parent: string, own: string, foreign: string, unknown: string) => ({
  ...{ parent, key: 'id' },
  values: { own, foreign, unknown },
});
const references: Reference[] = [
  { child: 'results', column: 'diff_id', ...of('diffs', "'dif_1'", "'dif_2'", "'dif_99'") },
  { child: 'results', column: 'head_hash', ...image },
  { child: 'results', column: 'base_hash', ...image },
  { child: 'results', column: 'comparison_id', ...of('comparisons', '1', '2', '99') },
  { child: 'snapshots', column: 'capture_id', ...of('captures', "'cap_1'", "'cap_2'", "'cap_99'") },
  { child: 'snapshots', column: 'hash', ...image },
  { child: 'baseline_entries', column: 'hash', ...image },
  { child: 'baseline_entries', column: 'suite_id', ...of('suites', '1', '2', '99') },
  { child: 'baseline_entries', column: 'capture_id', ...of('captures', "'cap_1'", "'cap_2'", "'cap_99'") },
  { child: 'baseline_entries', column: 'diff_id', ...of('diffs', "'dif_1'", "'dif_2'", "'dif_99'") },
  { child: 'decisions', column: 'suite_id', ...of('suites', '1', '2', '99') },
  { child: 'decisions', column: 'diff_id', ...of('diffs', "'dif_1'", "'dif_2'", "'dif_99'") },
  { child: 'open_reviews', column: 'diff_id', ...of('diffs', "'dif_1'", "'dif_2'", "'dif_99'") },
];
const cases = references.map((reference) => [`${reference.child}.${reference.column}`, reference] as const);

/** What a row has beside the reference, in SQL. */
const rows = new Map<string, [string, string][]>([
  [
    'results',
    [
      ['diff_id', "'dif_1'"],
      ['position', '0'],
      ['status', "'changed'"],
      ['approval_status', "'pending'"],
      ['threshold', '0'],
    ],
  ],
  [
    'snapshots',
    [
      ['capture_id', "'cap_1'"],
      ['position', '0'],
      ['status', "'captured'"],
      ['hash', bytes(shown)],
    ],
  ],
  [
    'baseline_entries',
    [
      ['suite_id', '1'],
      ['capture_id', "'cap_1'"],
      ['branch', "'main'"],
      ['actor', "'test'"],
    ],
  ],
  [
    'decisions',
    [
      ['suite_id', '1'],
      ['diff_id', "'dif_1'"],
      ['kind', "'approved'"],
      ['persistent', 'true'],
      ['actor', "'test'"],
    ],
  ],
  [
    'open_reviews',
    [
      ['suite_id', '1'],
      ['namespace', "''"],
      ['branch', "'main'"],
      ['capture_id', "'cap_1'"],
    ],
  ],
]);

/** Adds rows in one statement, of which each has one of the values. */
function insert({ child, column }: Reference, values: readonly string[], on?: Database) {
  const row = new Map([
    ['project_id', "'prj_1'"],
    ['viewport', "''"],
    ['browser', "''"],
    ...(rows.get(child) ?? []),
    [column, 'referred'],
  ]);
  const listed = values.map((value, n) => `('s${n}', ${value})`).join(', ');
  return run(
    `insert into ${child} (name, ${[...row.keys()].join(', ')})
      select slot, ${[...row.values()].join(', ')} from (values ${listed}) given (slot, referred)`,
    on,
  );
}

/** Undone at the end; what it answers or throws comes through. */
async function undone<T>(work: (transaction: Database) => Promise<T>): Promise<T> {
  const transaction = await database.startTransaction().execute();
  try {
    return await work(transaction);
  } finally {
    await transaction.rollback().execute();
  }
}

const refusal = (query: Promise<unknown>): Promise<string | undefined> =>
  query.then(
    () => undefined,
    (error: { code?: string }) => error.code,
  );

test.each(cases)('%s names what is there, in the same project', async (_, reference) => {
  const { own, foreign, unknown } = reference.values;
  const outcomes = await Promise.all(
    [[own], [foreign], [unknown], [own, unknown], [unknown, own, own], [own, own]].map((values) =>
      refusal(undone((transaction) => insert(reference, values, transaction))),
    ),
  );
  expect(outcomes).toEqual([undefined, '23503', '23503', '23503', '23503', undefined]);
});

/** What goes when the row goes that it names. */
const parts = ['results.diff_id', 'snapshots.capture_id', 'open_reviews.diff_id'];

test.each(cases.filter(([name]) => !parts.includes(name)))(
  'what %s names stays, and keeps its key',
  async (_, { parent, key, ...reference }) => {
    const { own } = reference.values;
    const change = (text: string) =>
      refusal(
        undone(async (transaction) => {
          await insert({ parent, key, ...reference }, [own], transaction);
          await run(text, transaction);
        }),
      );
    expect(await change(`delete from ${parent} where ${key} = ${own} and project_id = 'prj_1'`)).toBe(
      '23503',
    );
    expect(await change(`delete from ${parent}`)).toBe('23503');
    expect(await change(`update ${parent} set project_id = 'prj_2' where project_id = 'prj_1'`)).toBe(
      '23514',
    );
  },
);

test.each(cases)('a restore finds that %s names nothing', async (_, reference) => {
  const { child, column, values } = reference;
  const find = (value: string) =>
    undone(async (transaction) => {
      await run(`alter table ${child} disable trigger user`, transaction);
      await insert(reference, [values.own, value], transaction);
      return (await run('select find_dangling_reference() found', transaction)).rows;
    });
  expect(await find(values.own)).toEqual([{ found: null }]);
  expect(await find(values.unknown)).toEqual([{ found: `${child}.${column}` }]);
  expect(await find(values.foreign)).toEqual([{ found: `${child}.${column}` }]);
});

test('a copy with rows that name nothing is refused, and has nothing', async () => {
  const empty = await createTestDatabase();
  const source = openDatabase({ connectionString: testDatabase.connectionString });
  const target = openDatabase({ connectionString: empty.connectionString });
  try {
    await run('alter table decisions disable trigger user');
    await run(`insert into decisions (project_id, suite_id, diff_id, name, viewport, browser, kind, persistent, actor)
      values ('prj_1', 1, 'dif_99', 'a', '', '', 'approved', true, 'test')`);
    await expect(copyDatabase(source, target, () => undefined)).rejects.toThrow(
      'decisions.diff_id names something that is not there',
    );
    expect((await run('select from projects', target.database)).rows).toEqual([]);
  } finally {
    await run('delete from decisions');
    await run('alter table decisions enable trigger user');
    await Promise.all([source.database.destroy(), target.database.destroy()]);
    await empty.drop();
  }
});

test.each(cases.filter(([name]) => parts.includes(name)))(
  '%s goes with what it names',
  async (_, reference) => {
    const { child, parent } = reference;
    const left = await undone(async (transaction) => {
      await run(
        `insert into captures (id, project_id, suite_id, mode, actor) values ('cap_3', 'prj_1', 1, 'manual', 'test');
      insert into diffs (id, project_id, suite_id, head_capture_id, threshold, anti_aliasing) values ('dif_3', 'prj_1', 1, 'cap_1', 0, true)`,
        transaction,
      );
      const kept = reference.values.own;
      await insert(reference, [kept, kept.replace('1', '3')], transaction);
      await run(`delete from ${parent} where id in ('cap_3', 'dif_3')`, transaction);
      return (await run(`select name from ${child}`, transaction)).rows;
    });
    expect(left).toEqual([{ name: 's0' }]);
  },
);

test.each([
  ['results', 'diff_id', "'dif_2'"],
  ['snapshots', 'capture_id', "'cap_2'"],
])('a row of %s never becomes a part of another whole', async (child, column, value) => {
  expect(
    await refusal(undone((transaction) => run(`update ${child} set ${column} = ${value}`, transaction))),
  ).toBe('23514');
});

test('open reviews become those of another that is there', async () => {
  const reviews = references.find(({ child }) => child === 'open_reviews');
  if (!reviews) throw new Error('they refer to nothing');
  const after = (text: string) =>
    undone(async (transaction) => {
      await run(
        "insert into diffs (id, project_id, suite_id, head_capture_id, threshold, anti_aliasing) values ('dif_3', 'prj_1', 1, 'cap_1', 0, true)",
        transaction,
      );
      await insert(reviews, ["'dif_1'", "'dif_3'"], transaction);
      await run(text, transaction);
      return (await run('select diff_id from open_reviews order by name', transaction)).rows;
    });
  expect(await after("update open_reviews set diff_id = 'dif_3'")).toEqual([
    { diffId: 'dif_3' },
    { diffId: 'dif_3' },
  ]);
  expect(await refusal(after("update open_reviews set diff_id = 'dif_2'"))).toBe('23503');
});

test('a snapshot gets an image that is there', async () => {
  const outcomes = await Promise.all(
    [shown, other].map((hash) =>
      refusal(
        undone(async (transaction) => {
          await run(
            `insert into snapshots (project_id, capture_id, name, viewport, browser, position) values ('prj_1', 'cap_1', 'a', '', '', 0)`,
            transaction,
          );
          await run(`update snapshots set status = 'captured', hash = ${bytes(hash)}`, transaction);
        }),
      ),
    ),
  );
  expect(outcomes).toEqual([undefined, '23503']);
});

test('what is about to be named is held: retention leaves it out, and who deletes it waits, and is refused', async () => {
  const writer = await database.startTransaction().execute();
  await run(
    `insert into baseline_entries (project_id, suite_id, branch, name, viewport, browser, capture_id, hash, actor)
      values ('prj_1', 1, 'held', 'a', '', '', 'cap_1', ${bytes(unused)}, 'test')`,
    writer,
  );
  const free = await undone((transaction) => lockImages(transaction, [shown, unused]));
  expect(free.get('prj_1')).toEqual([shown]);
  const deletion = refusal(undone((on) => run(`delete from images where hash = ${bytes(unused)}`, on)));
  const waits = await Promise.race([deletion, sleep(300).then(() => 'waits')]);
  await writer.commit().execute();
  expect([waits, await deletion]).toEqual(['waits', '23503']);
});

test.each([
  ['images', 'hash', "decode(repeat('ab', 32), 'hex')", 'hash'],
  ['captures', 'id', "'cap_4'", 'capture_id'],
])(
  'what is about to go from %s can be named only if it stays: who names it waits',
  async (parent, key, value, column) => {
    const reference = references.find((one) => one.child === 'baseline_entries' && one.column === column);
    if (!reference) throw new Error(`nothing is named by ${column}`);
    await run(`
    insert into images (project_id, hash, pixel_hash, width, height, bytes)
      values ('prj_1', decode(repeat('ab', 32), 'hex'), sha256('p'), 1, 1, 1) on conflict do nothing;
    insert into captures (id, project_id, suite_id, mode, actor) values ('cap_4', 'prj_1', 1, 'manual', 'test') on conflict do nothing`);
    const naming = async (end: 'commit' | 'rollback') => {
      const remover = await database.startTransaction().execute();
      await run(`delete from ${parent} where ${key} = ${value}`, remover);
      // One in the midst of others, which are there.
      const values = [reference.values.own, value, reference.values.own];
      const written = refusal(undone((on) => insert(reference, values, on)));
      const waits = await Promise.race([written, sleep(300).then(() => 'waits')]);
      await remover[end]().execute();
      return [waits, await written];
    };
    expect(await naming('rollback')).toEqual(['waits', undefined]);
    expect(await naming('commit')).toEqual(['waits', '23503']);
  },
);

test('what thousands of rows name is looked up by keys, also where the plan was made while there was nothing', async () => {
  const fresh = await createMigratedDatabase({ max: 1 });
  try {
    const ask = (text: string) => run(text, fresh.database);
    const count = 3_000;
    const results = (from: number) => `
      insert into results (project_id, diff_id, name, viewport, browser, position, status, approval_status, threshold, head_hash, base_hash)
        select 'prj_1', 'dif_1', 's' || n, '', '', n, 'changed', 'pending', 0, decode(lpad(to_hex(n), 64, '0'), 'hex'),
          decode(lpad(to_hex(n + 1), 64, '0'), 'hex') from generate_series(${from}, ${from + count - 1}) n`;
    const images = (from: number, to: number) => `
      insert into images (project_id, hash, pixel_hash, width, height, bytes)
        select 'prj_1', decode(lpad(to_hex(n), 64, '0'), 'hex'), sha256('p'), 1, 1, 1 from generate_series(${from}, ${to}) n`;
    await ask(`
      insert into organisations (name) values ('acme');
      insert into projects (id, org, name) values ('prj_1', 'acme', 'one');
      insert into suites (id, project_id, name) overriding system value values (1, 'prj_1', 'forms');
      insert into captures (id, project_id, suite_id, mode, actor) values ('cap_1', 'prj_1', 1, 'manual', 'test');
      insert into diffs (id, project_id, suite_id, head_capture_id, threshold, anti_aliasing) values ('dif_1', 'prj_1', 1, 'cap_1', 0, true)`);
    await ask(images(1, 2));
    // PostgreSQL keeps a plan that is called for the sixth time.
    const one = results(1).replace(`, ${count})`, ', 1)');
    for (let time = 0; time < 8; time += 1) {
      await ask(one);
      await ask('delete from results');
    }
    await ask(images(3, 20 * count));
    const pagesOf = async (text: string) => {
      const before = await readPages(fresh.database);
      await ask(text);
      return (await readPages(fresh.database)) - before;
    };
    expect(await pagesOf(results(10))).toBeLessThan(40 * count);
    await ask('delete from results');
    expect(await pagesOf(one)).toBeLessThan(300);
    await ask('delete from results');

    const remove = (id: string) => `
      insert into diffs (id, project_id, suite_id, head_capture_id, threshold, anti_aliasing) values (${id}, 'prj_1', 1, 'cap_1', 0, true);
      ${one.replace("'dif_1'", id)}; delete from diffs where id = ${id}`;
    // Known to be empty, a table is read as a whole.
    await ask('vacuum analyze results');
    for (let time = 0; time < 8; time += 1) await ask(remove("'dif_2'"));
    for (let from = 10; from < 10 * count; from += count) await ask(results(from));
    expect(await pagesOf(remove("'dif_3'"))).toBeLessThan(300);
    expect((await ask('select count(*) from results')).rows).toEqual([{ count: 10 * count }]);
  } finally {
    await fresh.drop();
  }
});
