import { expect, test } from 'vitest';
import { createLinks, type KeyRing, type SigningKey } from './links.js';

const ringOf = (...keys: SigningKey[]): KeyRing => ({
  current: keys[0] ?? { id: '', secret: Buffer.alloc(0) },
  find: (id) => keys.find((key) => key.id === id),
});
const one = { id: 'k1', secret: Buffer.alloc(32, 7) };
const two = { id: 'k2', secret: Buffer.alloc(32, 9) };
const options = {
  publicUrl: 'http://localhost:4300',
  sitesDomain: 'sites.localhost',
  keyRing: ringOf(one),
};
const noon = Date.UTC(2026, 10, 21, 12);

test('an image token opens its project, and nothing once any of its characters is another', () => {
  const links = createLinks({ ...options, now: () => noon });
  const token = links.imageToken('prj_1');
  expect(links.readImageToken(token)).toBe('prj_1');
  for (let index = 0; index < token.length; index++) {
    const other = token[index] === 'x' ? 'y' : 'x';
    expect(links.readImageToken(`${token.slice(0, index)}${other}${token.slice(index + 1)}`)).toBeNull();
  }
  expect(links.readImageToken('')).toBeNull();
});

test('an image token lasts at least a day, at most two, and is the same all day', () => {
  const token = createLinks({ ...options, now: () => noon }).imageToken('prj_1');
  const at = (hours: number) => createLinks({ ...options, now: () => noon + hours * 3_600_000 });
  expect(at(11).imageToken('prj_1')).toBe(token);
  expect(at(24).readImageToken(token)).toBe('prj_1');
  expect(at(48).readImageToken(token)).toBeNull();
});

test('a token signed with another secret is refused', () => {
  const other = createLinks({
    ...options,
    keyRing: ringOf({ id: 'k1', secret: Buffer.alloc(32, 8) }),
    now: () => noon,
  });
  expect(createLinks({ ...options, now: () => noon }).readImageToken(other.imageToken('prj_1'))).toBeNull();
});

test('a token is believed as long as its key is known, and new ones have the key of now', () => {
  const at = (...keys: SigningKey[]) =>
    createLinks({ ...options, keyRing: ringOf(...keys), now: () => noon });
  const old = at(one).imageToken('prj_1');
  expect(at(two, one).readImageToken(old)).toBe('prj_1');
  expect(at(two).readImageToken(old)).toBeNull();
  const young = at(two, one).imageToken('prj_1');
  expect([young.split('.')[0], at(one, two).readImageToken(young), at(one).readImageToken(young)]).toEqual([
    'k2',
    'prj_1',
    null,
  ]);
});

test("a trace's address opens that trace alone, for an hour", () => {
  const at = (hours: number) => createLinks({ ...options, now: () => noon + hours * 3_600_000 });
  const url = new URL(at(0).trace('prj_1', 'aa'));
  const token = url.searchParams.get('token') ?? '';
  expect(url.pathname).toBe('/api/v1/traces/aa');
  expect([at(0.9), at(1.1)].map((links) => links.readTraceToken(token, 'aa'))).toEqual(['prj_1', null]);
  expect(at(0).readTraceToken(token, 'bb')).toBeNull();
  expect(at(0).readImageToken(token)).toBeNull();
  expect(at(0).readTraceToken(at(0).imageToken('prj_1'), 'aa')).toBeNull();
});

test('a site has a host of its own', () => {
  const links = createLinks(options);
  expect(links.site('sit_01abc')).toBe('http://sit-01abc.sites.localhost:4300/');
  expect(links.siteOfHost('sit-01abc.sites.localhost:4300')).toBe('sit_01abc');
  for (const host of [
    'localhost:4300',
    'a.sit-01abc.sites.localhost',
    'sites.localhost',
    'cap-1.sites.localhost',
  ]) {
    expect(links.siteOfHost(host)).toBeNull();
  }
});

test('only sites are served below their domain, and the service where its own host lies there', () => {
  const reserved = [
    'sites.localhost',
    'SITES.localhost.:4300',
    'api.sites.localhost:4300',
    'sit-.sites.localhost',
    'sit-01abc.x.sites.localhost',
    'x.sit-01abc.sites.localhost',
    'sit_01abc.sites.localhost',
    '.sites.localhost',
  ];
  const links = createLinks(options);
  expect(reserved.filter((host) => !links.isReserved(host))).toEqual([]);
  for (const host of ['localhost:4300', 'sit-01abc.sites.localhost', 'xsites.localhost', '127.0.0.1', '']) {
    expect(links.isReserved(host), host).toBe(false);
  }
  const below = createLinks({ ...options, publicUrl: 'http://api.sites.localhost:4300' });
  expect(below.isReserved('api.sites.localhost:4300')).toBe(false);
  expect(below.isReserved('app.sites.localhost:4300')).toBe(true);
});

test('the token of a sign-in link is in the fragment, which no server is sent', () => {
  const url = new URL(createLinks(options).signIn('secret', '/acme/web?view=grid'));
  expect([url.pathname, url.hash]).toEqual(['/sign-in', '#token=secret']);
  expect(url.searchParams.get('next')).toBe('/acme/web?view=grid');
  expect(url.pathname + url.search).not.toContain('secret');
});
