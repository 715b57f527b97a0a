import { networkInterfaces } from 'node:os';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPublicAddress } from './isPublicAddress.js';

describe('isPublicAddress', () => {
  it.each(['93.184.216.34', '1.1.1.1', '2606:4700:4700::1111'])('lets %s pass', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    '127.0.0.1',
    '0.0.0.0',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '168.63.129.16',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    'fe80::1',
    'fd00::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::7f00:1',
    '2002:7f00:1::',
    '2001::7f00:1',
    '::7f00:1',
    '::127.0.0.1',
    '::ffff:0:127.0.0.1',
    '::ffff:a9fe:a9fe',
    'fd00:ec2::254',
    'fec0::1',
    'ff02::1',
    '100::1',
    '4000::1',
    '2001:db8::1',
    '192.0.0.192',
    '100.100.100.200',
    '198.18.0.1',
    '192.88.99.1',
    '240.0.0.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '127.1',
    'localhost',
    '',
    '127.0.0.1:80',
  ])('refuses %s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it('refuses the addresses of this machine, public ones too', () => {
    const own = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
    expect(own.length).toBeGreaterThan(0);
    for (const { address } of own) expect(isPublicAddress(address.replace(/%.*/, ''))).toBe(false);
  });

  it('refuses every private IPv4 address, mapped into IPv6 too', () => {
    const octet = fc.integer({ min: 0, max: 255 });
    const first = fc.constantFrom('10', '127', '0');
    fc.assert(
      fc.property(first, octet, octet, octet, (a, b, c, d) => {
        const address = `${a}.${b}.${c}.${d}`;
        expect(isPublicAddress(address)).toBe(false);
        expect(isPublicAddress(`::ffff:${address}`)).toBe(false);
      }),
    );
  });
});
