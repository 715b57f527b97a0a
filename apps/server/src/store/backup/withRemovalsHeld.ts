import type pg from 'pg';
import { databaseOn } from '../database.js';
import { holdRemovals } from '../retention/holdRemovals.js';

/**
 * Does something while no blob is removed from the store.
 * @throws where the connection that holds removals was lost meanwhile
 */
export async function withRemovalsHeld<T>(pool: pg.Pool, act: () => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let isHeld = false;
  try {
    await client.query('begin; set local idle_in_transaction_session_timeout = 0');
    await holdRemovals(databaseOn(client));
    const result = await act();
    await client.query('commit');
    isHeld = true;
    return result;
  } finally {
    client.release(!isHeld);
  }
}
