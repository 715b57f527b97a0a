import { describe, expect, it } from 'vitest';
import { loopbackUrl } from './loopbackUrl.js';
import { safeNext } from './safeNext.js';
import { sameOriginUrl } from './sameOriginUrl.js';
import { parseSearch, stringifySearch } from './searchText.js';

describe('safeNext', () => {
  it.each(['/', '/acme/web', '/acme/web/diffs/dif_1?result=a&view=side#x'])('goes to %s', (path) => {
    expect(safeNext(path)).toBe(path);
  });

  it.each([
    undefined,
    '',
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example/',
    '/\t/evil.example/',
    '/.//evil.example/',
    'javascript:alert(1)',
    '/sign-in?next=/',
  ])('does not go to %s', (address) => {
    expect(safeNext(address)).toBe('/');
  });
});

describe('loopbackUrl', () => {
  it.each(['http://127.0.0.1:4711/callback?code=a', 'http://[::1]:4711/'])('goes to %s', (address) => {
    expect(loopbackUrl(address)).toBe(address);
  });

  it.each([
    null,
    '',
    '/path',
    'https://127.0.0.1/',
    'http://localhost/',
    'http://127.0.0.1.evil.example/',
    'http://127.0.0.1@evil.example/',
    'javascript:alert(1)//127.0.0.1',
  ])('does not go to %s', (address) => {
    expect(loopbackUrl(address)).toBeNull();
  });
});

describe('sameOriginUrl', () => {
  it('keeps path and query only', () => {
    expect(sameOriginUrl('http://other:4300/api/v1/images/a?token=b')).toBe('/api/v1/images/a?token=b');
  });

  it('is null where there is no image', () => {
    expect([sameOriginUrl(''), sameOriginUrl(null)]).toEqual([null, null]);
  });
});

describe('search text', () => {
  it('is plain, without empty fields, and reads back', () => {
    const search = { result: 'Forms/Button & more@10x20', status: 'changed,new', q: '', view: undefined };
    const text = stringifySearch(search);
    expect(text).toBe('?result=Forms/Button+%26+more%4010x20&status=changed,new');
    expect(parseSearch(text)).toEqual({ result: search.result, status: search.status });
  });
});
