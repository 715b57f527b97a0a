import type { Database } from '../database.js';

/** Whether any of these was noted. */
export const isReceived = async (database: Database, ids: readonly string[]): Promise<boolean> =>
  (await database.selectFrom('receivedWebhooks').select('id').where('id', 'in', ids).execute()).length > 0;

export const noteReceived = async (database: Database, ids: readonly string[]): Promise<void> => {
  await database
    .insertInto('receivedWebhooks')
    .values(ids.map((id) => ({ id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};
