import { expect, it } from 'vitest';
import { rendererOf } from './rendererOf.js';

it('names the product, the system, the fonts and the flags, alike each time', () => {
  const { name, fonts } = rendererOf('HeadlessChrome/156.0.1.2', 1);
  expect(name).toMatch(
    new RegExp(
      `^HeadlessChrome/156\\.0\\.1\\.2 ${process.platform}-${process.arch}, fonts [0-9a-f]{8}, flags [0-9a-f]{8}$`,
    ),
  );
  expect(fonts).toBeGreaterThanOrEqual(0);
  expect(rendererOf('HeadlessChrome/156.0.1.2', 1)).toEqual({ name, fonts });
  expect(rendererOf('HeadlessChrome/157.0.0.0', 1).name).not.toBe(name);
  expect(rendererOf('HeadlessChrome/156.0.1.2', 2).name).toBe(`${name}, scale 2`);
});
