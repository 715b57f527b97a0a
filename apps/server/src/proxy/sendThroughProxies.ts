import type { Socket } from 'node:net';
import { chooseProxy, type ProxyRules } from './chooseProxy.js';
import { inAddress } from './inAddress.js';
import { openTunnel } from './openTunnel.js';

/** What a connection is for. */
interface Asked {
  protocol: string;
  hostname: string;
  port: string;
}

type Done = (...outcome: [null, Socket] | [Error, null]) => void;

/**
 * Has `fetch` of this process go through proxies from now on. Node has that built in from 22.21 and 24.5 on only, so `fetch`
 * becomes that of the package `undici`, which Node's own is a copy of.
 */
export async function sendThroughProxies(rules: ProxyRules): Promise<void> {
  const { Agent, buildConnector, install, setGlobalDispatcher } = await import('undici');
  const connectTo = buildConnector({});
  const agent = new Agent({
    connect(options: Asked, done: Done) {
      const { protocol, hostname, port } = options;
      const isSecure = protocol === 'https:';
      const dialed = Number(port || (isSecure ? 443 : 80));
      // undici takes the brackets off.
      const proxy = chooseProxy(rules, new URL(`${protocol}//${inAddress(hostname)}:${dialed}`));
      if (proxy === null) return connectTo(options, done);
      const go = (socket: Socket) =>
        isSecure ? connectTo({ ...options, httpSocket: socket }, done) : done(null, socket);
      openTunnel(proxy, hostname, dialed).then(go, (error: Error) => done(error, null));
    },
  });
  install();
  setGlobalDispatcher(agent);
}
