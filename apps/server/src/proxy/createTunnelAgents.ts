import { type ClientRequestArgs, Agent as HttpAgent, type AgentOptions as HttpOptions } from 'node:http';
import { Agent as HttpsAgent, type AgentOptions as HttpsOptions } from 'node:https';
import { isIP, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type ConnectionOptions, connect, type SecureContextOptions } from 'node:tls';
import { chooseProxy, type ProxyRules } from './chooseProxy.js';
import { inAddress } from './inAddress.js';
import { limitTunnels } from './limitTunnels.js';
import { openTunnel } from './openTunnel.js';

type Created = (error: Error | null, socket: Duplex) => void;

/**
 * Agents whose connections go through a proxy where the rules say so. Node counts a connection only once it is there, so the
 * tunnels are held to `maxSockets` here.
 */
export function createTunnelAgents(
  rules: ProxyRules,
  options: HttpOptions & HttpsOptions,
): { http: HttpAgent; https: HttpsAgent } {
  const tunnels = limitTunnels(options.maxSockets ?? Number.POSITIVE_INFINITY);
  const tunnelFor = (scheme: string, { host, port }: ClientRequestArgs): Promise<Duplex> | null => {
    const name = host ?? 'localhost';
    const url = new URL(`${scheme}://${inAddress(name)}:${port}`);
    const proxy = chooseProxy(rules, url);
    return proxy && tunnels.hold(url.origin, () => openTunnel(proxy, name, Number(port)));
  };
  class Plain extends HttpAgent {
    override keepSocketAlive(socket: Duplex) {
      return !tunnels.isAwaited() && super.keepSocketAlive(socket);
    }
    override createConnection(args: ClientRequestArgs, done?: Created) {
      const tunnel = tunnelFor('http', args);
      if (tunnel === null) return super.createConnection(args, done);
      settle(tunnel, done);
      return undefined;
    }
  }
  class Secure extends HttpsAgent {
    override keepSocketAlive(socket: Duplex) {
      return !tunnels.isAwaited() && super.keepSocketAlive(socket);
    }
    override createConnection(args: ClientRequestArgs, done?: Created) {
      const tunnel = tunnelFor('https', args);
      if (tunnel === null) return super.createConnection(args, done);
      settle(
        tunnel.then((socket) => encrypt(socket, args)),
        done,
      );
      return undefined;
    }
  }
  return { http: new Plain(options), https: new Secure(options) };
}

/** A failure is passed on with an unused socket, which nothing reads. */
const settle = (connecting: Promise<Duplex>, done: Created = () => {}): void =>
  void connecting.then(
    (socket) => done(null, socket),
    (error: Error) => done(error, new Socket()),
  );

/** An address that is a number has no name that a certificate could be chosen by. */
const encrypt = (socket: Duplex, { host, ...args }: ClientRequestArgs & SecureContextOptions): Duplex =>
  connect({
    ...args,
    socket,
    host: host ?? undefined,
    ...(host && isIP(host) === 0 && { servername: host }),
  } as ConnectionOptions);
