import type { Env } from '@svc/sdk';
import { CliError } from '../CliError.js';

/** A variable in small or capital letters; small ones come first, as in curl. */
const variable = (env: Env, name: string) => env[name] || env[name.toUpperCase()] || undefined;

/**
 * The address of a proxy. Without a scheme it is one of http, as in curl: `proxy.example.com:3128`.
 * @throws CliError PROXY_INVALID
 */
function proxyOf(env: Env, name: string): string | undefined {
  const named = variable(env, name);
  if (named === undefined) return undefined;
  const address = named.includes('://') ? named : `http://${named}`;
  if (URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)) return address;
  throw new CliError(
    'PROXY_INVALID',
    `${name.toUpperCase()} must be the http or https address of a proxy, such as http://proxy.example.com:3128`,
  );
}

/** With its own code, undici takes a connection closed by the proxy as a reason to connect again, at once and forever. */
function refuseTunnel(cause: unknown): never {
  if (!(cause instanceof Error && 'code' in cause && cause.code === 'UND_ERR_SOCKET')) throw cause;
  throw Object.assign(new Error('the proxy closed the connection', { cause }), { code: 'ECONNRESET' });
}

/**
 * A `fetch` that goes through the proxies of `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`; null where no proxy is set. Node's
 * own heeds them from 22.21 on alone, and only when told to.
 * @throws CliError PROXY_INVALID
 */
export async function proxiedFetch(env: Env): Promise<typeof globalThis.fetch | null> {
  const httpProxy = proxyOf(env, 'http_proxy');
  const httpsProxy = proxyOf(env, 'https_proxy');
  if (!httpProxy && !httpsProxy) return null;
  const { EnvHttpProxyAgent, fetch, Pool } = await import('undici');
  const clientFactory = (origin: URL, options: object) => {
    const pool = new Pool(origin, options);
    const connect = pool.connect.bind(pool);
    return Object.assign(pool, {
      connect: (to: Parameters<typeof connect>[0]) => connect(to).catch(refuseTunnel),
    });
  };
  const noProxy = variable(env, 'no_proxy') ?? '';
  const dispatcher = new EnvHttpProxyAgent({
    // An empty one says that there is none; without any, that of the process would count.
    httpProxy: httpProxy ?? '',
    httpsProxy: httpsProxy ?? '',
    noProxy,
    clientFactory,
  });
  // The types of undici and of the platform name the same things differently.
  return ((input: string | URL, init: object) =>
    fetch(input, { ...init, dispatcher })) as unknown as typeof globalThis.fetch;
}

/** Whether a host is one of `NO_PROXY`: a name with all below it, optionally with a port; `*` alone is all hosts. */
function isExempt({ hostname, port, protocol }: URL, noProxy: string): boolean {
  if (noProxy.trim() === '*') return true;
  const ownPort = port || (protocol === 'https:' ? '443' : '80');
  return noProxy.split(/[\s,]+/).some((entry) => {
    const [, name = '', entryPort] = /^\*?\.?(.*?)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? [];
    if (name === '' || (entryPort !== undefined && entryPort !== ownPort)) return false;
    return hostname === name || hostname.endsWith(`.${name}`);
  });
}

/**
 * The proxy that {@link proxiedFetch} goes through for an address; null for none.
 * @throws CliError PROXY_INVALID
 */
export function proxyFor(url: URL, env: Env): string | null {
  const http = proxyOf(env, 'http_proxy');
  const proxy = url.protocol === 'https:' ? (proxyOf(env, 'https_proxy') ?? http) : http;
  if (!proxy || isExempt(url, variable(env, 'no_proxy') ?? '')) return null;
  return proxy;
}
