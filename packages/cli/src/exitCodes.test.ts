import { expect, test } from 'vitest';
import { carriedCode } from './exitCodes.js';

test.each<[number, NodeJS.Platform, number]>([
  [0, 'linux', 0],
  [137, 'linux', 137],
  [256, 'linux', 1],
  [0xc000_0005, 'linux', 5],
  [0xc000_0005, 'win32', 0xc000_0005],
  [-1, 'darwin', 255],
])('%d on %s is carried as %d', (code, platform, carried) => {
  expect(carriedCode(code, platform)).toBe(carried);
});
