import { getDomain } from 'tldts';

/**
 * Says so when uploaded sites share a registrable domain with the service: their scripts can set cookies for it, and
 * browsers count requests between them as of one site. Null when they are apart, or on this machine.
 */
export function sitesNeighborhood(publicUrl: string, sitesDomain: string): string | null {
  const { hostname } = new URL(publicUrl);
  const [own, sites] = [hostname, sitesDomain].map((host) =>
    getDomain(host.replace(/\.$/, ''), { allowPrivateDomains: true }),
  );
  if (!own || own !== sites || own.endsWith('.localhost')) return null;
  return `SVC_SITES_DOMAIN (${sitesDomain}) shares the domain ${own} with the service (${hostname}), so scripts of uploaded sites can set cookies for it. Serve sites from a registered domain of their own.`;
}
