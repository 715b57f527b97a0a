import { expect, test } from 'vitest';
import { sitesNeighborhood } from './sitesNeighborhood.js';

test.each([
  ['https://svc.example.com', 'sites.example.com', 'example.com'],
  ['https://svc.example.com', 'svc.example.com', 'example.com'],
  ['https://example.com', 'sites.svc.example.com', 'example.com'],
  ['https://svc.example.co.uk', 'sites.example.co.uk', 'example.co.uk'],
  ['http://svc.example.com:4300', 'sites.example.com', 'example.com'],
])('the service at %s and sites at %s share %s', (url, sites, domain) => {
  expect(sitesNeighborhood(url, sites)).toContain(`shares the domain ${domain} with the service`);
});

test.each([
  ['https://svc.example.com', 'sites.example-sites.com'],
  // Anybody can have a name below these suffixes.
  ['https://acme.co.uk', 'sites.co.uk'],
  ['https://acme.github.io', 'sites.github.io'],
  ['http://localhost:4300', 'sites.localhost'],
  ['http://svc.localhost:4300', 'sites.localhost'],
  ['http://127.0.0.1:4300', 'sites.localhost'],
  ['http://[::1]:4300', 'sites.localhost'],
  ['http://svc', 'sites.localhost'],
])('the service at %s and sites at %s are apart', (url, sites) => {
  expect(sitesNeighborhood(url, sites)).toBeNull();
});
