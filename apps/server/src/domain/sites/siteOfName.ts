/** A host name as it is compared: in lower case, without a dot at its end. */
const plain = (name: string) => name.toLowerCase().replace(/\.$/, '');

/** Whether a host name is the domain of the sites, or any name below it. */
export const isInSitesDomain = (name: string, domain: string): boolean =>
  `.${plain(name)}`.endsWith(`.${plain(domain)}`);

/** The id of the site that is served under a host name (without a port), or null: only `sit-…` directly below the domain. */
export function siteOfName(name: string, domain: string): string | null {
  if (!isInSitesDomain(name, domain)) return null;
  const label = plain(name).slice(0, -plain(domain).length - 1);
  return /^sit-[0-9a-z]+$/.test(label) ? label.replace('-', '_') : null;
}
