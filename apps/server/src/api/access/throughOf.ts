import type { FastifyRequest } from 'fastify';

/** Says that a request came through something else. It only labels entries of the audit log, and allows nothing. */
export const throughHeader = 'x-svc-through';

/** What a request came through, for the audit log. */
export const throughOf = (request: FastifyRequest): 'mcp' | undefined =>
  request.headers[throughHeader] === 'mcp' ? 'mcp' : undefined;
