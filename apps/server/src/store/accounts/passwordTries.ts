import { sql } from 'kysely';
import { passwordDelay, rememberedFailures, type TryCounter } from '../../domain/access/passwordDelay.js';
import type { Database } from '../database.js';

/** Who tries, as wrong tries are counted. */
export interface Trier {
  counter: TryCounter;
  /** Which of them. */
  id: string;
}

const holderOf = ({ counter, id }: Trier): string => `${counter}:${id}`;

/** Hours that counts are kept for operators to see. */
const kept = 24;

/**
 * Counts a try as a wrong one, unless one of those who try has to wait: then nothing is counted. Tries at the same moment
 * come one after the other.
 * @returns seconds to wait; 0 when the password may be looked at
 */
export const countTry = (database: Database, triers: readonly Trier[]): Promise<number> =>
  database.transaction().execute(async (transaction) => {
    // In one order, so that no two wait for each other.
    const sorted = [...triers].sort((one, other) => (holderOf(one) < holderOf(other) ? -1 : 1));
    const counts: { trier: Trier; failures: number }[] = [];
    let wait = 0;
    for (const trier of sorted) {
      const { failures, since, left } = await lock(transaction, holderOf(trier));
      counts.push({ trier, failures: rememberedFailures(failures, since) + 1 });
      wait = Math.max(wait, left);
    }
    if (wait > 0) return Math.ceil(wait);
    for (const { trier, failures } of counts) {
      await sql`
        update password_tries set failures = ${failures}, last_at = clock_timestamp(),
          blocked_until = clock_timestamp() + ${passwordDelay(trier.counter, failures)} * interval '1 second'
        where holder = ${holderOf(trier)}`.execute(transaction);
    }
    return 0;
  });

async function lock(
  transaction: Database,
  holder: string,
): Promise<{ failures: number; since: number; left: number }> {
  // A count that is forgotten meanwhile begins again.
  for (;;) {
    await sql`insert into password_tries (holder) values (${holder}) on conflict do nothing`.execute(
      transaction,
    );
    await sql`select from password_tries where holder = ${holder} for update`.execute(transaction);
    const { rows } = await sql<{ failures: number; since: number; left: number }>`
      select failures, extract(epoch from clock_timestamp() - last_at)::float since,
        greatest(0, extract(epoch from blocked_until - clock_timestamp()))::float "left"
      from password_tries where holder = ${holder}`.execute(transaction);
    if (rows[0]) return rows[0];
  }
}

/** Takes back a try that was right: all that a device or an account counted, and this one try of an address. */
export async function forgiveTry(database: Database, triers: readonly Trier[]): Promise<void> {
  for (const trier of triers) {
    const isShared = trier.counter === 'address';
    await sql`
      update password_tries set failures = case when ${isShared} then greatest(0, failures - 1) else 0 end,
        blocked_until = clock_timestamp()
      where holder = ${holderOf(trier)}`.execute(database);
  }
}

export const forgetOldTries = async (database: Database): Promise<void> => {
  await sql`delete from password_tries where last_at < now() - ${kept} * interval '1 hour'`.execute(database);
};

/** Wrong tries of the last day, those that came last first. */
export const listTries = (database: Database) =>
  database
    .selectFrom('passwordTries')
    .select(['holder', 'failures', 'lastAt', 'blockedUntil'])
    .select(sql<boolean>`blocked_until > now()`.as('isBlocked'))
    .where('failures', '>', 0)
    .orderBy('lastAt', 'desc')
    .orderBy('holder')
    .limit(1_000)
    .execute();
