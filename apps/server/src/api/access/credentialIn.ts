import type { FastifyRequest } from 'fastify';

/** The key or login that a request carries. */
export const credentialIn = (request: FastifyRequest): string | undefined =>
  headerOf(request, 'x-api-key') ?? /^Bearer +(\S+)$/i.exec(headerOf(request, 'authorization') ?? '')?.[1];

/** The value of a header that is sent once. */
export function headerOf(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
}
