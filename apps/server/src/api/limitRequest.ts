import type { FastifyReply, FastifyRequest } from 'fastify';
import { addressGroup } from '../domain/access/addressGroup.js';
import { type Counter, counterOf } from '../domain/access/rateLimits.js';
import { ServiceError } from '../domain/ServiceError.js';
import type { Requester } from '../service/access/Principal.js';
import { limitOf, type Permit, takePermit, tooManyRequests, untold } from '../service/access/takePermit.js';
import type { Resources } from '../service/Resources.js';
import { headerOf } from './access/credentialIn.js';

type Limits = Pick<Resources, 'database' | 'rateLimits'>;

/**
 * Counts a request of somebody who is known (R34) and puts the limit's headers on the answer, whatever it will be. A
 * client that sends `Idempotency-Key` with all attempts of one call keeps the permit that it was promised.
 * @throws ServiceError RATE_LIMITED
 */
export async function limitRequest(
  resources: Limits,
  request: FastifyRequest,
  reply: FastifyReply,
  principal: Requester,
): Promise<void> {
  const limited = limitOf(principal, request.method, request.routeOptions.url ?? '');
  enforce(reply, await takePermit(resources, limited, headerOf(request, 'idempotency-key') ?? null));
}

/**
 * Counts a request that no principal is known for against its address.
 * @throws ServiceError RATE_LIMITED
 */
export async function limitAddress(
  resources: Limits,
  request: FastifyRequest,
  reply: FastifyReply,
  counter: 'addresses' | 'webhooks' = 'addresses',
): Promise<void> {
  const holder = addressGroup(request.ip);
  enforce(reply, await takePermit(resources, { holder, counter }, null));
}

/**
 * Counts a request for what only a signature opens against its address, unless the signature is good.
 * @throws ServiceError RATE_LIMITED
 */
export async function limitFailures<T>(
  resources: Limits,
  request: FastifyRequest,
  reply: FastifyReply,
  open: () => Promise<T>,
): Promise<T> {
  try {
    return await open();
  } catch (error) {
    if (error instanceof ServiceError && error.statusCode < 500)
      await limitAddress(resources, request, reply);
    throw error;
  }
}

/** The headers of an answer that comes before anything could be counted, such as that the database is away. */
export function announceLimit(
  { rateLimits }: Pick<Resources, 'rateLimits'>,
  request: FastifyRequest,
  reply: FastifyReply,
  counter: Counter = counterOf(request.method, request.routeOptions.url ?? ''),
): void {
  reply.headers(headersOf(untold(rateLimits, counter)));
}

/** The headers of an answer that nothing counts: as many requests as the window allows are left. */
export const uncountedHeaders = ({ rateLimits }: Pick<Resources, 'rateLimits'>) =>
  headersOf(untold(rateLimits, 'addresses', rateLimits.limits?.addresses));

function enforce(reply: FastifyReply, permit: Permit): void {
  reply.headers(headersOf(permit));
  if (permit.retryAfter === null) return;
  reply.header('retry-after', permit.retryAfter);
  throw tooManyRequests();
}

const headersOf = ({ limit, remaining, resetsAt }: Permit) => ({
  'x-ratelimit-limit': limit,
  'x-ratelimit-remaining': remaining,
  'x-ratelimit-reset': resetsAt,
});
