import { BlockList, isIP } from 'node:net';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/**
 * Whether a server that listens on this host is reached from its own machine alone.
 * @param host a name or an address; a server without one listens everywhere
 */
export function isLoopback(host: string | undefined): boolean {
  const bare = (host ?? '')
    .trim()
    .replace(/^\[(.*)\]$/, '$1')
    .toLowerCase();
  if (bare === 'localhost') return true;
  const version = isIP(bare);
  return version !== 0 && loopback.check(bare, version === 6 ? 'ipv6' : 'ipv4');
}
