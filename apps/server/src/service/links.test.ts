import { expect, test } from 'vitest';
import { createLinks } from './links.js';

const options = {
  publicUrl: 'http://localhost:4300',
  sitesDomain: 'sites.localhost',
  signingKey: { id: 'k1', secret: Buffer.alloc(32, 7) },
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
    signingKey: { id: 'k1', secret: Buffer.alloc(32, 8) },
    now: () => noon,
  });
  expect(createLinks({ ...options, now: () => noon }).readImageToken(other.imageToken('prj_1'))).toBeNull();
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
