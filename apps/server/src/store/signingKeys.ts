import { randomBytes } from 'node:crypto';
import type { Database } from './database.js';

/** The key that image tokens are signed with; made on first use. */
export async function ensureSigningKey(database: Database): Promise<{ id: string; secret: Buffer }> {
  await database
    .insertInto('signing_keys')
    .values({ id: 'k1', secret: randomBytes(32) })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  return database
    .selectFrom('signing_keys')
    .select(['id', 'secret'])
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
}
