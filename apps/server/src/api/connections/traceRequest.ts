import type { FastifyReply, FastifyRequest } from 'fastify';
import { beginSpan } from '../../context/spans.js';
import { inContext } from '../../context/workContext.js';

/** Goes on with a request of the API in a span of its own, within the trace of the client if it has one. Pages and files have none. */
export function traceRequest(request: FastifyRequest, reply: FastifyReply, proceed: () => void): void {
  const { url: route = '' } = request.routeOptions;
  const span = /^\/(api|mcp)\b/.test(route) ? beginSpan(spanOf(request, route)) : null;
  if (span === null) {
    proceed();
    return;
  }
  // Also where the client has gone before the answer.
  reply.raw.once('close', () => {
    const { statusCode } = reply;
    const hasAnswer = reply.raw.headersSent;
    if (hasAnswer) span.note({ 'http.response.status_code': statusCode });
    span.end(hasAnswer ? (statusCode >= 500 ? statusCode : undefined) : 'client_closed_request');
  });
  inContext(span.context, proceed);
}

const spanOf = ({ method, protocol, headers, params }: FastifyRequest, route: string) => ({
  name: `${method} ${route}`,
  kind: 'server' as const,
  parent: headers.traceparent?.toString(),
  attributes: {
    'http.request.method': method,
    'http.route': route,
    'url.scheme': protocol,
    'url.path': pathOf(route, params as Record<string, string>),
  },
});

/** Parameters that name things. Another one may be a secret, such as the code of a login. */
const harmless = ['id', 'hash', 'image', 'org', 'project', 'provider'];

const pathOf = (route: string, params: Readonly<Record<string, string>>): string =>
  route.replaceAll(/:(\w+)/g, (parameter, name: string) =>
    harmless.includes(name) ? encodeURIComponent(params[name] ?? '') : parameter,
  );
