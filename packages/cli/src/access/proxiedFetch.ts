import type { Env } from '@svc/sdk';

/** A variable in small or capital letters; small ones come first, as in curl. */
const variable = (env: Env, name: string) => env[name] || env[name.toUpperCase()] || undefined;

/**
 * A `fetch` that goes through the proxies of `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`; null where no proxy is set. Node's
 * own heeds them from 22.21 on alone, and only when told to.
 */
export async function proxiedFetch(env: Env): Promise<typeof globalThis.fetch | null> {
  const httpProxy = variable(env, 'http_proxy');
  const httpsProxy = variable(env, 'https_proxy');
  if (!httpProxy && !httpsProxy) return null;
  const { EnvHttpProxyAgent, fetch } = await import('undici');
  const noProxy = variable(env, 'no_proxy') ?? '';
  const dispatcher = new EnvHttpProxyAgent({
    // An empty one says that there is none; without any, that of the process would count.
    httpProxy: httpProxy ?? '',
    httpsProxy: httpsProxy ?? '',
    noProxy,
  });
  // The types of undici and of the platform name the same things differently.
  return ((input: string | URL, init: object) =>
    fetch(input, { ...init, dispatcher })) as unknown as typeof globalThis.fetch;
}
