import { expect, test } from 'vitest';
import { createSiteAddresses, moveHost } from './siteAddresses.js';

test.each([
  ['sites.localhost', 'http://sit-a.sites.localhost:4300/x?id=1', null],
  ['localhost', 'http://sit-a.localhost:4300/', null],
  ['sites.lan', 'http://sit-a.sites.lan:4300/x?id=a%20b#c', 'http://sit-a.sites.localhost:4300/x?id=a%20b#c'],
  ['sites.lan', 'http://SIT-A.Sites.LAN/x', 'http://sit-a.sites.localhost/x'],
  ['example.com', 'https://sit-a.example.com/x', 'http://sit-a.sites.localhost:443/x'],
  ['example.com', 'https://sit-a.example.com:8443/', 'http://sit-a.sites.localhost:8443/'],
  ['localhost', 'https://sit-a.localhost:4300/', 'http://sit-a.sites.localhost:4300/'],
  // No sites.
  ['example.com', 'https://example.com/x', null],
  ['example.com', 'https://api.example.com/x', null],
  ['example.com', 'https://sit-a.example.com.evil.example/x', null],
  ['example.com', 'https://sit-a.sites.example.com/', null],
  ['example.com', 'ftp://sit-a.example.com/', null],
  ['example.com', 'not an address', null],
])('browsers find what is below %s at %s by another address: %s', (domain, url, expected) => {
  expect(createSiteAddresses(domain).inner(url)).toBe(expected ?? url);
});

test('texts name the public address, bytes stay', () => {
  const { inner, outer } = createSiteAddresses('example.com');
  const png = Buffer.from(inner('https://sit-a.example.com/a.png'));
  inner('https://sit-b.example.com:8443/');
  const outcome = {
    png,
    notes: ['http://sit-a.sites.localhost:443/x failed', 'http://sit-b.sites.localhost:8443/ too'],
    incomplete: [{ url: 'http://sit-a.sites.localhost:443/a.png', count: 1, reason: null }],
  };
  expect(outer(outcome)).toEqual({
    png,
    notes: ['https://sit-a.example.com/x failed', 'https://sit-b.example.com:8443/ too'],
    incomplete: [{ url: 'https://sit-a.example.com/a.png', count: 1, reason: null }],
  });
  expect(outer(outcome).png).toBe(png);
});

test('the server is told the name that it knows', () => {
  expect(moveHost('sit-a.sites.localhost:4300', 'example.com')).toBe('sit-a.example.com:4300');
  expect(moveHost('sit-a.sites.localhost', 'sites.lan')).toBe('sit-a.sites.lan');
});
