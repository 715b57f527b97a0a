import { expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.js';
import { defaultRateLimits } from './domain/rateLimits.js';

const limitsOf = (text?: string) => readConfig({ SVC_RATE_LIMITS: text }).rateLimits;

test('rate limits are those of the contract, changed one by one, or lifted', () => {
  expect(limitsOf()).toEqual(defaultRateLimits);
  expect(limitsOf('snapshots=600, reads = 200')).toEqual({
    ...defaultRateLimits,
    snapshots: 600,
    reads: 200,
  });
  expect(limitsOf('off')).toBeNull();
});

test.each([
  'snapshots',
  'snapshots=0',
  'snapshots=-1',
  'snapshots=1e3',
  'toString=5',
  'everything=5',
  'reads=1,',
])('rate limits %j are refused with what they may be', (text) => {
  expect(() => limitsOf(text)).toThrow(ConfigError);
  expect(() => limitsOf(text)).toThrow(/SVC_RATE_LIMITS must be .* There are captures, diffs, snapshots,/);
});

test('no proxy is trusted unless it is counted', () => {
  expect(readConfig({}).trustedProxies).toBe(0);
  expect(readConfig({ SVC_TRUSTED_PROXIES: '1' }).trustedProxies).toBe(1);
  expect(() => readConfig({ SVC_TRUSTED_PROXIES: 'true' })).toThrow(ConfigError);
});
