import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';

/** A proxy on loopback that connects clients to what they ask for by `CONNECT`. */
export interface ConnectProxy {
  url: URL;
  /** What it was asked to connect to, as `host:port`. */
  asked: string[];
  /** What it connects to instead, by what it is asked for. */
  places: Map<string, { host: string; port: number }>;
  /** What it answers instead of connecting; null where it connects. */
  refusal: string | null;
  stop(): Promise<void>;
}

/**
 * @param credentials `user:password` that it wants to be told, as an address has them
 * @param tls what it encrypts with; its address is then that of `localhost`
 */
export async function startConnectProxy(
  credentials?: string,
  tls?: { key: string; cert: string },
): Promise<ConnectProxy> {
  const wanted = credentials && `Basic ${Buffer.from(decodeURIComponent(credentials)).toString('base64')}`;
  const sockets = new Set<Socket>();
  const refuse: RequestListener = (_request, response) => response.writeHead(400).end();
  const server = tls ? createSecureServer(tls, refuse) : createServer(refuse);
  server.on('connection', (socket: Socket) => sockets.add(socket));
  server.on('connect', (request, client: Socket, first) => {
    const target = request.url ?? '';
    proxy.asked.push(target);
    const isKnown = !wanted || request.headers['proxy-authorization'] === wanted;
    const refusal = isKnown ? proxy.refusal : '407 Proxy Authentication Required';
    client.on('error', () => client.destroy());
    if (refusal !== null) return client.end(`HTTP/1.1 ${refusal}\r\n\r\n`);
    const [, host = '', port] = /^\[?(.+?)\]?:(\d+)$/.exec(target) ?? [];
    const upstream = connect(proxy.places.get(target) ?? { host, port: Number(port) });
    sockets.add(upstream);
    upstream.on('error', () => client.end('HTTP/1.1 502 Bad Gateway\r\n\r\n'));
    upstream.once('connect', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      upstream.write(first);
      upstream.pipe(client).pipe(upstream);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const proxy: ConnectProxy = {
    url: new URL(
      `${tls ? 'https' : 'http'}://${credentials ? `${credentials}@` : ''}${tls ? 'localhost' : '127.0.0.1'}:${port}`,
    ),
    asked: [],
    places: new Map(),
    refusal: null,
    async stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
  return proxy;
}
