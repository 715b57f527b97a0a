import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMigratedDatabase, type MigratedDatabase } from '../../testing/createMigratedDatabase.js';
import { arrayText } from './arrayText.js';
import { byteas } from './bytea.js';

let testDatabase: MigratedDatabase;
beforeAll(async () => {
  testDatabase = await createMigratedDatabase();
});
afterAll(() => testDatabase.drop());

const meaningful = fc.constantFrom('"', '\\', '{', '}', ',', ' ', '\n', '\t', 'N', 'U', 'L', "'", 'x');
const text = fc
  .oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: meaningful }),
    fc.constantFrom('NULL', 'null', '', ' '),
  )
  .filter((one) => !one.includes('\0'));

test('PostgreSQL reads the list that was written', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.option(text)), async (list) => {
      const { rows } = await sql<{ list: (string | null)[] }>`select ${arrayText(list)}::text[] list`.execute(
        testDatabase.database,
      );
      expect(rows).toEqual([{ list }]);
    }),
    { numRuns: 200 },
  );
});

test('PostgreSQL reads the bytes whose digits were written', async () => {
  const digits = fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes).toString('hex'));
  await fc.assert(
    fc.asyncProperty(fc.array(fc.option(digits)), async (list) => {
      const { rows } = await sql<{ one: string | null }>`
        select one from unnest(${byteas(list)}) with ordinality list (one, place) order by place`.execute(
        testDatabase.database,
      );
      expect(rows.map(({ one }) => one)).toEqual(list);
    }),
    { numRuns: 100 },
  );
});
