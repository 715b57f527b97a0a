import pg from 'pg';
import { databaseOn } from '../database.js';
import { tellPlanning, usual } from '../planning/planStatement.js';
import { describeTables } from './describeTables.js';

/** What a value looks like must not depend on how a server is set up, and a large table takes its time. */
const settings = `
  set local datestyle = 'ISO, MDY';
  set local intervalstyle = 'postgres';
  set local bytea_output = 'hex';
  set local extra_float_digits = 1;
  set local timezone = 'UTC';
  set local statement_timeout = 0;
  set local idle_in_transaction_session_timeout = 0`;

/**
 * Runs something in a transaction on a connection of its own, on which rows are copied in or out.
 * @param mode of the transaction
 */
export async function inTransaction<T>(
  pool: pg.Pool,
  mode: string,
  use: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    // Requests used the connection before; what is copied is read whole.
    await tellPlanning(client, usual);
    const tables = await describeTables(databaseOn(client));
    await client.query(`begin ${mode}; ${settings}`);
    // What the transaction sees begins with its first query: from before that, no table and no partition goes.
    await client.query(`lock table ${tables.map(({ name }) => quote(name)).join()} in access share mode`);
    const result = await use(client);
    await client.query('commit');
    return result;
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    // A connection on which something failed may be in the middle of a copy: it ends.
    client.release(failure);
  }
}

export const quote = (name: string): string => pg.escapeIdentifier(name);

export const quoteColumns = (columns: readonly string[]): string => columns.map(quote).join(', ');
