import { randomBytes } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { packLayout } from './packLayout.js';

test('a layout record is deflated', async () => {
  const json = JSON.stringify({ text: 'a “quoted” text '.repeat(5_000) });
  const packed = (await packLayout(json)) ?? '';
  expect(packed.length).toBeLessThan(json.length / 10);
  expect(inflateRawSync(Buffer.from(packed, 'base64')).toString()).toBe(json);
});

test('one that is too long is left out', async () => {
  expect(await packLayout(randomBytes(300_000).toString('base64'))).toBeUndefined();
});
