import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { userAgentOf } from './userAgent.js';

test('names this version of the SDK, or another program, and Node', () => {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  expect(userAgentOf()).toBe(`svc-sdk/${version} (node ${process.version})`);
  expect(userAgentOf('svc-cli/1.2.3')).toBe(`svc-cli/1.2.3 (node ${process.version})`);
});
