import type { Operation } from '@svc/schema';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { ServiceError } from '../domain/ServiceError.js';
import { enterProject } from '../service/enterProject.js';
import type { Asker } from '../service/identify.js';
import type { Caller, Resources } from '../service/Resources.js';
import { authenticate, headerOf, refuseOtherOrigins } from './authenticate.js';
import { announceLimit, limitAddress, limitRequest } from './limitRequest.js';
import { repeatable } from './repeatable.js';

type Output<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

/** What a handler is given: the validated parts of the request and who asks. */
export interface Asked<O extends Operation> {
  params: Output<O['params']>;
  query: Output<O['query']>;
  body: Output<O['body']>;
  caller: O['access'] extends 'project' ? Caller : null;
  asker: O['access'] extends 'public' ? null : Asker;
  request: FastifyRequest;
  reply: FastifyReply;
}

const tagOf = (path: string): string => path.split('/')[3] ?? 'service';

/** The parts of a route's schema that come from the operation, for validation and for the OpenAPI description. */
export function describe(operation: Operation) {
  return {
    summary: operation.summary,
    tags: [tagOf(operation.path)],
    ...(operation.access === 'public' ? {} : { security: [{ apiKey: [] }] }),
    ...(operation.params ? { params: operation.params } : {}),
    ...(operation.query ? { querystring: operation.query } : {}),
    ...(operation.body ? { body: operation.body } : {}),
    response: { 200: operation.response },
  };
}

/** Serves one operation: who asks is found out before anything of the request is looked at. */
export function serve<const O extends Operation>(
  app: FastifyInstance,
  resources: Pick<Resources, 'database' | 'rateLimits'>,
  operation: O,
  handle: (asked: Asked<O>) => Promise<z.output<O['response']>>,
): void {
  app.route({
    method: operation.method,
    url: operation.path,
    schema: describe(operation),
    onRequest: async (request, reply) => {
      await admit(resources, request, reply, operation.access);
    },
    handler: async (request, reply) => {
      const { asker, caller } = request.admitted;
      const asked = {
        params: request.params,
        query: request.query,
        body: request.body,
        asker,
        caller,
        request,
        reply,
      };
      return repeatable(
        resources,
        request,
        () => request.body ?? {},
        () => handle(asked as Asked<O>),
      );
    },
  });
}

declare module 'fastify' {
  interface FastifyRequest {
    admitted: { asker: Asker | null; caller: Caller | null };
  }
}

/**
 * Authenticates a request, counts it, and keeps on it who asks.
 * @throws ServiceError UNAUTHORIZED, RATE_LIMITED, FORBIDDEN, VALIDATION_ERROR, PROJECT_NOT_FOUND
 */
export async function admit(
  resources: Pick<Resources, 'database' | 'rateLimits'>,
  request: FastifyRequest,
  reply: FastifyReply,
  access: Operation['access'],
): Promise<void> {
  request.admitted = { asker: null, caller: null };
  if (access === 'public') {
    announceLimit(resources, request, reply, 'addresses');
    await limitAddress(resources, request, reply);
    return;
  }
  announceLimit(resources, request, reply);
  const asker = await authenticate(resources, request).catch(async (error: unknown) => {
    // Failures are limited; a valid key is never refused because of the failures of others at its address.
    if (error instanceof ServiceError) await limitAddress(resources, request, reply);
    throw error;
  });
  await limitRequest(resources, request, reply, asker);
  if (asker.kind === 'user') refuseOtherOrigins(request);
  const named = headerOf(request, 'x-svc-project');
  const caller = access === 'project' ? await enterProject(resources, asker, named) : null;
  request.admitted = { asker, caller };
}
