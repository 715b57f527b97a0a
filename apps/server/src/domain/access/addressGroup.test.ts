import { expect, test } from 'vitest';
import { addressGroup } from './addressGroup.js';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:aaaa::1', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:bbbb::9', '2001:db8:1:2::/64'],
  ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
  ['fe80::1%eth0', 'fe80::/64'],
  ['unix:', 'unix:'],
])('%s belongs to %s', (address, group) => {
  expect(addressGroup(address)).toBe(group);
});
