import { callService, SvcError } from '@svc/sdk';
import { apiUrlOf } from '../access/findCredential.js';
import { proxyFor } from '../access/proxiedFetch.js';
import type { Context } from '../Context.js';
import type { ServiceFlags } from '../flags.js';
import { userAgent, version } from '../version.js';
import { type Finding, failed, failedBy, ok, warning } from './Finding.js';

function sourceOf({ apiUrl }: ServiceFlags, { env, config }: Context): string {
  if (apiUrl && apiUrl === config?.config.apiUrl && apiUrl !== env.SVC_API_URL) return config.file;
  if (apiUrl) return '--api-url';
  return env.SVC_API_URL ? 'SVC_API_URL' : 'the default: set SVC_API_URL to change it';
}

function examineProxy(apiUrl: string, { env }: Context): Finding {
  const proxy = proxyFor(new URL(apiUrl), env);
  if (proxy === null) return ok('proxy', 'none for this address');
  // Its password is nobody's business.
  const { protocol, host } = new URL(proxy);
  return ok('proxy', `${protocol}//${host}`);
}

const minorOf = (text: string) => text.split('.').slice(0, 2).join('.');

function compareVersions(served: string): Finding {
  if (minorOf(served) === minorOf(version)) return ok('versions', `svc ${version}, service ${served}`);
  return warning(
    'versions',
    `svc ${version}, service ${served}`,
    'install the version of the service: its page /install shows the command',
  );
}

/** Whether the service can be reached, how, and whether it fits this `svc`. */
export async function examineService(
  flags: ServiceFlags,
  context: Context,
): Promise<{ findings: Finding[]; isReachable: boolean }> {
  const apiUrl = apiUrlOf(flags, context);
  const address = `${apiUrl} (${sourceOf(flags, context)})`;
  if (!URL.canParse(apiUrl) || !/^https?:$/.test(new URL(apiUrl).protocol)) {
    const finding = failed(
      'address',
      address,
      'give an http or https address, such as https://svc.example.com',
    );
    return { findings: [finding], isReachable: false };
  }
  const findings = [ok('address', address), examineProxy(apiUrl, context)];
  const begun = performance.now();
  try {
    const { version: served } = await callService<{ version: string }>({
      apiUrl,
      method: 'GET',
      path: '/api/v1/version',
      answer: { version: 'string' },
      signal: context.signal,
      userAgent,
      maxRetries: 0,
    });
    const answered = ok('reachability', `answered in ${Math.round(performance.now() - begun)} ms`);
    return { findings: [...findings, answered, compareVersions(served)], isReachable: true };
  } catch (error) {
    if (!(error instanceof SvcError)) throw error;
    const finding = failedBy('reachability', error, 'check the address, the network and any proxy');
    return { findings: [...findings, finding], isReachable: false };
  }
}
