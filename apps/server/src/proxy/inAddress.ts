import { isIPv6 } from 'node:net';

/** A host as addresses have it: in brackets if it is an IPv6 address. */
export const inAddress = (host: string): string => (isIPv6(host) ? `[${host}]` : host);
