import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PermitRules } from '../src/store/access/permits.js';
import { type PermitLog, takePermit } from './takePermit.js';

const empty: PermitLog = { uses: [], promises: [] };
const rules = fc.record({
  limit: fc.integer({ min: 1, max: 6 }),
  window: fc.integer({ min: 1, max: 60 }),
  grace: fc.integer({ min: 0, max: 10 }),
});

/** The most uses in any window: (t − window, t] for the time t of every use. */
const mostInAnyWindow = (uses: number[], window: number) =>
  Math.max(0, ...uses.map((end) => uses.filter((use) => use > end - window && use <= end).length));

test('as many permits as the limit at once, then one when the oldest use leaves the window', () => {
  const minute: PermitRules = { limit: 2, window: 60, grace: 5 };
  let log = empty;
  const ask = (now: number, ticket: string | null = null) => {
    const taken = takePermit(minute, log, now, ticket);
    log = taken.log;
    return taken.answer;
  };
  expect(ask(0)).toEqual({ usedAt: 0, freeAt: null, remaining: 1, resetsAt: 60 });
  expect(ask(10)).toEqual({ usedAt: 10, freeAt: null, remaining: 0, resetsAt: 60 });
  // The first permit that gets free is kept for a, the next one for b; c waits for what a leaves.
  expect(ask(20, 'a')).toMatchObject({ usedAt: null, freeAt: 60 });
  expect(ask(20, 'b')).toMatchObject({ usedAt: null, freeAt: 70 });
  expect(ask(21, 'c')).toMatchObject({ usedAt: null, freeAt: 60 + 5 + 60 });
  // Who asks again is told the same, and gets no second promise.
  expect(ask(30, 'a')).toMatchObject({ usedAt: null, freeAt: 60 });
  // Who has no ticket is told a time, and nothing is kept.
  expect(ask(40)).toMatchObject({ usedAt: null, freeAt: 70 + 5 + 60 });
  expect(ask(61, 'stranger')).toMatchObject({ usedAt: null });
  expect(ask(63, 'a')).toMatchObject({ usedAt: 63 });
  expect(ask(75, 'b')).toMatchObject({ usedAt: 75 });
});

test('a promise that nobody comes for is given to others', () => {
  const minute: PermitRules = { limit: 1, window: 60, grace: 5 };
  const first = takePermit(minute, empty, 0, null);
  const refused = takePermit(minute, first.log, 1, 'gone');
  expect(takePermit(minute, refused.log, 65, 'other').answer.usedAt).toBeNull();
  expect(takePermit(minute, refused.log, 66, 'other').answer.usedAt).toBe(66);
});

test('whatever callers do, no window holds more uses than the limit', () => {
  const steps = fc.array(
    fc.record({ wait: fc.integer({ min: 0, max: 25 }), ticket: fc.option(fc.integer({ min: 0, max: 12 })) }),
    { minLength: 1, maxLength: 120 },
  );
  fc.assert(
    fc.property(rules, steps, (given, asked) => {
      let log = empty;
      let now = 0;
      const uses: number[] = [];
      for (const { wait, ticket } of asked) {
        now += wait;
        const taken = takePermit(given, log, now, ticket === null ? null : String(ticket));
        log = taken.log;
        if (taken.answer.usedAt !== null) uses.push(now);
        else expect(taken.answer.freeAt).toBeGreaterThan(now);
      }
      expect(mostInAnyWindow(uses, given.window)).toBeLessThanOrEqual(given.limit);
    }),
    { numRuns: 500 },
  );
});

test('who comes back within the grace of the time that it was told gets through, however many wait', () => {
  const arrivals = fc.array(
    fc.record({ at: fc.integer({ min: 0, max: 100 }), late: fc.double({ min: 0, max: 1, noNaN: true }) }),
    { minLength: 1, maxLength: 80 },
  );
  fc.assert(
    fc.property(rules, arrivals, (given, callers) => {
      let log = empty;
      const uses: number[] = [];
      const waiting = callers.map(({ at, late }, index) => ({
        at,
        late,
        ticket: String(index),
        attempts: 0,
      }));
      while (waiting.length > 0) {
        waiting.sort((a, b) => a.at - b.at);
        const access = waiting[0] as (typeof waiting)[number];
        const taken = takePermit(given, log, access.at, access.ticket);
        log = taken.log;
        access.attempts += 1;
        expect(access.attempts).toBeLessThanOrEqual(2);
        if (taken.answer.freeAt === null) {
          uses.push(access.at);
          waiting.shift();
        } else {
          access.at = taken.answer.freeAt + Math.floor(access.late * given.grace);
        }
      }
      expect(uses).toHaveLength(callers.length);
      expect(mostInAnyWindow(uses, given.window)).toBeLessThanOrEqual(given.limit);
    }),
    { numRuns: 300 },
  );
});
