import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createMigratedDatabase, type MigratedDatabase } from '../../../testing/createMigratedDatabase.js';
import type { Database } from '../database.js';
import { copyRows } from './copyRows.js';

interface Note {
  name: string;
  viewport: string;
  browser: string;
  position: number;
  kind?: string;
  madeAt?: Date;
}
const copyNotes = copyRows<Note>('notes', {
  name: 'plain',
  viewport: 'plain',
  browser: 'plain',
  position: 'plain',
  kind: { initial: 'usual' },
  madeAt: 'plain',
});

let testDatabase: MigratedDatabase;
beforeAll(async () => {
  testDatabase = await createMigratedDatabase();
  await sql`
    create table notes (
      name text primary key, viewport text not null, browser text not null, position int not null, kind text not null default 'unsaid',
      made_at timestamptz not null default 'epoch')`.execute(testDatabase.database);
});
afterAll(() => testDatabase.drop());
beforeEach(async () => {
  await sql`truncate notes`.execute(testDatabase.database);
});

const note = (position: number, said: Partial<Note> = {}): Note => ({
  ...{ name: `note ${position}`, viewport: '', browser: '', position },
  ...said,
});
const many = Array.from({ length: 3_000 }, (_, position) => note(position));

const read = async (database: Database = testDatabase.database) =>
  (
    await sql<Required<Note>>`select name, position, kind, made_at from notes order by position`.execute(
      database,
    )
  ).rows;
const codeOf = (write: Promise<unknown>): Promise<string | undefined> =>
  write.then(
    () => undefined,
    (error: Error & { code?: string }) => error.code ?? `${error.name}: ${error.message}`,
  );

test('a column that no row gives has what its table says, one that some give what is said here', async () => {
  const { database } = testDatabase;
  await copyNotes(database, []);
  await copyNotes(database, [note(0)]);
  await copyNotes(database, [note(1, { kind: 'odd' }), note(2)]);
  await copyNotes(database, [note(3, { madeAt: new Date(86_400_000) })]);
  expect(await read()).toEqual([
    { name: 'note 0', position: 0, kind: 'unsaid', madeAt: new Date(0) },
    { name: 'note 1', position: 1, kind: 'odd', madeAt: new Date(0) },
    { name: 'note 2', position: 2, kind: 'usual', madeAt: new Date(0) },
    { name: 'note 3', position: 3, kind: 'unsaid', madeAt: new Date(86_400_000) },
  ]);
});

test('rows that PostgreSQL refuses on the way leave nothing, and the connection as it was', async () => {
  const { database } = testDatabase;
  const refused = async (rows: Note[]) => {
    const code = await codeOf(
      database.transaction().execute(async (transaction) => {
        await copyNotes(transaction, [note(9_999)]);
        await copyNotes(transaction, rows);
      }),
    );
    expect(await read()).toEqual([]);
    return code;
  };
  expect(await refused([...many, note(0)])).toBe('23505');
  expect(await refused([...many, note(1.5, { name: 'half' })])).toBe('22P02');
  expect(await refused([...many, note(3_000, { viewport: '\0' })])).toBe('22021');
  const odd = note(3_000, { kind: { toString: () => 'x' } as unknown as string });
  expect(await refused([...many, odd])).toContain('an object cannot be copied');
});

test('a transaction goes on behind its rows, whose order is that of the statements', async () => {
  await testDatabase.database.transaction().execute(async (transaction) => {
    const copied = copyNotes(transaction, many);
    const counted = sql<{ count: number }>`select count(*)::int count from notes`.execute(transaction);
    await copied;
    expect((await counted).rows).toEqual([{ count: 3_000 }]);
    expect((await read(transaction)).map(({ name }) => name)).toEqual(many.map(({ name }) => name));
  });
});

test.each(['terminate', 'cancel'])('%s in the midst of rows is an error, not a wait', async (end) => {
  const { database } = testDatabase;
  const inTheWay = await database.startTransaction().execute();
  try {
    await copyNotes(inTheWay, [note(2_000)]);
    const outcome = database.transaction().execute(async (transaction) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() pid`.execute(transaction);
      const copied = copyNotes(transaction, many);
      copied.catch(() => {});
      const isWaiting = async () =>
        (
          await sql<{ waits: boolean }>`
            select wait_event_type = 'Lock' waits from pg_stat_activity where pid = ${rows[0]?.pid}`.execute(
            database,
          )
        ).rows[0]?.waits;
      await vi.waitUntil(isWaiting, { timeout: 20_000 });
      await sql`select ${sql.ref(`pg_${end}_backend`)}(${rows[0]?.pid})`.execute(database);
      await copied;
    });
    expect(await codeOf(outcome)).toMatch(end === 'cancel' ? '57014' : /DatabaseUnavailable|57P01/);
  } finally {
    await inTheWay.rollback().execute();
  }
  await copyNotes(database, many);
  expect(await read()).toHaveLength(3_000);
});
