import { describe, expect, it } from 'vitest';
import { isAllowedHost, splitHostPort } from './isAllowedHost.js';

describe('isAllowedHost', () => {
  it.each([
    [['staging.example'], 'staging.example', 8080],
    [['Staging.Example'], 'staging.example.', 80],
    [['staging.example:8080'], 'staging.example', 8080],
    [['*.corp.example'], 'a.b.corp.example', 443],
    [['[::1]:9000'], '::1', 9000],
    [['::1'], '::1', 9000],
    [['other', ' 10.0.0.5 '], '10.0.0.5', 80],
  ])('%j opens %s:%i', (allowHosts, host, port) => {
    expect(isAllowedHost(allowHosts, host, port)).toBe(true);
  });

  it.each([
    [[], 'staging.example', 80],
    [['staging.example:8080'], 'staging.example', 80],
    [['staging.example'], 'x.staging.example', 80],
    [['*.corp.example'], 'corp.example', 443],
    [['*.corp.example'], 'evilcorp.example', 443],
  ])('%j does not open %s:%i', (allowHosts, host, port) => {
    expect(isAllowedHost(allowHosts, host, port)).toBe(false);
  });
});

describe('splitHostPort', () => {
  it.each([
    ['example.org:443', { host: 'example.org', port: 443 }],
    ['example.org', { host: 'example.org', port: null }],
    ['[2001:db8::1]:80', { host: '2001:db8::1', port: 80 }],
    ['2001:db8::1', { host: '2001:db8::1', port: null }],
  ])('%s', (text, parts) => {
    expect(splitHostPort(text)).toEqual(parts);
  });
});
