import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createVault, SealBroken } from './createVault.js';

const vault = createVault('secret of the deployment');

test('what was sealed opens for the same owner and under the same key only', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (secret) => {
      const sealed = vault.seal(secret, 'prj_1');
      expect(createVault('secret of the deployment').open(sealed, 'prj_1')).toBe(secret);
      expect(() => vault.open(sealed, 'prj_2')).toThrow(SealBroken);
      expect(() => createVault('another secret').open(sealed, 'prj_1')).toThrow(SealBroken);
    }),
    { numRuns: 30 },
  );
});

test('a changed bit anywhere is noticed, and so is a cut', () => {
  const sealed = vault.seal('token', 'prj_1');
  for (let bit = 0; bit < sealed.length * 8; bit++) {
    const damaged = Buffer.from(sealed);
    damaged[bit >> 3] = (damaged[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    expect(() => vault.open(damaged, 'prj_1')).toThrow(SealBroken);
  }
  for (let length = 0; length < sealed.length; length++) {
    expect(() => vault.open(sealed.subarray(0, length), 'prj_1')).toThrow(SealBroken);
  }
});

test('the same secret never looks the same, and is not in its seal', () => {
  const [one, other] = [vault.seal('a token to hide', 'prj_1'), vault.seal('a token to hide', 'prj_1')];
  expect(one.equals(other)).toBe(false);
  expect(one.includes('a token to hide')).toBe(false);
});
