import { describe, expect, test } from 'vitest';
import { placeOf } from './placeOf.js';
import { judgeByGrants, readRepositoryGrants } from './repositoryGrants.js';

const list =
  'acme=github.com/acme/web, github.com/acme/docs, globex=https://gitlab.example.com:8443/globex/*';
const judge = (org: string, address: string) => judgeByGrants(readRepositoryGrants(list) ?? [], org, address);

describe('the list of repositories', () => {
  test.each([
    ['acme', 'https://github.com/acme/web', 'granted'],
    ['acme', 'https://github.com/Acme/Web', 'granted'],
    ['acme', 'https://github.com/acme/docs', 'granted'],
    ['globex', 'https://github.com/acme/web', 'others'],
    ['globex', 'https://gitlab.example.com:8443/globex/app', 'granted'],
    ['globex', 'https://gitlab.example.com:8443/globex/group/app', 'granted'],
    ['globex', 'https://gitlab.example.com:8443/globex', null],
    ['globex', 'https://gitlab.example.com:8443/globexed/app', null],
    ['globex', 'http://gitlab.example.com:8443/globex/app', null],
    ['globex', 'https://gitlab.example.com/globex/app', null],
    ['acme', 'https://github.com/acme/web2', null],
    ['acme', 'https://github.com/acme/web/more', null],
    ['acme', 'https://github.com.evil.example/acme/web', null],
    ['acme', 'https://evil.example/github.com/acme/web', null],
  ] as const)('lets %s connect %s: %s', (org, address, judged) => {
    expect(judge(org, address)).toBe(judged);
  });

  test('may name a repository for two organizations, and takes a whole host', () => {
    const grants =
      readRepositoryGrants('acme=github.example.com/*,tools=github.example.com/acme/tools') ?? [];
    expect(judgeByGrants(grants, 'acme', 'https://github.example.com/acme/tools')).toBe('granted');
    expect(judgeByGrants(grants, 'tools', 'https://github.example.com/acme/tools')).toBe('granted');
    expect(judgeByGrants(grants, 'tools', 'https://github.example.com/acme/web')).toBe('others');
  });

  test.each([
    'github.com/acme/web',
    'acme=github.com',
    'acme=github.com/acme',
    'acme=github.com/*/web',
    'acme=github.com/acme/w*',
    'acme=github.com/acme/../web',
    'Acme=github.com/acme/web',
    'acme=',
    'acme=ftp://github.com/acme/web',
    'acme=user@github.com/acme/web',
    'acme=github.com/acme/web?x=1',
  ])('is refused with the entry %s', (text) => {
    expect(readRepositoryGrants(text)).toBeUndefined();
  });
});

test.each([
  ['https://GitLab.com/', 'https://gitlab.com'],
  ['https://gitlab.com:443', 'https://gitlab.com'],
  ['https://gitlab.com.', 'https://gitlab.com'],
  ['https://gitlab.com./sub//', 'https://gitlab.com/sub'],
  ['https://gitlab.com/a/..', 'https://gitlab.com'],
  ['http://gitlab.com', 'http://gitlab.com'],
  ['https://evil.example/#@gitlab.com', null],
  ['https://evil.example/?', null],
  ['https://gitlab.com@evil.example', null],
  ['ftp://gitlab.com', null],
  ['gitlab.com', null],
])('the address %s of a host is spelled %s', (address, place) => {
  expect(placeOf(address)).toBe(place);
});
