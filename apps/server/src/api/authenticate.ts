import { projectSlug } from '@svc/schema';
import type { FastifyRequest } from 'fastify';
import { notFound, ServiceError } from '../domain/ServiceError.js';
import type { Caller } from '../service/Resources.js';
import { findApiKey, findWebSession, type KeyHolder } from '../store/access.js';
import type { Database } from '../store/database.js';
import { findProject, slugOf } from '../store/projects.js';

export const sessionCookie = 'svc_session';

/** Who asks: an API key, or a person with a browser session. */
export type Asker = ({ kind: 'key' } & KeyHolder) | { kind: 'user'; id: string; name: string };

const keyHint = 'Make one with `svc-server keys create <org/project>` and send it as X-API-Key.';

/**
 * Finds out who asks. A request with an API key is judged by the key alone; cookies count only without one.
 * @throws ServiceError UNAUTHORIZED, or FORBIDDEN for a request that another site made a browser send
 */
export async function authenticate(database: Database, request: FastifyRequest): Promise<Asker> {
  const key = request.headers['x-api-key'];
  if (typeof key === 'string') {
    const holder = await findApiKey(database, key);
    if (!holder)
      throw new ServiceError('UNAUTHORIZED', `The API key is not valid or has been revoked. ${keyHint}`);
    return { kind: 'key', ...holder };
  }
  const cookie = request.cookies[sessionCookie];
  const user = cookie ? await findWebSession(database, cookie) : undefined;
  if (!user) throw new ServiceError('UNAUTHORIZED', `An API key is required. ${keyHint}`);
  refuseOtherOrigins(request);
  return { kind: 'user', ...user };
}

/** Cookies travel with requests that other sites cause; such requests must not change anything. */
export function refuseOtherOrigins(request: FastifyRequest): void {
  if (request.method === 'GET' || request.method === 'HEAD') return;
  const { origin, host } = request.headers;
  if (origin !== undefined && URL.canParse(origin) && new URL(origin).host === host) return;
  throw new ServiceError(
    'FORBIDDEN',
    'Requests with a browser session must come from the pages of this service',
  );
}

/**
 * The project that a request is about: the key's own, or the one that `X-Svc-Project` names.
 * @throws ServiceError FORBIDDEN, VALIDATION_ERROR, PROJECT_NOT_FOUND
 */
export async function callerOf(database: Database, request: FastifyRequest, asker: Asker): Promise<Caller> {
  const named = request.headers['x-svc-project'];
  if (asker.kind === 'key') {
    const own = slugOf(asker.project);
    if (typeof named === 'string' && named !== own) {
      throw new ServiceError('FORBIDDEN', `The API key belongs to another project than ${named}`);
    }
    return { project: asker.project, actor: `key:${asker.keyName}`, namespace: `key:${asker.keyId}` };
  }
  const slug = projectSlug.safeParse(named);
  if (!slug.success) {
    const message = 'say which project is meant, as org/project';
    throw new ServiceError('VALIDATION_ERROR', `X-Svc-Project: ${message}`, [
      { path: 'X-Svc-Project', message },
    ]);
  }
  const project = await findProject(database, slug.data);
  if (!project) throw notFound('Project');
  return { project, actor: `user:${asker.name}`, namespace: `user:${asker.id}` };
}
