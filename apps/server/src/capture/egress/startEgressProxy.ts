import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { chooseRoute, domainOf, type EgressPolicy, type Route } from './chooseRoute.js';
import { answerWith, createSiteCache, fileKey, type SiteCache } from './createSiteCache.js';
import { splitHostPort } from './isAllowedHost.js';
import { type Refusal, rememberRefusals } from './rememberRefusals.js';
import { innerDomain, moveHost } from './siteAddresses.js';
import { whenLate } from './whenLate.js';

export interface EgressProxy {
  port: number;
  /** Why the proxy did not let a request for this URL through, or null when it did. */
  refusalOf(url: string): Refusal | null;
  /** Dials hosts again that could not be reached before. */
  forgetFailures(): void;
  close(): Promise<void>;
}

/**
 * For a name to be resolved and for a connection. The kernel sends a lost SYN again after 1 s and after 3 s; a picture
 * waits 10 s for its parts.
 */
const dialTimeoutMs = 5_000;

/** The headers of one hop, which a proxy must not pass on. */
const hopHeaders = ['proxy-connection', 'proxy-authorization', 'connection', 'keep-alive', 'te', 'trailer'];

/** The only way out for the browsers: a forward proxy on loopback that judges every address before it dials it. */
export async function startEgressProxy(policy: EgressPolicy): Promise<EgressProxy> {
  const refusals = rememberRefusals();
  const timeoutMs = policy.dialTimeoutMs ?? dialTimeoutMs;
  const route = async (host: string, port: number): Promise<Chosen> => {
    const failure = refusals.lasting(host, port);
    if (failure) return { kind: failure };
    const chosen = await new Promise<Route>((resolve, reject) => {
      const cancel = whenLate(timeoutMs, () => resolve({ kind: 'unresolved' }));
      chooseRoute(policy, host, port).then(resolve, reject).finally(cancel);
    });
    if (chosen.kind === 'unresolved') refusals.noteLasting(host, port, 'unresolved');
    else if (chosen.kind === 'denied') refusals.note(host, port, 'denied');
    return chosen;
  };
  const way: Way = {
    route,
    siteFiles: createSiteCache(),
    isSite: ({ hostname }) => domainOf(policy, hostname) !== null,
    hostOf: ({ host, hostname }) =>
      domainOf(policy, hostname) === innerDomain ? moveHost(host, policy.sites.domain) : host,
    timeoutMs,
    reached: (host, port) => refusals.note(host, port, null),
    failed: (host, port, error) => {
      // A server that refuses answers at once, and may be about to start; so may our own.
      const isLasting = !refusesAtOnce.has(codeOf(error)) && domainOf(policy, host) === null;
      if (isLasting) refusals.noteLasting(host, port, 'unreachable');
      else refusals.note(host, port, 'unreachable');
    },
  };

  const server = createServer((incoming, outgoing) => {
    forward(way, incoming, outgoing).catch(() => outgoing.destroy());
  });
  server.on('connect', (incoming: IncomingMessage, client: Duplex, head: Buffer) => {
    tunnel(way, incoming, client, head).catch(() => client.destroy());
  });
  server.on('clientError', (_error, socket) => socket.destroy());

  const sockets = new Set<Duplex>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });

  return {
    port: (server.address() as AddressInfo).port,
    refusalOf: refusals.of,
    forgetFailures: refusals.forgetLasting,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

type Chosen = Route | { kind: 'unreachable' };

/** Where requests may go, and what became of them. */
interface Way {
  route(host: string, port: number): Promise<Chosen>;
  siteFiles: SiteCache;
  isSite(url: URL): boolean;
  /** As the server that is dialled knows it. */
  hostOf(url: URL): string;
  /** For a connection. */
  timeoutMs: number;
  reached(host: string, port: number): void;
  failed(host: string, port: number, error: Error): void;
}

const refusesAtOnce = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE']);

const codeOf = (error: Error): string =>
  'code' in error && typeof error.code === 'string' ? error.code : '';

/** Ends a connection that is not open in time. */
function limitDial(socket: Socket, timeoutMs: number): void {
  if (!socket.connecting) return;
  const cancel = whenLate(timeoutMs, () => {
    if (socket.connecting) socket.destroy(Object.assign(new Error('timed out'), { code: 'ETIMEDOUT' }));
  });
  socket.once('connect', cancel);
  socket.once('close', cancel);
}

/** Passes a plain request on. */
async function forward(
  { route, siteFiles, isSite, hostOf, timeoutMs, reached, failed }: Way,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const url = URL.canParse(incoming.url ?? '') ? new URL(incoming.url ?? '') : null;
  if (url?.protocol !== 'http:') {
    outgoing.writeHead(400).end('only absolute http URLs');
    return;
  }
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = Number(url.port || 80);
  const chosen = await route(host, port);
  if (chosen.kind !== 'dial') {
    outgoing.writeHead(chosen.kind === 'denied' ? 403 : 502).end(`${chosen.kind}: ${url.host}`);
    return;
  }
  const key = isSite(url) ? fileKey(incoming.method, url, incoming.headers) : null;
  const known = await siteFiles.find(key);
  if (known) {
    answerWith(outgoing, known);
    return;
  }
  if (outgoing.destroyed) {
    siteFiles.giveUp(key);
    return;
  }
  const headers: IncomingHttpHeaders = { ...incoming.headers, host: hostOf(url) };
  for (const name of hopHeaders) delete headers[name];
  const upstream = request({
    host: chosen.address,
    port: chosen.port,
    method: incoming.method ?? 'GET',
    path: url.pathname + url.search,
    headers,
    setHost: false,
  });
  upstream.on('socket', (socket) => limitDial(socket, timeoutMs));
  upstream.on('response', (response) => {
    reached(host, port);
    for (const name of hopHeaders) delete response.headers[name];
    outgoing.writeHead(response.statusCode ?? 502, response.headers);
    siteFiles.keep(key, response);
    response.pipe(outgoing);
    response.on('error', () => outgoing.destroy());
  });
  upstream.on('error', (error) => {
    if (outgoing.headersSent || outgoing.destroyed) outgoing.destroy();
    else {
      failed(host, port, error);
      outgoing.writeHead(502).end(`unreachable: ${url.host}`);
    }
  });
  upstream.on('close', () => siteFiles.giveUp(key));
  outgoing.on('close', () => upstream.destroy());
  incoming.pipe(upstream);
}

/** Connects a client, whose bytes are its own from then on. */
async function tunnel(
  { route, timeoutMs, reached, failed }: Way,
  incoming: IncomingMessage,
  client: Duplex,
  head: Buffer,
): Promise<void> {
  client.on('error', () => client.destroy());
  const { host, port } = splitHostPort(incoming.url ?? '');
  if (port === null || host === '') {
    client.end('HTTP/1.1 400 Bad Request\r\n\r\n');
    return;
  }
  const chosen = await route(host, port);
  if (chosen.kind !== 'dial') {
    client.end(`HTTP/1.1 ${chosen.kind === 'denied' ? '403 Forbidden' : '502 Bad Gateway'}\r\n\r\n`);
    return;
  }
  const upstream = connect({ host: chosen.address, port: chosen.port });
  limitDial(upstream, timeoutMs);
  let open = false;
  upstream.once('connect', () => {
    open = true;
    reached(host, port);
    client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
    upstream.write(head);
    client.pipe(upstream).pipe(client);
  });
  upstream.on('error', (error) => {
    if (open || client.destroyed) client.destroy();
    else {
      failed(host, port, error);
      client.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
    }
  });
  client.on('close', () => upstream.destroy());
  upstream.on('close', () => client.destroy());
}
