import { buffer } from 'node:stream/consumers';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/createTestDatabase.js';
import { readRowsInTurns } from './readRowsInTurns.js';

let testDatabase: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  pool = new pg.Pool({ connectionString: testDatabase.connectionString, max: 1 });
  pool.on('connect', readRowsInTurns);
});
afterAll(async () => {
  await pool.end();
  await testDatabase.drop();
});

const rowBytes = 1_000;
const count = 8_000;
const many = `select repeat('x', ${rowBytes}) from generate_series(1, ${count})`;

test('others have their turn before all rows are read', async () => {
  let rows = 0;
  const seen: number[] = [];
  const look = () => {
    seen.push(rows);
    if (rows < count) setImmediate(look);
  };
  const client = await pool.connect();
  const query = new pg.Query(many);
  query.on('row', () => {
    rows += 1;
    // Work that lets the rest arrive meanwhile.
    for (const began = performance.now(); performance.now() - began < 0.02; );
  });
  client.query(query);
  setImmediate(look);
  await new Promise((resolve) => query.on('end', resolve));
  client.release();
  expect(rows).toBe(count);
  const longest = Math.max(...seen.map((at, index) => at - (seen[index - 1] ?? 0)));
  // What the socket had read when it was paused is a chunk or two more.
  expect(longest).toBeLessThanOrEqual((256 + 3 * 64) * (1_024 / rowBytes));
});

test('a copy works on such a connection, also after many rows', async () => {
  const client = await pool.connect();
  expect((await client.query(many)).rows).toHaveLength(count);
  const copied = await buffer(client.query(copyTo(`copy (${many}) to stdout`)));
  expect(copied.length).toBe(count * (rowBytes + 1));
  expect((await client.query(many)).rows).toHaveLength(count);
  client.release();
});
