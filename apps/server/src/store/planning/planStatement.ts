import type pg from 'pg';

/** How PostgreSQL plans what a connection asks. */
export interface Planning {
  /** One plan for any parameters. Otherwise PostgreSQL plans the first five calls for the parameters that they come with. */
  isForAny: boolean;
  /** Whether a whole table may be read. */
  readsWhole: boolean;
}

export const usual: Planning = { isForAny: false, readsWhole: true };

/** Of connections that were told how to plan; null where that is not known any more. */
const told = new WeakMap<pg.PoolClient, Planning | null>();

/** Statements that are not planned; some of them are all that a failed transaction answers. */
const unplanned = /^\s*(begin|start|commit|rollback|savepoint|release)\b/i;
/** The settings of a transaction go with it. */
const undoes = /^\s*rollback\b/i;

/** What a transaction says for itself, whichever statement follows. */
const avoidsTables = /^\s*set local enable_seqscan = off\b/i;
const ends = /^\s*(commit|rollback)\s*$/i;
/** Connections with such a transaction. */
const avoiding = new WeakSet<pg.PoolClient>();

/**
 * Tells a connection how to plan a statement.
 * @param client a session of PostgreSQL, where anything but {@link usual} is wanted
 * @param wanted what it does not say stays as it is
 */
export async function planStatement(
  client: pg.PoolClient,
  text: string,
  wanted: Partial<Planning>,
): Promise<void> {
  if (undoes.test(text)) forgetPlanning(client);
  if (ends.test(text)) avoiding.delete(client);
  if (avoidsTables.test(text)) avoiding.add(client);
  if (!unplanned.test(text)) await tellPlanning(client, wanted);
}

/** Tells a connection how to plan from now on, where it was told otherwise before. */
export async function tellPlanning(client: pg.PoolClient, wanted: Partial<Planning>): Promise<void> {
  const known = told.has(client) ? told.get(client) : usual;
  const asked: Planning = { ...usual, ...known, ...wanted };
  if (known && avoiding.has(client)) asked.readsWhole = known.readsWhole;
  const changes = [
    ...(known?.isForAny === asked.isForAny
      ? []
      : [`set plan_cache_mode = ${asked.isForAny ? 'force_generic_plan' : 'auto'}`]),
    ...(known?.readsWhole === asked.readsWhole
      ? []
      : [`set enable_seqscan = ${asked.readsWhole ? 'on' : 'off'}`]),
  ];
  if (changes.length === 0) return;
  told.set(client, null);
  await client.query(changes.join('; '));
  told.set(client, asked);
}

/** After an error, which may have undone what the connection was told. */
export function forgetPlanning(client: pg.PoolClient): void {
  if (told.has(client)) told.set(client, null);
}
