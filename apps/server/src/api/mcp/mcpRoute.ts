import { createMcpHandler } from '@modelcontextprotocol/server';
import { bodyLimits } from '@svc/schema';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ServiceError } from '../../domain/ServiceError.js';
import type { Resources } from '../../service/Resources.js';
import { admit } from '../serve.js';
import { createCall, createImageReader } from './createCall.js';
import { createToolServer } from './createToolServer.js';

/**
 * Tools for agents, by the Model Context Protocol over streamable HTTP. No session is kept: every request says who asks,
 * as for the API, and any process of the service can answer it.
 */
export function mcpRoute(app: FastifyInstance, resources: Resources): void {
  app.route({
    method: ['GET', 'POST', 'DELETE'],
    url: '/mcp',
    schema: { hide: true },
    bodyLimit: bodyLimits.usual,
    onRequest: (request, reply) => admit(resources, request, reply, { access: 'project', needs: 'read' }),
    handler: answerMessages,
  });
}

async function answerMessages(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { project: access } = request.admitted;
  if (access === null) throw new ServiceError('INTERNAL', 'A request without a project was admitted');
  const asker = { access, call: createCall(request), readImage: createImageReader(request) };
  const { fetch } = createMcpHandler(() => createToolServer(asker, request.log), {
    // The list of tools does not change, so there is nothing to listen to.
    maxSubscriptions: 0,
  });
  const answer = await fetch(webRequestOf(request), { parsedBody: request.body });
  reply.code(answer.status).header('cache-control', 'no-store');
  const type = answer.headers.get('content-type');
  if (type !== null) reply.type(type);
  return reply.send(await answer.text());
}

/** The request as the protocol's library reads it: without a credential. */
function webRequestOf({ method, headers, body }: FastifyRequest): Request {
  const told = ['accept', 'content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name', 'last-event-id'];
  const given = told.flatMap((name): [string, string][] => {
    const value = headers[name];
    return typeof value === 'string' ? [[name, value]] : [];
  });
  return new Request('http://svc/mcp', {
    method,
    headers: given,
    ...(method === 'POST' ? { body: JSON.stringify(body ?? null) } : {}),
  });
}
