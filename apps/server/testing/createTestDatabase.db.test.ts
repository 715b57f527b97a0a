import pg from 'pg';
import { expect, test } from 'vitest';
import { createTestDatabase } from './createTestDatabase.js';

test('each database is empty, its own, and gone when dropped', async () => {
  const [one, other] = [await createTestDatabase(), await createTestDatabase()];
  const client = new pg.Client({ connectionString: one.connectionString });
  client.on('error', () => undefined);
  await client.connect();
  await client.query('create table thing (id int)');
  const { rows } = await client.query<{ name: string }>('select current_database() as name');

  const neighbor = new pg.Client({ connectionString: other.connectionString });
  await neighbor.connect();
  await expect(neighbor.query('select from thing')).rejects.toThrow('does not exist');

  await one.drop();
  const left = await neighbor.query('select from pg_database where datname = $1', [rows[0]?.name]);
  expect(left.rowCount).toBe(0);
  await neighbor.end();
  await other.drop();
});
