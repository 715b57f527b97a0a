import type pg from 'pg';

/** Tables of which statements look up rows by keys that other indexes have as well, though not first. */
const lookedUp = ['baseline_entries', 'captures', 'comparisons', 'decisions', 'images'];

/** From this size on, PostgreSQL takes the index that has the key first; in an empty table all of them cost the same. */
const leastBytes = 64 * 1024;
/** Milliseconds until a connection looks again. */
const patience = 10_000;

interface Look {
  grown: ReadonlySet<string>;
  at: number;
}
const looks = new WeakMap<pg.PoolClient, Look>();

async function look(client: pg.PoolClient): Promise<Look> {
  const { rows } = await client.query<{ name: string }>(
    'select name from unnest($1::text[]) name where pg_relation_size(name::regclass) >= $2',
    [lookedUp, leastBytes],
  );
  const taken = { grown: new Set(rows.map(({ name }) => name)), at: performance.now() };
  looks.set(client, taken);
  return taken;
}

/** Whether the tables that a statement looks up are large enough for a plan that is kept while they grow. */
export async function areGrown(client: pg.PoolClient, text: string): Promise<boolean> {
  const wanted = lookedUp.filter((table) => text.includes(table));
  const isDone = ({ grown }: Look) => wanted.every((table) => grown.has(table));
  const known = looks.get(client);
  if (known && (isDone(known) || performance.now() - known.at < patience)) return isDone(known);
  return isDone(await look(client));
}
