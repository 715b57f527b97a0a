/**
 * Whether an administrator opened this host.
 * @param allowHosts `host` (any port), `host:port`, or `*.domain` with or without a port; IPv6 in brackets
 */
export function isAllowedHost(allowHosts: readonly string[], host: string, port: number): boolean {
  const name = normalise(host);
  return allowHosts.some((entry) => {
    const { host: pattern, port: only } = splitHostPort(entry.trim());
    if (only !== null && only !== port) return false;
    const wanted = normalise(pattern);
    return wanted.startsWith('*.') ? name.endsWith(wanted.slice(1)) : name === wanted;
  });
}

/** Splits `host:port`; the brackets of an IPv6 address are removed. */
export function splitHostPort(text: string): { host: string; port: number | null } {
  const match = /^(\[[^\]]*\]|[^:]*)(?::(\d{1,5}))?$/.exec(text);
  const host = match?.[1] ?? text;
  return { host: host.replace(/^\[|\]$/g, ''), port: match?.[2] === undefined ? null : Number(match[2]) };
}

const normalise = (host: string): string => host.toLowerCase().replace(/\.$/, '');
