import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SvcError } from '../SvcError.js';
import { parseRetryAfter, retryDelay, withRetries } from './retry.js';

const failure = (statusCode: number, retryAfter?: number) =>
  new SvcError({
    code: statusCode === 0 ? 'NETWORK_ERROR' : 'X',
    message: 'failed',
    statusCode,
    retryAfter,
  });

/** Runs an action that always fails with `error`; answers how often it ran and what was waited. */
async function exhaust(error: unknown, maxRetries: number, random = 0.5) {
  const delays: number[] = [];
  let attempts = 0;
  const thrown = await withRetries(
    async () => {
      attempts += 1;
      throw error;
    },
    { maxRetries, baseDelayMs: 1000, random: () => random, sleep: async (ms) => void delays.push(ms) },
  ).catch((caught) => caught);
  return { attempts, delays, thrown };
}

describe('withRetries', () => {
  test.each([429, 500, 502, 503, 0])('tries four times on %i, waiting 1, 2 and 4 seconds', async (status) => {
    const error = failure(status);
    expect(await exhaust(error, 3)).toEqual({ attempts: 4, delays: [1000, 2000, 4000], thrown: error });
  });

  test.each([400, 401, 403, 404, 409, 501, 504])('does not try again on %i', async (status) => {
    expect(await exhaust(failure(status), 3)).toMatchObject({ attempts: 1, delays: [] });
  });

  test('tries once with maxRetries 0', async () => {
    expect(await exhaust(failure(503), 0)).toMatchObject({ attempts: 1, delays: [] });
  });

  test('waits what the service asks for', async () => {
    expect(await exhaust(failure(429, 7), 2)).toMatchObject({ delays: [7000, 7000] });
    expect(await exhaust(failure(503, 0), 1)).toMatchObject({ delays: [0] });
  });

  test('does not wait for more than ten minutes', async () => {
    expect(await exhaust(failure(429, 600), 1)).toMatchObject({ attempts: 2, delays: [600_000] });
    expect(await exhaust(failure(429, 601), 3)).toMatchObject({ attempts: 1, delays: [] });
    expect(await exhaust(failure(503, 86_400), 3)).toMatchObject({ attempts: 1, delays: [] });
  });

  test('does not retry what is not a failure of the service', async () => {
    expect(await exhaust(new TypeError('bug'), 3)).toMatchObject({ attempts: 1 });
    const own = new SvcError({ code: 'TIMEOUT', message: '', statusCode: 0 });
    expect(await exhaust(own, 3)).toMatchObject({ attempts: 1 });
  });
});

test('the delay doubles and is jittered by at most a quarter', () => {
  fc.assert(
    fc.property(
      fc.nat(10),
      fc.integer({ min: 1, max: 10_000 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (retry, baseDelayMs, random) => {
        const middle = baseDelayMs * 2 ** retry;
        const delay = retryDelay(retry, undefined, { baseDelayMs, random: () => random });
        expect(delay).toBeGreaterThanOrEqual(middle * 0.75);
        expect(delay).toBeLessThanOrEqual(middle * 1.25);
      },
    ),
  );
  const bounds = [0, 1].map((random) =>
    retryDelay(0, undefined, { baseDelayMs: 1000, random: () => random }),
  );
  expect(bounds).toEqual([750, 1250]);
  expect(retryDelay(40, undefined, { baseDelayMs: 1000, random: () => 0.5 })).toBe(2 ** 31 - 1);
});

test('Retry-After is seconds or a date', () => {
  const now = Date.parse('2026-01-01T00:00:00Z');
  const parse = (retryAfter: string, date?: string) =>
    parseRetryAfter(new Headers({ 'retry-after': retryAfter, ...(date !== undefined && { date }) }), now);
  expect(parse('12')).toBe(12);
  expect(parse('0')).toBe(0);
  expect(parse('Thu, 01 Jan 2026 00:01:00 GMT')).toBe(60);
  for (const other of ['soon', 'soon 5', '-5', '-0.5', '1, 2', '5s', ''])
    expect(parse(other)).toBeUndefined();
  expect(parseRetryAfter(new Headers(), now)).toBeUndefined();

  // By a service whose clock is an hour behind.
  const sentAt = 'Wed, 31 Dec 2025 23:00:00 GMT';
  expect(parse('Wed, 31 Dec 2025 23:00:30 GMT', sentAt)).toBe(30);
  expect(parse('Thu, 01 Jan 2026 00:01:00 GMT', 'today')).toBe(60);
  // A date that has passed: the usual pauses, instead of retries without any.
  for (const over of [sentAt, 'Wed, 31 Dec 2025 22:00:00 GMT']) expect(parse(over, sentAt)).toBeUndefined();
  expect(parse(sentAt)).toBeUndefined();
});
