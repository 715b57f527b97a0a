import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMigratedDatabase, type MigratedDatabase } from '../../../testing/createMigratedDatabase.js';
import { type PermitLog, takePermit } from '../../../testing/takePermit.js';
import type { Database } from '../database.js';
import { deleteIdlePermits, type PermitRules, usePermit } from './permits.js';

const taker = fileURLToPath(new URL('../../../testing/programs/takePermits.mjs', import.meta.url));
let testDatabase: MigratedDatabase;
let database: Database;

beforeAll(async () => {
  const built = new URL('../../../dist/store/access/permits.js', import.meta.url);
  if (!existsSync(built)) throw new Error('These tests start built code: run `npx tsc -b` first.');
  testDatabase = await createMigratedDatabase();
  database = testDatabase.database;
});
afterAll(async () => {
  await testDatabase.drop();
});

test('the database does exactly what the model says', async () => {
  const rules = fc.record({
    limit: fc.integer({ min: 1, max: 5 }),
    window: fc.integer({ min: 1, max: 60_000 }),
    grace: fc.integer({ min: 0, max: 5_000 }),
  });
  const steps = fc.array(
    fc.record({
      wait: fc.oneof(fc.integer({ min: -2_000, max: 2_000 }), fc.integer({ min: 0, max: 70_000 })),
      ticket: fc.option(fc.integer({ min: 0, max: 8 })),
    }),
    { minLength: 1, maxLength: 40 },
  );
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(rules, steps, async (given: PermitRules, asked) => {
      const counter = { holder: `model ${runs++}`, counter: 'other' };
      let log: PermitLog = { uses: [], promises: [] };
      let now = 1_800_000_000_000;
      for (const step of asked) {
        now += step.wait;
        const ticket = step.ticket === null ? null : String(step.ticket);
        const expected = takePermit(given, log, now, ticket);
        log = expected.log;
        expect(await usePermit(database, counter, given, ticket, now)).toMatchObject(expected.answer);
      }
    }),
    { numRuns: 60 },
  );
});

test('four processes with five connections each never use more than the limit in any window', async () => {
  const rules = { limit: 40, window: 500, grace: 200, seconds: 3 };
  const processes = Array.from({ length: 4 }, () =>
    spawn(process.execPath, [taker, testDatabase.connectionString, JSON.stringify(rules)], {
      stdio: ['pipe', 'pipe', 'inherit'],
    }),
  );
  const outputs = processes.map((child) => text(child.stdout));
  const ended = processes.map((child) => once(child, 'exit'));
  for (const child of processes) child.stdin.end('go');
  expect((await Promise.all(ended)).map(([code]) => code)).toEqual([0, 0, 0, 0]);
  // Microseconds, as text.
  const uses = (await Promise.all(outputs))
    .flatMap((output) => output.split('\n').filter(Boolean).map(Number))
    .sort((a, b) => a - b);
  const violations = uses.filter(
    (use, index) => use - (uses[index - rules.limit] ?? Number.NEGATIVE_INFINITY) < rules.window * 1_000,
  );
  expect(violations).toEqual([]);
  expect(uses.length).toBeGreaterThan(rules.limit);
});

test('counters in which nothing counts any more are forgotten', async () => {
  const rules = { limit: 1, window: 60_000, grace: 5_000 };
  await usePermit(database, { holder: 'old', counter: 'other' }, rules, null, Date.now() - 3_600_000);
  await usePermit(database, { holder: 'used', counter: 'other' }, rules, null);
  await usePermit(database, { holder: 'promised', counter: 'other' }, rules, 'a', Date.now() - 59_000);
  await usePermit(database, { holder: 'promised', counter: 'other' }, rules, 'b', Date.now() - 58_000);
  await deleteIdlePermits(database);
  const { rows } = await sql<{ holder: string }>`select holder from permits`.execute(database);
  const holders = rows.map((row) => row.holder);
  expect(holders).toEqual(expect.arrayContaining(['used', 'promised']));
  expect(holders).not.toContain('old');
});
