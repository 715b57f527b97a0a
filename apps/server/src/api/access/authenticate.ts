import type { FastifyRequest } from 'fastify';
import { ServiceError } from '../../domain/ServiceError.js';
import { identify } from '../../service/access/identify.js';
import type { Requester } from '../../service/access/Principal.js';
import type { Resources } from '../../service/Resources.js';
import { cookieIn } from './cookies.js';
import { credentialIn } from './credentialIn.js';

/**
 * Finds out who sent a request: by `X-API-Key`, else by `Authorization: Bearer`, else by the cookie of a browser session.
 * @throws ServiceError UNAUTHORIZED
 */
export async function authenticate(
  resources: Pick<Resources, 'database'>,
  request: FastifyRequest,
): Promise<Requester> {
  return identify(resources, {
    credential: credentialIn(request),
    session: cookieIn(request, 'session'),
  });
}

/**
 * Cookies travel with requests that other sites cause; such requests must not change anything.
 * @throws ServiceError FORBIDDEN
 */
export function refuseOtherOrigins(request: FastifyRequest): void {
  if (request.method === 'GET' || request.method === 'HEAD') return;
  const { origin, host } = request.headers;
  if (origin !== undefined && URL.canParse(origin) && new URL(origin).host === host) return;
  throw new ServiceError(
    'FORBIDDEN',
    'Requests with a browser session must come from the pages of this service',
  );
}
