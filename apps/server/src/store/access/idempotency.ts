import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { bytea, bytesOf } from '../bytea.js';
import type { Database } from '../database.js';
import { newStem } from '../newId.js';
import { prepared } from '../prepared.js';

/** One call of one caller. */
export interface Call {
  caller: string;
  key: string;
}

/** What became of an earlier request with the same key. */
export interface GivenAnswer {
  /** SHA-256 of the request in hexadecimal. */
  fingerprint: string;
  /** Null where it is read from what the call wrote. */
  answer: Uint8Array | null;
  /** For the ids of what the call made, where its answer has to be read. */
  idStem: string | null;
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

/** A row is found by this alone: callers and keys take more room than a hash. */
const hashOf = ({ caller, key }: Call): Buffer => createHash('sha256').update(`${caller} ${key}`).digest();

/**
 * Claims a call for `owner`, unless it has been answered or another one works on it; a lease that ended without an answer
 * and a record older than `keepHours` count for nothing. Neither this nor the keeping of an answer waits for the disk:
 * what the call does waits, and flushes the claim with it.
 * @returns of a call that is another one's, the answer, or null while that works on it
 */
export async function claimCall(
  database: Database,
  call: Call,
  options: { owner: string; leaseSeconds: number; keepHours: number },
): Promise<Claim> {
  const hash = hashOf(call);
  const stem = newStem();
  const isOld = sql`held.created_at < now() - make_interval(hours => ${options.keepHours})`;
  const { rows } = await sql<{
    idStem: string | null;
    fingerprint: string | null;
    answer: string | null;
    keptStem: string | null;
  }>`
    ${prepared} with claim as (
      insert into idempotency_keys as held (call, owner, leased_until, id_stem)
      select ${hash}, ${options.owner}::uuid, clock_timestamp() + make_interval(secs => ${options.leaseSeconds}), ${stem}
      where set_config('synchronous_commit', 'off', true) = 'off'
      on conflict (call) do update set
        owner = excluded.owner, leased_until = excluded.leased_until, created_at = now(), fingerprint = null, answer = null,
        id_stem = case when ${isOld} then excluded.id_stem else coalesce(held.id_stem, excluded.id_stem) end
      where (held.fingerprint is null and held.leased_until <= clock_timestamp()) or ${isOld}
      returning id_stem
    )
    select claim.id_stem, given.fingerprint, given.answer, given.id_stem kept_stem
    from (select) once left join claim on true left join idempotency_keys given
      on given.call = ${hash} and given.fingerprint is not null`.execute(database);
  const [row] = rows;
  if (row?.idStem) return { claimed: true, idStem: row.idStem, isRepeated: row.idStem !== stem };
  const { fingerprint = null, answer = null, keptStem: idStem = null } = row ?? {};
  if (fingerprint === null) return { claimed: false, given: null };
  return {
    claimed: false,
    given: { fingerprint, answer: answer === null ? null : bytesOf(answer), idStem },
  };
}

/** Says that `owner` still works on a call. */
export async function renewClaim(
  database: Database,
  call: Call,
  options: { owner: string; leaseSeconds: number },
): Promise<void> {
  await sql`
    update idempotency_keys set leased_until = clock_timestamp() + make_interval(secs => ${options.leaseSeconds})
    where call = ${hashOf(call)} and owner = ${options.owner}::uuid`.execute(database);
}

/** Keeps the answer of a call, unless another one has taken it over. What only the work on it needed goes. */
export async function keepAnswer(
  database: Database,
  call: Call,
  owner: string,
  { fingerprint, answer, idStem }: GivenAnswer,
): Promise<void> {
  await sql`
    ${prepared} update idempotency_keys set fingerprint = ${bytea(fingerprint)}, answer = ${answer}::bytea, owner = null,
      id_stem = ${idStem}
    where call = ${hashOf(call)} and owner = ${owner}::uuid
      and set_config('synchronous_commit', 'off', true) = 'off'`.execute(database);
}

/** Lets others work on a call whose failure is not to be remembered. What it makes keeps its ids: it may be there. */
export async function releaseCall(database: Database, call: Call, owner: string): Promise<void> {
  await sql`
    update idempotency_keys set leased_until = clock_timestamp()
    where call = ${hashOf(call)} and owner = ${owner}::uuid and fingerprint is null`.execute(database);
}

/** Forgets calls that are older than `keepHours`. */
export async function deleteOldCalls(database: Database, keepHours: number): Promise<void> {
  await sql`
    delete from idempotency_keys
    where created_at < now() - make_interval(hours => ${keepHours}) and leased_until < now()`.execute(
    database,
  );
}
