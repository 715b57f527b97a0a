import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { isInSitesDomain, siteOfName } from '../../domain/sites/siteOfName.js';
import { isAllowedHost } from './isAllowedHost.js';
import { isPublicAddress } from './isPublicAddress.js';
import { innerDomain } from './siteAddresses.js';

/** What pages of the capture fleet may reach. */
export interface EgressPolicy {
  /** The hosts `sit-…` below `domain` are the uploaded sites; they are served at `upstream`. */
  sites: { domain: string; upstream: { host: string; port: number } };
  /** Hosts, or `host:port`, that are open although their address is private. */
  allowHosts: readonly string[];
  /** The addresses of a name, none for one that has none. That of the system unless given. */
  resolve?: ((name: string) => Promise<string[]>) | undefined;
  /** For a name to be resolved, and for a connection. */
  dialTimeoutMs?: number | undefined;
}

/** Where to dial. The address is the one that was judged: a name is never resolved a second time. */
export type Route =
  | { kind: 'dial'; address: string; port: number }
  | { kind: 'denied' }
  | { kind: 'unresolved' };

/** Decides what a request for this host and port may reach, resolving the name once. */
export async function chooseRoute(policy: EgressPolicy, host: string, port: number): Promise<Route> {
  const name = host.toLowerCase().replace(/\.$/, '');
  const { upstream } = policy.sites;
  const domain = domainOf(policy, name);
  if (domain !== null) {
    return siteOfName(name, domain) === null
      ? { kind: 'denied' }
      : { kind: 'dial', address: upstream.host, port: upstream.port };
  }
  const addresses = isIP(name) ? [name] : await (policy.resolve ?? resolveWithSystem)(name);
  const [first] = addresses;
  if (first === undefined) return { kind: 'unresolved' };
  if (isAllowedHost(policy.allowHosts, name, port)) return { kind: 'dial', address: first, port };
  return addresses.every(isPublicAddress) ? { kind: 'dial', address: first, port } : { kind: 'denied' };
}

/** The domain that a host name is in, of those where the fleet finds sites. */
export const domainOf = ({ sites }: Pick<EgressPolicy, 'sites'>, name: string): string | null =>
  [innerDomain, sites.domain].find((domain) => isInSitesDomain(name, domain)) ?? null;

async function resolveWithSystem(name: string): Promise<string[]> {
  try {
    return (await lookup(name, { all: true })).map(({ address }) => address);
  } catch {
    return [];
  }
}
