import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { chooseRoute, type EgressPolicy, type Route } from './chooseRoute.js';
import { splitHostPort } from './isAllowedHost.js';

export interface EgressProxy {
  port: number;
  /** Why the proxy did not let a request for this URL through, or null when it did. */
  refusalOf(url: string): Refusal | null;
  close(): Promise<void>;
}

export type Refusal = 'denied' | 'unresolved' | 'unreachable';

/** Refusals are remembered so that a failed navigation can say why; a tunnel's refusal has no other way to be told. */
const rememberedRefusals = 1_000;
const dialTimeoutMs = 15_000;

/** The headers of one hop, which a proxy must not pass on. */
const hopHeaders = ['proxy-connection', 'proxy-authorization', 'connection', 'keep-alive', 'te', 'trailer'];

/** Why hosts were refused, of late. */
function rememberRefusals() {
  const refusals = new Map<string, Refusal>();
  return {
    note(host: string, port: number, refusal: Refusal | null): void {
      const authority = `${host.toLowerCase()}:${port}`;
      refusals.delete(authority);
      if (refusal) refusals.set(authority, refusal);
      const oldest = refusals.size > rememberedRefusals ? refusals.keys().next().value : undefined;
      if (oldest !== undefined) refusals.delete(oldest);
    },
    of(url: string): Refusal | null {
      if (!URL.canParse(url)) return null;
      const { hostname, port, protocol } = new URL(url);
      const number = port || (protocol === 'https:' || protocol === 'wss:' ? 443 : 80);
      return refusals.get(`${hostname.replace(/^\[|\]$/g, '')}:${number}`) ?? null;
    },
  };
}

/** The only way out for the browsers: a forward proxy on loopback that judges every address before it dials it. */
export async function startEgressProxy(policy: EgressPolicy): Promise<EgressProxy> {
  const refusals = rememberRefusals();
  const route = async (host: string, port: number): Promise<Route> => {
    const chosen = await chooseRoute(policy, host, port);
    refusals.note(host, port, chosen.kind === 'dial' ? null : chosen.kind);
    return chosen;
  };
  const way: Way = { route, refusals };

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
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** Where requests may go, and why others were refused. */
interface Way {
  route(host: string, port: number): Promise<Route>;
  refusals: ReturnType<typeof rememberRefusals>;
}

/** Passes a plain request on. */
async function forward(
  { route, refusals }: Way,
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
  const headers: IncomingHttpHeaders = { ...incoming.headers, host: url.host };
  for (const name of hopHeaders) delete headers[name];
  const upstream = request({
    host: chosen.address,
    port: chosen.port,
    method: incoming.method ?? 'GET',
    path: url.pathname + url.search,
    headers,
    setHost: false,
  });
  upstream.on('response', (response) => {
    for (const name of hopHeaders) delete response.headers[name];
    outgoing.writeHead(response.statusCode ?? 502, response.headers);
    response.pipe(outgoing);
    response.on('error', () => outgoing.destroy());
  });
  upstream.on('error', () => {
    if (outgoing.headersSent) outgoing.destroy();
    else {
      refusals.note(host, port, 'unreachable');
      outgoing.writeHead(502).end(`unreachable: ${url.host}`);
    }
  });
  outgoing.on('close', () => upstream.destroy());
  incoming.pipe(upstream);
}

/** Connects a client, whose bytes are its own from then on. */
async function tunnel(
  { route, refusals }: Way,
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
  const upstream = connect({ host: chosen.address, port: chosen.port, timeout: dialTimeoutMs });
  let open = false;
  upstream.once('connect', () => {
    open = true;
    upstream.setTimeout(0);
    client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
    upstream.write(head);
    client.pipe(upstream).pipe(client);
  });
  upstream.once('timeout', () => upstream.destroy(new Error('timed out')));
  upstream.on('error', () => {
    if (open) client.destroy();
    else {
      refusals.note(host, port, 'unreachable');
      client.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
    }
  });
  client.on('close', () => upstream.destroy());
  upstream.on('close', () => client.destroy());
}
