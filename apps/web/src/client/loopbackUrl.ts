/** An address where a command line waits on this machine; null for anything else. */
export function loopbackUrl(address: string | null): string | null {
  if (address === null || !URL.canParse(address)) return null;
  const { protocol, hostname, href } = new URL(address);
  return protocol === 'http:' && (hostname === '127.0.0.1' || hostname === '[::1]') ? href : null;
}
