import { type Counter, counterOf, type RateLimits } from '../../domain/access/rateLimits.js';
import { ServiceError } from '../../domain/ServiceError.js';
import { usePermit } from '../../store/access/permits.js';
import type { Resources } from '../Resources.js';
import type { KeyPrincipal, Requester } from './Principal.js';

/** What the headers of an answer say of its principal's limit. */
export interface Permit {
  limit: number;
  remaining: number;
  /** Unix time in seconds. */
  resetsAt: number;
  /** Seconds to wait; null unless refused. */
  retryAfter: number | null;
}

/** Who is limited, and by what. */
export interface Limited {
  holder: string;
  counter: Counter;
}

/** What limits an operation of somebody who is known: the contract's counters for a key, one for all that a person does. */
export const limitOf = (principal: Requester, method: string, path: string): Limited =>
  principal.kind === 'key'
    ? { holder: holderOf(principal), counter: counterOf(method, path) }
    : { holder: principal.id, counter: 'people' };

/** Keys of one ref of CI are one holder, however often its jobs ask for another. */
const holderOf = ({ keyId, keyName, project, binding }: KeyPrincipal): string =>
  binding ? `ci ${project.id} ${keyName}` : keyId;

/** What the headers say where limits are lifted: more than anybody can use. */
const lifted = 1_000_000;

/**
 * Counts a request (R34).
 * @param ticket says that a later request is the same one again, so that the permit it is promised is kept for it
 */
export async function takePermit(
  { database, rateLimits }: Pick<Resources, 'database' | 'rateLimits'>,
  { holder, counter }: Limited,
  ticket: string | null,
): Promise<Permit> {
  const { limits, window, grace } = rateLimits;
  if (!limits) return untold(rateLimits, counter, lifted);
  const limit = limits[counter];
  const answer = await usePermit(database, { holder, counter }, { limit, window, grace }, ticket);
  const { remaining, resetsAt, freeAt, askedAt } = answer;
  return {
    limit,
    remaining,
    resetsAt: Math.ceil(resetsAt / 1_000),
    retryAfter: freeAt === null ? null : Math.max(1, Math.ceil((freeAt - askedAt) / 1_000)),
  };
}

/** What can be said without asking the database, which may be the one that does not answer. */
export const untold = ({ limits, window }: RateLimits, counter: Counter, remaining = 0): Permit => ({
  limit: limits?.[counter] ?? lifted,
  remaining: limits ? remaining : lifted,
  resetsAt: Math.ceil((Date.now() + window) / 1_000),
  retryAfter: null,
});

export const tooManyRequests = () => new ServiceError('RATE_LIMITED', 'Too many requests');
