import { isInSitesDomain, siteOfName } from '../../domain/sites/siteOfName.js';

/** Where browsers need no certificate to take a page for a secure context. */
const loopback = 'localhost';
/** Where browsers of the fleet find sites whose own domain is elsewhere. */
export const innerDomain = `sites.${loopback}`;

/** The public address of a site, and the one by which the fleet opens it. */
export interface SiteAddresses {
  inner(url: string): string;
  /** A value of plain objects, arrays and texts, with the public addresses in place of those of the fleet. */
  outer<T>(value: T): T;
}

/**
 * The fleet opens all sites over plain HTTP below `localhost`, whatever their public address is: it reaches the service
 * directly, so the certificate of a reverse proxy is neither there nor needed, and service workers run, as over HTTPS.
 */
export function createSiteAddresses(domain: string): SiteAddresses {
  const publicOrigins = new Map<string, string>();
  const restore = (value: unknown): unknown => {
    if (typeof value === 'string') return restoreText(value);
    if (Array.isArray(value)) return value.map(restore);
    if (!isPlainObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, restore(one)]));
  };
  const restoreText = (text: string): string =>
    [...publicOrigins].reduce((restored, [inner, origin]) => restored.replaceAll(inner, origin), text);
  return {
    inner(url) {
      if (!URL.canParse(url)) return url;
      const { protocol, hostname, port, origin } = new URL(url);
      const isDirect = protocol === 'http:' && isInSitesDomain(hostname, loopback);
      if (!/^https?:$/.test(protocol) || isDirect || siteOfName(hostname, domain) === null) return url;
      const moved = new URL(url);
      moved.protocol = 'http:';
      moved.hostname = moveHost(hostname, innerDomain);
      // The same port, so that two public addresses of a site stay two.
      moved.port = port || (protocol === 'https:' ? '443' : '80');
      publicOrigins.set(moved.origin, origin);
      return moved.href;
    },
    outer: <T>(value: T) => restore(value) as T,
  };
}

/** The host of the same site in another domain; a port stays. */
export const moveHost = (host: string, domain: string): string => host.replace(/\.[^:]*/, `.${domain}`);

const isPlainObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
