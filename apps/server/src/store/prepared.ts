import { type RawBuilder, sql } from 'kysely';
import type pg from 'pg';
import { DatabaseUnavailable } from '../domain/DatabaseUnavailable.js';
import { askInCamelCase } from './askInCamelCase.js';
import { areGrown } from './planning/grownTables.js';
import { forgetPlanning, planStatement, usual } from './planning/planStatement.js';

const mark = '/* prepared */';
const keysMark = '/* prepared, by keys */';

/**
 * Put into a statement, has PostgreSQL keep its plan with the connection: to plan a small statement takes longer than to run it, and
 * the more so the more partitions its tables have. The plan is for any parameters, so only statements belong here for which there is one
 * good plan whatever they are: look-ups by an index, of rows whose number does not depend on them. It goes through an index where there
 * is one, since a table, or a partition, that is read whole while it is empty may have grown since.
 */
export const prepared: RawBuilder<unknown> = sql.raw(mark);

/**
 * {@link prepared}, for a statement that looks up many rows by their keys: a plan that was made while a table, or a partition, was empty
 * may go through another index, and read what was written since for each of the rows. So it is kept only once the tables have grown.
 */
export const preparedByKeys: RawBuilder<unknown> = sql.raw(keysMark);

/** A plan for any parameters takes arrays for this long. */
const few = 10;

/** {@link prepared}, for a statement that looks up each of some rows, unless they are many. */
export const preparedIfFew = (rows: readonly unknown[]): RawBuilder<unknown> =>
  rows.length <= few ? prepared : sql.raw('');

/** What a statement that looks up rows by `keys` says in two places. */
interface LookUp {
  /** Behind its `select`. */
  kept: RawBuilder<unknown>;
  /** At the end of its lateral look-up by a key. */
  apart: RawBuilder<unknown>;
}

/** Of few keys, each is looked up for itself, as {@link preparedByKeys} says; many may be joined in whichever way is best. */
export const lookUpBy = (keys: readonly unknown[]): LookUp =>
  keys.length <= few
    ? { kept: preparedByKeys, apart: sql.raw('offset 0') }
    : { kept: sql.raw(''), apart: sql.raw('') };

const throughIndexes = { isForAny: true, readsWhole: false };

/** Of one process, so that connections keep no more. */
const mostStatements = 200;
/** Statements that differ in their limit alone, which callers choose. */
const mostLimits = 4;
const names = new Map<string, string>();
const limits = new Map<string, number>();

/** What a statement is called on every connection; null where it is not to be prepared. */
function nameOf(text: string): string | null {
  if (!text.includes(mark) && !text.includes(keysMark)) return null;
  const known = names.get(text);
  if (known !== undefined || names.size >= mostStatements) return known ?? null;
  const withoutLimits = text.replace(/\blimit \d+/g, 'limit');
  const alike = limits.get(withoutLimits) ?? 0;
  if (alike >= mostLimits) return null;
  limits.set(withoutLimits, alike + 1);
  const name = `svc_${names.size}`;
  names.set(text, name);
  return name;
}

const ofSession = new WeakMap<pg.PoolClient, boolean>();

/**
 * Whether a connection is a session of PostgreSQL: a pooler such as PgBouncer gives each transaction another session, which does not
 * know the statement, and tells clients another process than the one that answers.
 */
async function isSession(client: pg.PoolClient): Promise<boolean> {
  const known = ofSession.get(client);
  if (known !== undefined) return known;
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() pid');
  const isOwn = 'processID' in client && client.processID === rows[0]?.pid;
  ofSession.set(client, isOwn);
  return isOwn;
}

/**
 * `feature_not_supported`, which is said where a migration changed the columns that a statement answers; and statements that are
 * not there, or are there already, behind a pooler that does tell the process.
 */
const lostPlans: readonly unknown[] = ['0A000', '26000', '42P05'];
/** After an error, a transaction answers nothing else. */
const failedTransaction = '25P02';

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : null);

/**
 * Asks on a connection, with a plan that it keeps where the statement says so.
 * @param onRow given each row when it comes; the result has none then
 * @throws DatabaseUnavailable when a migration made the plan useless in the midst of a transaction, which has to be begun again
 */
export async function ask(
  client: pg.PoolClient,
  text: string,
  values: unknown[],
  onRow?: (row: unknown) => void,
): Promise<pg.QueryResult> {
  try {
    const name = nameOf(text);
    const isKept = name !== null && (await isSession(client)) && (await isReady(client, text));
    if (!isKept) {
      await planStatement(client, text, usual);
      return await askInCamelCase(client, { text, values }, onRow);
    }
    await planStatement(client, text, throughIndexes);
    return await askPrepared(client, { name, text, values }, onRow);
  } catch (error) {
    forgetPlanning(client);
    throw error;
  }
}

const isReady = async (client: pg.PoolClient, text: string): Promise<boolean> =>
  !text.includes(keysMark) || areGrown(client, text);

async function askPrepared(
  client: pg.PoolClient,
  { name, text, values }: { name: string; text: string; values: unknown[] },
  onRow?: (row: unknown) => void,
): Promise<pg.QueryResult> {
  try {
    return await askInCamelCase(client, { name, text, values }, onRow);
  } catch (error) {
    // Of which PostgreSQL tells before the first row.
    if (!lostPlans.includes(codeOf(error))) throw error;
    ofSession.set(client, false);
    try {
      return await askInCamelCase(client, { text, values }, onRow);
    } catch (again) {
      throw codeOf(again) === failedTransaction ? new DatabaseUnavailable(error) : again;
    }
  }
}
