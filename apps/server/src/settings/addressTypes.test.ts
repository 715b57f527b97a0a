import { describe, expect, test } from 'vitest';
import { readConfig } from './readConfig.js';

describe('addresses are read in any spelling, and kept in one', () => {
  test.each([
    ['https://svc.example.com', 'https://svc.example.com'],
    // Keys of CI are made for the origin, as `URL` spells it.
    ['HTTPS://Svc.Example.com:443/', 'https://svc.example.com'],
    ['http://[::1]:4300', 'http://[::1]:4300'],
  ])('SVC_PUBLIC_URL=%s', (given, kept) => {
    expect(readConfig({ SVC_PUBLIC_URL: given }).publicUrl).toBe(kept);
  });

  test.each([
    ['Sites.Example.net.', 'sites.example.net'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['sites', 'sites'],
  ])('SVC_SITES_DOMAIN=%s', (given, kept) => {
    expect(readConfig({ SVC_SITES_DOMAIN: given }).sitesDomain).toBe(kept);
  });

  test.each([
    ['0.0.0.0', '0.0.0.0'],
    ['[::1]', '::1'],
    ['::', '::'],
    ['localhost', 'localhost'],
  ])('SVC_HOST=%s', (given, kept) => {
    expect(readConfig({ SVC_HOST: given }).host).toBe(kept);
  });

  test('lists of hosts and domains', () => {
    const hosts = ['staging.example', 'staging.example:8080', '*.corp:8443', '10.0.0.5', '[::1]:9000', '::1'];
    expect(readConfig({ SVC_ALLOW_HOSTS: hosts.join(', ') }).allowHosts).toEqual(hosts);
    expect(readConfig({ SVC_SIGN_UP_DOMAINS: '@Acme.com, example.org.' }).signUpDomains).toEqual([
      'acme.com',
      'example.org',
    ]);
  });

  test.each([
    'postgresql://svc:p%40ss@db.example.com:5432/svc?sslmode=require',
    'postgres://svc@/svc?host=/var/run/postgresql',
    'postgresql:///svc',
    'socket:/var/run/postgresql?db=svc',
  ])('DATABASE_URL=%s', (DATABASE_URL) => {
    expect(readConfig({ DATABASE_URL }).databaseUrl).toBe(DATABASE_URL);
  });
});

test.each([
  ['SVC_PUBLIC_URL', 'https://svc.example.com?x', 'an origin'],
  ['SVC_PUBLIC_URL', 'https://svc.example.com/#a', 'an origin'],
  ['SVC_PUBLIC_URL', 'https://ada:secret@svc.example.com', 'an origin'],
  ['SVC_PUBLIC_URL', 'https://svc example.com', 'an origin'],
  ['SVC_PUBLIC_URL', 'https://svc.example.com:99999', 'an origin'],
  ['SVC_SITES_DOMAIN', 'https://sites.example.net', 'a domain'],
  ['SVC_SITES_DOMAIN', '*.sites.example.net', 'a domain'],
  ['SVC_SITES_DOMAIN', '.sites.example.net', 'a domain'],
  ['SVC_SITES_DOMAIN', 'sites.example.net:8080', 'a domain'],
  ['SVC_SITES_DOMAIN', 'sites.example.net/', 'a domain'],
  ['SVC_SITES_DOMAIN', '127.0.0.1', 'a domain'],
  ['SVC_HOST', 'http://0.0.0.0', 'an IP address'],
  ['SVC_HOST', '0.0.0.0:4300', 'an IP address'],
  ['SVC_HOST', '10.0.0', 'an IP address'],
  ['SVC_ALLOW_HOSTS', 'staging.example,http://other.example', 'a comma-separated list of hosts'],
  ['SVC_ALLOW_HOSTS', '10.0.0.0/8', 'a comma-separated list of hosts'],
  ['SVC_ALLOW_HOSTS', 'staging.example:99999', 'a comma-separated list of hosts'],
  ['SVC_HOOK_ALLOW_HOSTS', '*', 'a comma-separated list of hosts'],
  ['SVC_SIGN_UP_DOMAINS', '*.acme.com', 'a comma-separated list of domains'],
  ['SVC_OIDC_ISSUER', 'https://', 'an https address'],
  ['SVC_OIDC_ISSUER', 'https://id.example.com/?tenant=1', 'an https address'],
])('%s=%s is refused with what it has to be', (name, given, wanted) => {
  expect(() => readConfig({ [name]: given })).toThrow(`${name} must be ${wanted}`);
  expect(() => readConfig({ [name]: given })).toThrow(`not "${given}"`);
});

test.each(['mysql://svc@db/svc', 'db.example.com', 'postgres://svc:p%w@db/svc', 'postgres://svc:p#w@db/svc'])(
  'DATABASE_URL=%s is refused without being repeated',
  (DATABASE_URL) => {
    const wanted = /^DATABASE_URL must be like postgresql:\/\/user:password@host:5432\/database;[^"]*$/;
    expect(() => readConfig({ DATABASE_URL })).toThrow(wanted);
  },
);
