import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import {
  type ErrorCode,
  errorBody,
  errorCodes,
  errorsOf,
  isRepeatable,
  type Operation,
  type OperationName,
  operations,
} from '@svc/schema';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { cookieNames } from './access/cookies.js';

/** The parts of an operation in OpenAPI that this file writes. */
interface Described {
  operationId?: OperationName;
  parameters?: object[];
  requestBody?: object;
  responses?: Record<string, Answer>;
  security?: Record<string, string[]>[];
}

interface Answer {
  description?: string;
  headers?: object;
  content?: Record<string, { schema: object }>;
}

type Document = { paths?: Record<string, Record<string, Described>> };

const integer = { type: 'integer', minimum: 0 };
const component = (kind: 'schemas' | 'headers' | 'parameters', name: string) => ({
  // biome-ignore lint/style/useNamingConvention: a word of OpenAPI
  $ref: `#/components/${kind}/${name}`,
});

/** What {@link describeAnswers} and {@link describeRequest} point to. */
const components = {
  securitySchemes: {
    apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'The key of a project' },
    login: { type: 'http', scheme: 'bearer', description: 'A login of `svc login`, or the key of a project' },
    session: {
      type: 'apiKey',
      in: 'cookie',
      name: cookieNames(true).session,
      description:
        'The session of a browser; without TLS, as on localhost, the cookie is called `svc_session`. Against cross-site request forgery, every request but GET must have an `Origin` header that names this service.',
    },
  },
  schemas: { Error: jsonSchemaOf(errorBody, 'output') },
  headers: {
    RateLimit: { description: 'Maximum of requests in the current window', schema: integer },
    RateLimitRemaining: { description: 'Requests left before the next reset', schema: integer },
    RateLimitReset: { description: 'Unix timestamp in seconds when the window resets', schema: integer },
    RetryAfter: { description: 'Seconds to wait', schema: integer },
  },
  parameters: {
    Project: {
      name: 'X-Svc-Project',
      in: 'header',
      description: 'The project, as `org/project`; needed unless an API key names it',
      schema: { type: 'string' },
    },
    IdempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      description: 'A request that comes again with the same key gets the same answer and does nothing twice',
      schema: { type: 'string', minLength: 1, maxLength: 255 },
    },
  },
} as const;

/** How the OpenAPI description at `/docs/api` is made: from the operations, for the routes that serve them. */
export const apiDescription: FastifyDynamicSwaggerOptions = {
  openapi: {
    openapi: '3.1.0',
    info: { title: 'svc', description: 'Visual regression testing service', version: '1' },
    servers: [{ url: '/' }],
    components: components as object,
  },
  transform: jsonSchemaTransform,
  transformObject: (document) => {
    if (!('openapiObject' in document)) throw new Error('The description is not OpenAPI');
    const { paths = {} } = document.openapiObject as Document;
    for (const described of Object.values(paths).flatMap((methods) => Object.values(methods))) {
      if (described.operationId === undefined) continue;
      const operation = operations[described.operationId];
      describeRequest(operation, described);
      describeAnswers(operation, described);
    }
    return document.openapiObject;
  },
};

function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output'): object {
  const { $schema: _, ...described } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return described;
}

const schemes: Readonly<Record<Operation['access'], (keyof typeof components.securitySchemes)[]>> = {
  project: ['apiKey', 'login', 'session'],
  identity: ['apiKey', 'login', 'session'],
  organisation: ['login', 'session'],
  person: ['login', 'session'],
  public: [],
  signed: [],
};

function describeRequest(operation: Operation, described: Described): void {
  described.security = schemes[operation.access].map((scheme) => ({ [scheme]: [] }));
  const headers = [
    ...(operation.access === 'project' ? [component('parameters', 'Project')] : []),
    ...(isRepeatable(operation) ? [component('parameters', 'IdempotencyKey')] : []),
  ];
  if (headers.length > 0) described.parameters = [...(described.parameters ?? []), ...headers];
  if (operation.bodies) {
    const content = Object.entries(operation.bodies).map(([type, schema]) => [
      type,
      { schema: jsonSchemaOf(schema, 'input') },
    ]);
    described.requestBody = { required: true, content: Object.fromEntries(content) };
  }
}

function describeAnswers(operation: Operation, described: Described): void {
  const limit =
    operation.access === 'signed'
      ? {}
      : {
          'X-RateLimit-Limit': component('headers', 'RateLimit'),
          'X-RateLimit-Remaining': component('headers', 'RateLimitRemaining'),
          'X-RateLimit-Reset': component('headers', 'RateLimitReset'),
        };
  const codes = errorsOf(operation);
  const statuses = [...new Set(codes.map((code) => errorCodes[code]))];
  const failures = statuses.map((status): [string, Answer] => {
    const headers = status === 429 ? { ...limit, 'Retry-After': component('headers', 'RetryAfter') } : limit;
    return [String(status), { ...failure(codes.filter((code) => errorCodes[code] === status)), headers }];
  });
  described.responses = Object.fromEntries([...successes(operation, described, limit), ...failures]);
}

function successes(
  { answers, response }: Operation,
  { responses }: Described,
  headers: object,
): [string, Answer][] {
  if (answers === 'redirect') {
    const location = { description: 'Where the browser goes', schema: { type: 'string' } };
    return [['302', { description: 'Redirect', headers: { ...headers, Location: location } }]];
  }
  if (answers) {
    const content = { [answers]: { schema: jsonSchemaOf(response, 'output') } };
    if (answers === 'text/event-stream')
      return [['200', { description: 'Events; each has this in `data`', headers, content }]];
    if (answers === 'application/zip') return [['200', { description: 'The file', headers, content }]];
    return [
      ['200', { description: 'The image', headers, content }],
      ['304', { description: 'The image has not changed', headers }],
    ];
  }
  return [['200', { ...responses?.['200'], description: 'Success', headers }]];
}

function failure(codes: readonly ErrorCode[]): Answer {
  const code = { type: 'string', enum: codes };
  const error = { type: 'object', properties: { code }, required: ['code'] };
  const only = { type: 'object', properties: { error }, required: ['error'] };
  return {
    description: codes.map((one) => `\`${one}\``).join(', '),
    content: { 'application/json': { schema: { allOf: [component('schemas', 'Error'), only] } } },
  };
}
