import { bodyLimits, type Operation, operations, slugPart } from '@svc/schema';
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifySchemaCompiler,
  RouteOptions,
} from 'fastify';
import type { z } from 'zod';
import { alsoNeeded } from '../domain/access/mayDo.js';
import { ServiceError } from '../domain/ServiceError.js';
import { type Attempt, onlyAttempt } from '../service/access/Attempt.js';
import { enterOrganisation, type OrganisationAccess } from '../service/access/enterOrganisation.js';
import { enterProject } from '../service/access/enterProject.js';
import { type PersonPrincipal, type Requester, requirePerson } from '../service/access/Principal.js';
import type { ProjectAccess } from '../service/access/ProjectAccess.js';
import { requireAction } from '../service/access/requireAction.js';
import type { Resources } from '../service/Resources.js';
import { createBreather } from '../turns/createBreather.js';
import { authenticate, refuseOtherOrigins } from './access/authenticate.js';
import { refuseTossedCookies } from './access/cookies.js';
import { headerOf } from './access/credentialIn.js';
import { throughOf } from './access/throughOf.js';
import { parseInTurns } from './body/parseInTurns.js';
import { writtenInTurns } from './body/writtenInTurns.js';
import { announceLimit, limitAddress, limitRequest } from './limitRequest.js';
import { repeatable } from './repeatable.js';
import { requestCompiler } from './validation/parseRequest.js';

type Output<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

type PrincipalOf<Access extends Operation['access']> = Access extends 'public' | 'signed'
  ? null
  : Access extends 'person' | 'organisation'
    ? PersonPrincipal
    : Requester;

type AccessOf<Access extends Operation['access']> = Access extends 'project'
  ? ProjectAccess
  : Access extends 'organisation'
    ? OrganisationAccess
    : null;

/** What a handler is given: the validated parts of the request and who asks. */
export interface Asked<O extends Operation> {
  params: Output<O['params']>;
  query: Output<O['query']>;
  body: Output<O['body']>;
  principal: PrincipalOf<O['access']>;
  /** What the principal entered. */
  access: AccessOf<O['access']>;
  /** Of a POST that comes several times with one `Idempotency-Key`. */
  attempt: Attempt;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** What serves an operation: whatever it answers is of its schema. */
type Handle<O extends Operation> = (asked: Asked<O>) => Promise<z.output<O['response']>>;

const tagOf = (path: string): string => path.split('/')[3] ?? 'service';

const names = new Map<Operation, string>(
  Object.entries(operations).map(([name, operation]) => [operation, name]),
);

function nameOf(operation: Operation): string {
  const name = names.get(operation);
  if (name === undefined) throw new Error(`${operation.method} ${operation.path} is not an operation`);
  return name;
}

/** The parts of a route that come from its operation. */
export function routeOf(operation: Operation) {
  const { method, path, summary, params, query, body, bodyLimit, response, answers } = operation;
  return {
    method,
    url: path,
    bodyLimit: bodyLimits[bodyLimit ?? 'usual'],
    schema: {
      operationId: nameOf(operation),
      summary,
      tags: [tagOf(path)],
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
  handle: Handle<O>,
): void {
  addRoute(app, resources, operation, handle);
}

/**
 * As {@link serve}, for an answer that may be so large that it is written in turns with other requests, as it is: it is not
 * copied part by part into the form of its schema.
 * @param writing.isTagged what is the same as last time is not sent again
 */
export function serveLarge<const O extends Operation>(
  app: FastifyInstance,
  resources: Pick<Resources, 'database' | 'rateLimits'>,
  operation: O,
  handle: Handle<O>,
  writing = { isTagged: false },
): void {
  addRoute(app, resources, operation, handle, writtenInTurns(writing));
}

function addRoute<const O extends Operation>(
  app: FastifyInstance,
  resources: Pick<Resources, 'database' | 'rateLimits'>,
  operation: O,
  handle: Handle<O>,
  writing: Partial<RouteOptions> = {},
): void {
  const { body, bodyLimit } = operation;
  app.route({
    ...routeOf(operation),
    ...writing,
    ...(body && bodyLimit === 'large' ? validatedInTurns(body) : {}),
    onRequest: async (request, reply) => {
      await admit(resources, request, reply, operation);
    },
    handler: async (request, reply) => {
      requireAlsoNeeded(request, request.body);
      const { principal, project, organisation } = request.admitted;
      // Admission and validation have made sure of what the operation's types say.
      const asked = {
        params: request.params,
        query: request.query,
        body: request.body,
        principal,
        access: project ?? organisation,
        request,
        reply,
      } as unknown as Omit<Asked<O>, 'attempt'>;
      const breathe = createBreather();
      // What is answered once is not kept either.
      const answer = await (operation.isSecret
        ? handle({ ...asked, attempt: onlyAttempt })
        : repeatable(
            resources,
            request,
            () => request.bodyDigest ?? request.body ?? {},
            (attempt) => handle({ ...asked, attempt }),
          ));
      // To write a large answer is as much work as to read it.
      await breathe();
      return answer;
    },
  });
}

/** Of a route whose bodies may be large: they are validated in turns with other requests. */
const validatedInTurns = (body: z.ZodType): Pick<RouteOptions, 'validatorCompiler' | 'preHandler'> => ({
  validatorCompiler: (route) =>
    route.httpPart === 'body' ? () => true : (requestCompiler as FastifySchemaCompiler<unknown>)(route),
  preHandler: async (request) => {
    request.body = await parseInTurns(body, request.body);
  },
});

/** The principal and what it entered, as far as an operation wants to know. */
interface Admitted {
  principal: Requester | null;
  project: ProjectAccess | null;
  organisation: OrganisationAccess | null;
}

declare module 'fastify' {
  interface FastifyRequest {
    admitted: Admitted;
    /** Of a large body: stands for all of it where requests are told apart. */
    bodyDigest: string | null;
  }
}

const unknown: Admitted = { principal: null, project: null, organisation: null };

/**
 * Authenticates a request, counts it, requires what the operation needs, and keeps the principal on it.
 * @throws ServiceError UNAUTHORIZED, RATE_LIMITED, FORBIDDEN, VALIDATION_ERROR, PROJECT_NOT_FOUND, ORGANISATION_NOT_FOUND
 */
export async function admit(
  resources: Pick<Resources, 'database' | 'rateLimits'>,
  request: FastifyRequest,
  reply: FastifyReply,
  operation: Pick<Operation, 'access' | 'needs'>,
): Promise<void> {
  request.admitted = unknown;
  try {
    refuseTossedCookies(request, reply);
  } catch (error) {
    announceLimit(resources, request, reply, 'addresses');
    await limitAddress(resources, request, reply);
    throw error;
  }
  if (operation.access === 'public') {
    announceLimit(resources, request, reply, 'addresses');
    await limitAddress(resources, request, reply);
    return;
  }
  announceLimit(resources, request, reply);
  const principal = await authenticate(resources, request).catch(async (error: unknown) => {
    // Failures are limited; a valid key is never refused because of the failures of others at its address.
    if (error instanceof ServiceError) await limitAddress(resources, request, reply);
    throw error;
  });
  await limitRequest(resources, request, reply, principal);
  if (principal.kind === 'person' && principal.via === 'session') refuseOtherOrigins(request);
  request.admitted = { ...unknown, principal, ...(await enter(resources, request, operation, principal)) };
}

async function enter(
  resources: Pick<Resources, 'database'>,
  request: FastifyRequest,
  { access, needs }: Pick<Operation, 'access' | 'needs'>,
  principal: Requester,
): Promise<Partial<Admitted>> {
  if (access === 'person') return { principal: requirePerson(principal) };
  // An operation that says nothing is the owner's.
  if (access === 'project') {
    const named = headerOf(request, 'x-svc-project');
    const project = await enterProject(resources, principal, named, needs ?? 'own');
    return { project: { ...project, through: throughOf(request) } };
  }
  if (access === 'organisation') {
    // Parameters are validated later, when it is known who asks.
    const { data: org = '' } = slugPart.safeParse((request.params as { org?: string }).org);
    return { organisation: await enterOrganisation(resources, principal, org, needs ?? 'own') };
  }
  return {};
}

/**
 * What is in a body may need more than its operation does.
 * @throws ServiceError FORBIDDEN
 */
export function requireAlsoNeeded({ admitted: { principal, project } }: FastifyRequest, body: unknown): void {
  const needs = alsoNeeded(body);
  if (needs && principal && project) requireAction(principal, project.grant, needs);
}
