import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { isAllowedHost } from './isAllowedHost.js';
import { isPublicAddress } from './isPublicAddress.js';

/** What pages of the capture fleet may reach. */
export interface EgressPolicy {
  /** Hosts below `domain` are the uploaded sites; they are served at `upstream`. */
  sites: { domain: string; upstream: { host: string; port: number } };
  /** Hosts, or `host:port`, that are open although their address is private. */
  allowHosts: readonly string[];
}

/** Where to dial. The address is the one that was judged: a name is never resolved a second time. */
export type Route =
  | { kind: 'dial'; address: string; port: number }
  | { kind: 'denied' }
  | { kind: 'unresolved' };

/** Decides what a request for this host and port may reach, resolving the name once. */
export async function chooseRoute(policy: EgressPolicy, host: string, port: number): Promise<Route> {
  const name = host.toLowerCase().replace(/\.$/, '');
  const { domain, upstream } = policy.sites;
  if (name.endsWith(`.${domain.toLowerCase()}`)) {
    return { kind: 'dial', address: upstream.host, port: upstream.port };
  }
  const addresses = await resolve(name);
  const [first] = addresses;
  if (first === undefined) return { kind: 'unresolved' };
  if (isAllowedHost(policy.allowHosts, name, port)) return { kind: 'dial', address: first, port };
  return addresses.every(isPublicAddress) ? { kind: 'dial', address: first, port } : { kind: 'denied' };
}

async function resolve(name: string): Promise<string[]> {
  if (isIP(name)) return [name];
  try {
    return (await lookup(name, { all: true })).map(({ address }) => address);
  } catch {
    return [];
  }
}
