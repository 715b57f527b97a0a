import type { Operation } from '@svc/schema';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { alsoNeeded } from '../domain/access/mayDo.js';
import { ServiceError } from '../domain/ServiceError.js';
import { requireAction } from '../service/access/authorise.js';
import { enterOrganisation, type MemberAsking, requirePerson } from '../service/access/enterOrganisation.js';
import { type Entered, enterProject } from '../service/access/enterProject.js';
import type { Asker, PersonAsking } from '../service/access/identify.js';
import type { Caller, Resources } from '../service/Resources.js';
import { authenticate, headerOf, refuseOtherOrigins } from './authenticate.js';
import { announceLimit, limitAddress, limitRequest } from './limitRequest.js';
import { repeatable } from './repeatable.js';

type Output<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

type AskerOf<Access extends Operation['access']> = Access extends 'public' | 'signed'
  ? null
  : Access extends 'person' | 'organisation'
    ? PersonAsking
    : Asker;

/** What a handler is given: the validated parts of the request and who asks. */
export interface Asked<O extends Operation> {
  params: Output<O['params']>;
  query: Output<O['query']>;
  body: Output<O['body']>;
  caller: O['access'] extends 'project' ? Caller : null;
  member: O['access'] extends 'organisation' ? MemberAsking : null;
  asker: AskerOf<O['access']>;
  request: FastifyRequest;
  reply: FastifyReply;
}

interface ServeOptions {
  /** The answer is so large that it is sent as it is, not copied part by part into the form of its schema. */
  isLarge?: boolean;
}

const tagOf = (path: string): string => path.split('/')[3] ?? 'service';

/** By the names of the security schemes of the description. */
const callers: Record<string, string[]>[] = [{ apiKey: [] }, { login: [] }];

/** The parts of a route that come from its operation. */
export function routeOf(operation: Operation) {
  const { method, path, summary, access, params, query, body, response, answers } = operation;
  return {
    method,
    url: path,
    schema: {
      summary,
      tags: [tagOf(path)],
      ...(access === 'public' || access === 'signed' ? {} : { security: callers }),
      ...(params ? { params } : {}),
      ...(query ? { querystring: query } : {}),
      ...(body ? { body } : {}),
      ...(answers ? {} : { response: { 200: response } }),
    },
  };
}

/** Serves one operation: who asks is found out before anything of the request is looked at. */
export function serve<const O extends Operation>(
  app: FastifyInstance,
  resources: Pick<Resources, 'database' | 'rateLimits'>,
  operation: O,
  handle: (asked: Asked<O>) => Promise<z.output<O['response']>>,
  { isLarge = false }: ServeOptions = {},
): void {
  app.route({
    ...routeOf(operation),
    ...(isLarge ? { serializerCompiler: () => JSON.stringify } : {}),
    onRequest: async (request, reply) => {
      await admit(resources, request, reply, operation);
    },
    handler: async (request, reply) => {
      requireAlsoNeeded(request, request.body);
      const { asker, caller, member } = request.admitted;
      // Admission and validation have made sure of what the operation's types say.
      const asked = {
        params: request.params,
        query: request.query,
        body: request.body,
        asker,
        caller,
        member,
        request,
        reply,
      } as unknown as Asked<O>;
      // What is answered once is not kept either.
      if (operation.isSecret) return handle(asked);
      return repeatable(
        resources,
        request,
        () => request.body ?? {},
        () => handle(asked),
      );
    },
  });
}

/** Who asks and within what, as far as an operation wants to know. */
interface Admitted {
  asker: Asker | null;
  caller: Entered | null;
  member: MemberAsking | null;
}

declare module 'fastify' {
  interface FastifyRequest {
    admitted: Admitted;
  }
}

const unknown: Admitted = { asker: null, caller: null, member: null };

/**
 * Authenticates a request, counts it, sees to it that the caller may do what the operation needs, and keeps on it who asks.
 * @throws ServiceError UNAUTHORIZED, RATE_LIMITED, FORBIDDEN, VALIDATION_ERROR, PROJECT_NOT_FOUND, ORGANISATION_NOT_FOUND
 */
export async function admit(
  resources: Pick<Resources, 'database' | 'rateLimits'>,
  request: FastifyRequest,
  reply: FastifyReply,
  operation: Pick<Operation, 'access' | 'needs'>,
): Promise<void> {
  request.admitted = unknown;
  if (operation.access === 'public') {
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
  if (asker.kind === 'user' && asker.via === 'session') refuseOtherOrigins(request);
  request.admitted = { ...unknown, asker, ...(await enter(resources, request, operation, asker)) };
}

async function enter(
  resources: Pick<Resources, 'database'>,
  request: FastifyRequest,
  { access, needs }: Pick<Operation, 'access' | 'needs'>,
  asker: Asker,
): Promise<Partial<Admitted>> {
  if (access === 'person') return { asker: requirePerson(asker) };
  // An operation that says nothing is the owner's.
  if (access === 'project') {
    const named = headerOf(request, 'x-svc-project');
    return { caller: await enterProject(resources, asker, named, needs ?? 'own') };
  }
  if (access === 'organisation') {
    const { org = '' } = request.params as { org?: string };
    return { member: await enterOrganisation(resources, asker, org, needs ?? 'own') };
  }
  return {};
}

/**
 * What is in a body may need more than its operation does.
 * @throws ServiceError FORBIDDEN
 */
export function requireAlsoNeeded({ admitted: { asker, caller } }: FastifyRequest, body: unknown): void {
  const needs = alsoNeeded(body);
  if (needs && asker && caller) requireAction(asker, caller.grant, needs);
}
