import { sql } from 'kysely';
import type { Database } from '../database.js';
import { newStem } from '../newId.js';

/** One call of one caller. */
export interface Call {
  caller: string;
  key: string;
}

/** What became of an earlier request with the same key. */
export interface GivenAnswer {
  fingerprint: string;
  answer: Uint8Array;
}

export type Claim =
  | {
      claimed: true;
      /** For the ids of what the call makes. */
      idStem: string;
      /** Another one worked on it, and never answered. */
      isRepeated: boolean;
    }
  | { claimed: false; given: GivenAnswer | null };

/**
 * Claims a call for `owner`, unless it has been answered or another one works on it; a lease that ended without an answer
 * and a record older than `keepHours` count for nothing. Neither this nor the keeping of an answer waits for the disk:
 * what the call does waits, and flushes the claim with it.
 * @returns of a call that is another one's, the answer, or null while that works on it
 */
export async function claimCall(
  database: Database,
  { caller, key }: Call,
  options: { owner: string; leaseSeconds: number; keepHours: number },
): Promise<Claim> {
  const stem = newStem();
  const isOld = sql`held.created_at < now() - make_interval(hours => ${options.keepHours})`;
  const { rows } = await sql<{
    idStem: string | null;
    fingerprint: string | null;
    answer: Uint8Array | null;
  }>`
    with claim as (
      insert into idempotency_keys as held (caller, key, owner, leased_until, id_stem)
      select ${caller}, ${key}, ${options.owner}, clock_timestamp() + make_interval(secs => ${options.leaseSeconds}),
        ${stem}
      where set_config('synchronous_commit', 'off', true) = 'off'
      on conflict (caller, key) do update set
        owner = excluded.owner, leased_until = excluded.leased_until, created_at = now(), fingerprint = null, answer = null,
        id_stem = case when ${isOld} then excluded.id_stem else coalesce(held.id_stem, excluded.id_stem) end
      where (held.answer is null and held.leased_until <= clock_timestamp()) or ${isOld}
      returning id_stem
    )
    select claim.id_stem, given.fingerprint, given.answer
    from (select) once left join claim on true left join idempotency_keys given
      on given.caller = ${caller} and given.key = ${key} and given.answer is not null`.execute(database);
  const [row] = rows;
  if (row?.idStem) return { claimed: true, idStem: row.idStem, isRepeated: row.idStem !== stem };
  const { fingerprint = null, answer = null } = row ?? {};
  return {
    claimed: false,
    given: fingerprint === null || answer === null ? null : { fingerprint, answer },
  };
}

/** Says that `owner` still works on a call. */
export async function renewClaim(
  database: Database,
  { caller, key }: Call,
  options: { owner: string; leaseSeconds: number },
): Promise<void> {
  await sql`
    update idempotency_keys set leased_until = clock_timestamp() + make_interval(secs => ${options.leaseSeconds})
    where caller = ${caller} and key = ${key} and owner = ${options.owner}`.execute(database);
}

/** Keeps the answer of a call, unless another one has taken it over. What only the work on it needed goes. */
export async function keepAnswer(
  database: Database,
  { caller, key }: Call,
  owner: string,
  { fingerprint, answer }: GivenAnswer,
): Promise<void> {
  await sql`
    update idempotency_keys set fingerprint = ${fingerprint}, answer = ${answer}, owner = '', id_stem = null
    where caller = ${caller} and key = ${key} and owner = ${owner}
      and set_config('synchronous_commit', 'off', true) = 'off'`.execute(database);
}

/** Lets others work on a call whose failure is not to be remembered. What it makes keeps its ids: it may be there. */
export async function releaseCall(database: Database, { caller, key }: Call, owner: string): Promise<void> {
  await sql`
    update idempotency_keys set leased_until = clock_timestamp()
    where caller = ${caller} and key = ${key} and owner = ${owner} and answer is null`.execute(database);
}

/** Forgets calls that are older than `keepHours`. */
export async function deleteOldCalls(database: Database, keepHours: number): Promise<void> {
  await sql`
    delete from idempotency_keys
    where created_at < now() - make_interval(hours => ${keepHours}) and leased_until < now()`.execute(
    database,
  );
}
