import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { bodyLimits } from '@svc/schema';
import Fastify, {
  type FastifyInstance,
  type FastifyRequest,
  LogController,
  type preParsingAsyncHookHandler,
} from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import type { Logger } from 'pino';
import { inContext } from '../context/workContext.js';
import { ServiceError } from '../domain/ServiceError.js';
import { checkReady } from '../service/checkReady.js';
import type { Resources } from '../service/Resources.js';
import { serviceVersion } from '../service/serviceVersion.js';
import { accessRoutes } from './access/accessRoutes.js';
import { cliLoginRoutes } from './access/cliLoginRoutes.js';
import { cookieNames } from './access/cookies.js';
import { keyRoutes } from './access/keyRoutes.js';
import { mailRoutes } from './access/mailRoutes.js';
import { oauthRoutes } from './access/oauthRoutes.js';
import { organisationRoutes } from './access/organisationRoutes.js';
import { answerError } from './answerError.js';
import { badgeRoute } from './badgeRoute.js';
import { readJson } from './body/readJson.js';
import { captureRoutes } from './captureRoutes.js';
import { chatRoutes } from './chat/chatRoutes.js';
import { codeHostRoutes } from './codeHostRoutes.js';
import { commentRoutes } from './commentRoutes.js';
import { commitRoutes } from './commitRoutes.js';
import { answerClientError } from './connections/answerClientError.js';
import { type Connections, createConnections } from './connections/createConnections.js';
import { traceRequest } from './connections/traceRequest.js';
import { apiDescription } from './describeApi.js';
import { diffRoutes } from './diffRoutes.js';
import { githubWebhookRoute } from './githubWebhookRoute.js';
import { imageRoute } from './imageRoute.js';
import { installRoutes } from './install/installRoutes.js';
import { announceLimit, uncountedHeaders } from './limitRequest.js';
import { liveRoute } from './liveRoute.js';
import { mcpRoute } from './mcp/mcpRoute.js';
import { noiseRoutes } from './noiseRoutes.js';
import { docsPages } from './pages/docsPages.js';
import { webPages } from './pages/webPages.js';
import { projectRoutes } from './projectRoutes.js';
import { serveSites } from './serveSites.js';
import { sessionRoutes } from './sessionRoutes.js';
import { siteRoutes } from './siteRoutes.js';
import { snapshotRoutes } from './snapshotRoutes.js';
import { traceRoutes } from './traceRoutes.js';
import { requestCompiler } from './validation/parseRequest.js';
import { versionRoutes } from './versionRoutes.js';

interface AppOptions {
  secure: boolean;
  logger: Logger;
  trustedProxies: number;
  webFolder?: string;
  docsFolder?: string;
  connections?: Connections;
  /** Receives every answer. */
  answered?: (request: Answered) => void;
  /** Whether this process gets to what it has to do. */
  isAlive?: () => boolean;
}

/** A request that was answered; `route` as it is registered, `seconds` from its headers to its last byte. */
export interface Answered {
  route: string;
  method: string;
  status: number;
  seconds: number;
}

const routes = [
  captureRoutes,
  commitRoutes,
  snapshotRoutes,
  traceRoutes,
  diffRoutes,
  chatRoutes,
  commentRoutes,
  noiseRoutes,
  liveRoute,
  sessionRoutes,
  siteRoutes,
  projectRoutes,
  codeHostRoutes,
  keyRoutes,
  oauthRoutes,
  cliLoginRoutes,
  organisationRoutes,
  mailRoutes,
  githubWebhookRoute,
  imageRoute,
  badgeRoute,
  installRoutes,
  mcpRoute,
  accessRoutes,
  versionRoutes,
];

/**
 * The HTTP interface: the API, its description at `/docs/api`, the documentation, the review UI, and the files of
 * uploaded sites.
 * @param options.secure whether browsers reach the service over https
 * @param options.trustedProxies how many proxies are in front, whose `X-Forwarded-For` tells the address of a client
 * @param options.connections where the caller drains them
 * @param options.webFolder where the review UI was built, unless where its workspace builds it
 * @param options.docsFolder where the documentation was built, unless where its workspace builds it
 */
export async function createApp(resources: Resources, options: AppOptions): Promise<FastifyInstance> {
  const { connections = createConnections() } = options;
  const app = createServerFor(resources, options, connections);
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers({
      ...uncountedHeaders(resources),
      'x-svc-version': serviceVersion,
      'x-request-id': request.id,
    });
    inContext({ requestId: request.id }, () => traceRequest(request, reply, done));
  });
  await registerHeaders(app, options.secure, resources.blobs.direct?.origin);
  app.decorate('isSecure', options.secure);
  app.decorate('cookieNames', cookieNames(options.secure));
  await app.register(cookie);
  await app.register(compress, { encodings: ['gzip'], threshold: 2_048, globalDecompression: false });
  await app.register(swagger, apiDescription);
  await app.register(swaggerUi, {
    routePrefix: '/docs/api',
    theme: {
      title: 'svc API',
      css: [{ filename: 'theme.css', content: '.swagger-ui .topbar { display: none }' }],
    },
  });

  noteAnswers(app, options.answered);
  app.get('/livez', { schema: { hide: true } }, async (_request, reply) => {
    const isAlive = options.isAlive?.() ?? true;
    return reply.code(isAlive ? 200 : 503).send({ ok: isAlive });
  });
  app.get('/healthz', { schema: { hide: true } }, async () => ({ ok: true }));
  app.get('/readyz', { schema: { hide: true } }, async () => {
    if (connections.isDraining()) {
      throw new ServiceError('SERVICE_STOPPING', 'The service is stopping; send requests to another process');
    }
    await checkReady(resources);
    return { ok: true };
  });
  for (const addRoutes of routes) addRoutes(app, resources);
  await docsPages(app, options.docsFolder);
  await webPages(app, resources, options.webFolder);
  return app;
}

/** What a proxy, or a client, calls a request, if that is a name that can be logged; else a new one. */
const requestIdOf = (given: string | string[] | undefined): string =>
  typeof given === 'string' && /^[\w.:-]{1,128}$/.test(given) ? given : randomUUID();

function noteAnswers(app: FastifyInstance, answered: AppOptions['answered']): void {
  if (!answered) return;
  app.addHook('onResponse', async (request, reply) => {
    answered({
      route: request.routeOptions.url ?? 'unknown',
      method: request.method,
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1_000,
    });
  });
}

function createServerFor(
  resources: Resources,
  options: AppOptions,
  connections: Connections,
): FastifyInstance {
  const app = Fastify({
    loggerInstance: options.logger as unknown as FastifyInstance['log'],
    logController: new LogController({ disableRequestLogging: true }),
    // Every line says the same of its request: see `inContext`.
    childLoggerFactory: (logger) => logger,
    genReqId: ({ headers }) => requestIdOf(headers['x-request-id']),
    bodyLimit: bodyLimits.usual,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    clientErrorHandler: answerClientError,
    trustProxy: (_address, hop) => hop < options.trustedProxies,
    // An address that is none is refused before there is a route.
    frameworkErrors: (error, request, reply) => {
      announceLimit(resources, request, reply, 'addresses');
      reply.header('x-svc-version', serviceVersion);
      answerError(error, request, reply);
    },
    routerOptions: { maxParamLength: 600 },
    serverFactory: (handler) => connections.serve(serveSites(resources, handler)),
  });
  app.addHook('preClose', async () => {
    // From here on no connection is accepted; those that are open end with their requests.
    void connections.finish().then(() => app.server.closeAllConnections());
  });
  app.setValidatorCompiler(requestCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(answerError);
  app.decorateRequest('admitted');
  app.decorateRequest('bodyDigest', null);
  app.addHook('preParsing', refuseEncoded);
  addJsonParser(app);
  return app;
}

/** What a few kilobytes unpack to has no bound, and no client of the service compresses its requests. */
const refuseEncoded: preParsingAsyncHookHandler = async (request, _reply, payload) => {
  const encoding = request.headers['content-encoding'];
  if (encoding === undefined || encoding === '' || encoding.toLowerCase() === 'identity') return payload;
  const message = 'must be left out: request bodies are sent uncompressed';
  throw new ServiceError('VALIDATION_ERROR', `Content-Encoding ${message}`, [
    { path: 'Content-Encoding', message },
  ]);
};

function addJsonParser(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', async (request: FastifyRequest, payload: IncomingMessage) => {
    const { value, digest } = await readJson(payload, request.routeOptions.bodyLimit, (text) => {
      let parsed: unknown;
      // It answers through the callback alone, and at once.
      void parse(request, text, (error, body) => {
        if (error) throw error;
        parsed = body;
      });
      return parsed;
    });
    request.bodyDigest = digest;
    return value;
  });
}

/**
 * @param secure whether browsers reach the service over https
 * @param images another origin from which images come
 */
async function registerHeaders(app: FastifyInstance, secure: boolean, images?: string): Promise<void> {
  await app.register(helmet, {
    strictTransportSecurity: secure,
    crossOriginResourcePolicy: { policy: 'same-origin' },
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...(images === undefined ? [] : [images])],
        styleSrc: ["'self'", "'unsafe-inline'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        formAction: ["'self'"],
      },
    },
  });
}
