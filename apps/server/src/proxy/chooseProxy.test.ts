import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chooseProxy } from './chooseProxy.js';

const https = new URL('http://secure.proxy:3128');
const http = new URL('http://plain.proxy:3128');
const goesThrough = (url: string, ...except: string[]): boolean =>
  chooseProxy({ https, http, except }, new URL(url)) !== null;

test('the scheme of an address chooses its proxy, and without one requests go directly', () => {
  const rules = { https, http, except: [] };
  expect(chooseProxy(rules, new URL('https://api.github.com/app'))).toBe(https);
  expect(chooseProxy(rules, new URL('http://gitlab.corp.example/api'))).toBe(http);
  expect(chooseProxy({ ...rules, http: null }, new URL('http://gitlab.corp.example'))).toBeNull();
});

test.each([
  ['example.com', 'https://example.com', true],
  ['example.com', 'https://api.example.com', true],
  ['.example.com', 'https://example.com', true],
  ['*.example.com', 'https://a.b.example.com', true],
  ['example.com', 'https://EXAMPLE.com.', true],
  ['example.com', 'https://notexample.com', false],
  ['example.com', 'https://example.com.evil.test', false],
  ['example.com:8443', 'https://example.com:8443', true],
  ['example.com:8443', 'https://example.com', false],
  ['example.com:443', 'https://example.com', true],
  ['example.com:80', 'http://example.com', true],
  ['10.0.0.0/8', 'https://10.1.2.3', true],
  ['10.0.0.0/8', 'https://11.1.2.3', false],
  ['10.0.0.0/8', 'https://ten.example.com', false],
  ['fd00::/8', 'https://[fd12::1]', true],
  ['fd00::/8', 'https://10.1.2.3', false],
  ['10.1.2.3', 'https://10.1.2.3', true],
  ['10.1.2.3', 'https://10.1.2.30', false],
  ['2.3', 'https://10.1.2.3', false],
  ['10.1.2.3:8443', 'https://10.1.2.3:8443', true],
  ['fd12::1', 'https://[FD12:0::1]', true],
  ['[fd12::1]:8443', 'https://[fd12::1]:8443', true],
  ['[fd12::1]:8443', 'https://[fd12::1]', false],
  ['*', 'https://anything.test', true],
  ['.', 'https://anything.test', false],
])('NO_PROXY=%s and %s', (rule, url, isExcepted) => {
  expect(goesThrough(url, 'other.test', rule)).toBe(!isExcepted);
});

test('this machine is never asked for through a proxy', () => {
  for (const host of ['localhost', 'sit-1.sites.localhost', '127.0.0.1', '127.8.9.1', '[::1]', '2130706433'])
    expect(goesThrough(`https://${host}:4300`)).toBe(false);
  expect(goesThrough('https://localhost.example.com')).toBe(true);
});

test('a rule about one host says nothing of others, whatever it is', () => {
  const label = fc.stringMatching(/^[a-z][a-z0-9]{0,8}$/);
  const host = fc.array(label, { minLength: 2, maxLength: 4 }).map((labels) => labels.join('.'));
  fc.assert(
    fc.property(host, host, (rule, asked) => {
      fc.pre(!asked.endsWith('.localhost') && URL.canParse(`https://${asked}`));
      const expected = asked !== rule && !asked.endsWith(`.${rule}`);
      expect(goesThrough(`https://${asked}`, rule)).toBe(expected);
    }),
  );
});
