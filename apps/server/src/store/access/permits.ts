import { sql } from 'kysely';
import type { Database } from '../database.js';

/** The rules of one counter (R34). */
export interface PermitRules {
  /** Never more than this many uses in any window. */
  limit: number;
  /** Milliseconds. */
  window: number;
  /** Milliseconds that a promised permit is kept for its caller, who has a network between. */
  grace: number;
}

export interface PermitAnswer {
  /** When the permit was used; null for a refusal. */
  usedAt: number | null;
  /** After a refusal: when a permit is free for this caller. */
  freeAt: number | null;
  remaining: number;
  /** When the oldest use leaves the window. */
  resetsAt: number;
}

/** The most promises that a counter holds; who comes then is told a time, but nothing is kept. */
export const mostPromises = 1_000;

/** One counter of one holder. */
export interface PermitCounter {
  holder: string;
  counter: string;
}

interface Row {
  usedAt: Date | null;
  freeAt: Date | null;
  resetsAt: Date;
  remaining: number;
  askedAt: Date;
}

/**
 * Uses a permit of a counter, for all processes at once, in one round trip and without a flush; see the model in
 * `testing/takePermit.ts`. Times are those of the database.
 * @param at for tests: the time, in milliseconds since 1970
 * @returns with `askedAt`, the database's time of the answer
 */
export async function usePermit(
  database: Database,
  { holder, counter }: PermitCounter,
  { limit, window, grace }: PermitRules,
  ticket: string | null,
  at: number | null = null,
): Promise<PermitAnswer & { askedAt: number }> {
  const { rows } = await sql<Row>`
    select *, clock_timestamp() asked_at from take_permit(
      ${holder}, ${counter}, ${limit}, make_interval(secs => ${window} / 1000.0), make_interval(secs => ${grace} / 1000.0),
      hashtextextended(${ticket}, 0), ${mostPromises}, ${at === null ? null : new Date(at)})`.execute(
    database,
  );
  const [row] = rows as [Row];
  return {
    usedAt: row.usedAt?.getTime() ?? null,
    freeAt: row.freeAt?.getTime() ?? null,
    remaining: row.remaining,
    resetsAt: row.resetsAt.getTime(),
    askedAt: row.askedAt.getTime(),
  };
}

/** Forgets counters in which nothing counts any more. */
export const deleteIdlePermits = async (database: Database): Promise<void> => {
  await sql`delete from permits where expires_at < now()`.execute(database);
};
