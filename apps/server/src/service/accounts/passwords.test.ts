import { expect, test } from 'vitest';
import { hashPassword, isPassword } from './passwords.js';

test('a password is recognised, another is not, and equal ones are stored differently', async () => {
  const [one, two] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')]);
  expect(one).not.toBe(two);
  expect(one).toMatch(/^scrypt\$32768\$8\$1\$[\w-]{22}\$[\w-]{43}$/);
  expect(await isPassword(one, 'correct horse')).toBe(true);
  expect(await isPassword(one, 'correct horse ')).toBe(false);
  expect(await isPassword(one, '')).toBe(false);
});

test('the parameters stored with a hash are those that it is checked with', async () => {
  const cheap = 'scrypt$16$1$1$AAAAAAAAAAAAAAAAAAAAAA$';
  const { scryptSync } = await import('node:crypto');
  const hash = scryptSync('x', Buffer.alloc(16), 32, { N: 16, r: 1, p: 1 }).toString('base64url');
  expect(await isPassword(cheap + hash, 'x')).toBe(true);
  expect(await isPassword(`scrypt$32$1$1$AAAAAAAAAAAAAAAAAAAAAA$${hash}`, 'x')).toBe(false);
});

test('composed and decomposed letters are one password', async () => {
  expect(await isPassword(await hashPassword('cafe\u0301 au lait'), 'caf\u00e9 au lait')).toBe(true);
});

test('no account, no password and a damaged hash are refused', async () => {
  for (const stored of [undefined, null, '', 'scrypt$32768$8$1', 'plain$1$1$1$AA$AA']) {
    expect(await isPassword(stored, 'x')).toBe(false);
  }
});
