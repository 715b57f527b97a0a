import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';

/** Azure's metadata and DNS service: a public address by its range, internal by its use. */
const wireServer = '168.63.129.16';

/**
 * Whether any page may be loaded from this address: public, and not one of this machine.
 * @param address a literal IPv4 or IPv6 address; anything else is not public
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  const text = parsed.toString();
  return parsed.range() === 'unicast' && isGlobal(parsed) && text !== wireServer && !ownAddresses().has(text);
}

/** IPv6 gives out addresses below 2000::/3 alone; others, such as ::7f00:1 for 127.0.0.1, mean something else. */
const isGlobal = (address: ipaddr.IPv4 | ipaddr.IPv6): boolean =>
  address.kind() === 'ipv4' || address.match(ipaddr.parseCIDR('2000::/3'));

const ownAddresses = (): Set<string> =>
  new Set(
    Object.values(networkInterfaces())
      .flatMap((list) => list ?? [])
      .map(({ address }) => ipaddr.process(address.replace(/%.*/, '')).toString()),
  );
