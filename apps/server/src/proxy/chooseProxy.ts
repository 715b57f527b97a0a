import ipaddr from 'ipaddr.js';

/** Which requests go through which proxy. */
export interface ProxyRules {
  /** For https addresses; null where these go directly. */
  https: URL | null;
  /** For http addresses. */
  http: URL | null;
  /** What goes directly anyway, as `NO_PROXY` lists it; in lower case. */
  except: readonly string[];
}

/** A loopback address is this machine, which no proxy elsewhere leads to. */
const isLoopback = (host: string): boolean =>
  /^(?:.+\.)?localhost$/.test(host) || (ipaddr.isValid(host) && ipaddr.process(host).range() === 'loopback');

const isWithin = (host: string, [network, bits]: [ipaddr.IPv4 | ipaddr.IPv6, number]): boolean => {
  if (!ipaddr.isValid(host)) return false;
  const address = ipaddr.process(host);
  return address.kind() === network.kind() && address.match(network, bits);
};

/**
 * One of `*`, a network such as `10.0.0.0/8` of addresses that are written as such, or a host with its subdomains: `example.com`,
 * `.example.com` and `*.example.com` are the same. A host and an address may have a port.
 */
function isExcepted(rule: string, host: string, port: string): boolean {
  if (rule === '*') return true;
  if (ipaddr.isValidCIDR(rule)) return isWithin(host, ipaddr.parseCIDR(rule));
  if (ipaddr.isValid(rule)) return ipaddr.isValid(host) && same(rule, host);
  const [, name = '', wantedPort] = /^(.*?)(?::(\d+))?$/.exec(rule) ?? [];
  if (wantedPort !== undefined && wantedPort !== port) return false;
  const wanted = name.replace(/^\[|\]$/g, '').replace(/^\*?\./, '');
  if (ipaddr.isValid(wanted)) return ipaddr.isValid(host) && same(wanted, host);
  return wanted !== '' && (host === wanted || host.endsWith(`.${wanted}`));
}

/** Whatever the spelling. */
const same = (one: string, other: string): boolean =>
  ipaddr.process(one).toNormalizedString() === ipaddr.process(other).toNormalizedString();

/** @returns the proxy that requests of this address go through; null where they go directly */
export function chooseProxy({ https, http, except }: ProxyRules, url: URL): URL | null {
  const isSecure = url.protocol === 'https:';
  const host = url.hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase();
  const port = url.port || (isSecure ? '443' : '80');
  if (isLoopback(host) || except.some((rule) => isExcepted(rule, host, port))) return null;
  return isSecure ? https : http;
}
