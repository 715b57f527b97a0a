import { mostPromises, type PermitAnswer, type PermitRules } from '../src/store/access/permits.js';

/** A permit that was promised to a caller who was refused. */
export interface PermitPromise {
  ticket: string;
  /** Milliseconds; it is kept until `from` + grace. */
  from: number;
}

/** What is known of one counter of one holder: uses within the window and promises, both in the order of their times. */
export interface PermitLog {
  uses: readonly number[];
  promises: readonly PermitPromise[];
}

/**
 * Uses a permit at `now`, or says when one is free.
 *
 * Who says by a ticket that it will be the same call when it comes back, has that permit promised: nobody else is given
 * it until `from` + grace. Promises count as uses at the last moment at which they can become one, so whatever comes of
 * them, no window ever holds more than `limit` uses.
 *
 * The service runs `take_permit` in the database, where all processes meet. This is the readable model that tests
 * compare it with.
 */
export function takePermit(
  { limit, window, grace }: PermitRules,
  log: PermitLog,
  now: number,
  ticket: string | null,
): { log: PermitLog; answer: PermitAnswer } {
  const uses = log.uses.map((use) => Math.min(use, now)).filter((use) => use > now - window);
  const promises = log.promises.filter(({ from }) => from + grace >= now);
  const own = ticket === null ? undefined : promises.find((promise) => promise.ticket === ticket);
  const others = promises.filter((promise) => promise !== own);

  if ((own && own.from <= now) || uses.length + others.length < limit) {
    return answer({ uses: [...uses, now], promises: others }, { usedAt: now, freeAt: null });
  }
  if (own) return answer({ uses, promises }, { usedAt: null, freeAt: own.from });

  const taken = [...uses, ...promises.map(({ from }) => from + grace)].sort((a, b) => b - a);
  const freeAt = (taken[limit - 1] as number) + window;
  const promised =
    ticket === null || promises.length >= mostPromises
      ? promises
      : [...promises, { ticket, from: freeAt }].sort((a, b) => a.from - b.from);
  return answer({ uses, promises: promised }, { usedAt: null, freeAt });

  function answer(after: PermitLog, { usedAt, freeAt }: Pick<PermitAnswer, 'usedAt' | 'freeAt'>) {
    const remaining = Math.max(limit - after.uses.length - after.promises.length, 0);
    return { log: after, answer: { usedAt, freeAt, remaining, resetsAt: (after.uses[0] ?? now) + window } };
  }
}
