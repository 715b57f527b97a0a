import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CaptureOutcome } from '../domain/captures/Fleet.js';
import { type CaptureWays, confirmCapture } from './confirmCapture.js';

type Way = 'first' | 'again' | 'onOwnClock';
/** What one capture shows; null where it fails. `moves`: it did not hold still. `isSlow`: it did, but late. */
type Shown = { image: string; moves: boolean; isSlow?: boolean } | null;
type Taken = { way: Way; shown: Shown };

interface Page {
  switches: boolean;
  /** Whether `first` follows others, in the same document or not. */
  follows: boolean;
  /** What the captures show, one after the other. */
  shows: Shown[];
}

const outcomeOf = (shown: Shown): CaptureOutcome =>
  shown === null
    ? { ok: false, message: 'failed' }
    : {
        ok: true,
        png: Buffer.from(shown.image),
        unstable: shown.moves,
        ...(shown.isSlow && { isSlow: true }),
        timings: { load: 1, settle: 1, shot: 1 },
        renderer: 'test',
      };

async function play({ switches, follows, shows }: Page, expected: string | null) {
  const taken: Taken[] = [];
  const take = (way: Way) => {
    const shown = shows[taken.length % shows.length];
    if (shown === undefined) throw new Error('a page shows something');
    taken.push({ way, shown });
    return outcomeOf(shown);
  };
  const ways: CaptureWays = {
    switches,
    first: async (isExpected) => {
      const outcome = take('first');
      if (outcome.ok && !outcome.unstable) await isExpected?.(outcome.png, []);
      return outcome;
    },
    others: 'others',
    followedOthers: () => follows,
    again: async () => take('again'),
    onOwnClock: async () => take('onOwnClock'),
    areAlike: async () => {
      throw new Error('nothing is ignored, so bytes decide');
    },
  };
  const isExpected = expected === null ? null : async (png: Buffer) => png.toString() === expected;
  return { outcome: await confirmCapture(ways, isExpected), taken };
}

const shown = fc.option(
  fc.record({ image: fc.constantFrom('a', 'b', 'c'), moves: fc.boolean(), isSlow: fc.boolean() }),
  { freq: 6 },
);
const page: fc.Arbitrary<Page> = fc.record({
  switches: fc.boolean(),
  follows: fc.boolean(),
  shows: fc.array(shown, { minLength: 1, maxLength: 6 }),
});

const counts = (taken: Taken[], image: string) =>
  taken.filter(({ shown }) => shown?.image === image && !shown.moves).length;

/** Without a capture on its own clock after a slow one, unless that is as expected: it is asked for nothing else. */
const heeded = (taken: Taken[]) =>
  taken.filter(
    ({ way, shown }, index) =>
      !(index === 1 && way === 'onOwnClock' && taken[0]?.shown?.moves === false && shown?.image !== 'a'),
  );

test('what counts as changed was seen twice, and no still capture showed anything else', async () => {
  await fc.assert(
    fc.asyncProperty(page, async (page) => {
      const { outcome, taken } = await play(page, 'a');
      if (!outcome.ok || outcome.unstable || outcome.png.toString() === 'a') return;
      const image = outcome.png.toString();
      expect(counts(taken, image)).toBeGreaterThanOrEqual(2);
      const still = heeded(taken).filter(({ shown }) => shown !== null && !shown.moves);
      expect(still.map(({ shown }) => shown?.image)).toEqual(still.map(() => image));
    }),
    { numRuns: 5_000 },
  );
});

test('what counts as unchanged is the expected image, without another still one in a document of its own', async () => {
  await fc.assert(
    fc.asyncProperty(page, async (page) => {
      const { outcome, taken } = await play(page, 'a');
      if (!outcome.ok || outcome.unstable || outcome.png.toString() !== 'a') return;
      const others = heeded(taken).filter(
        ({ shown }) => shown !== null && !shown.moves && shown.image !== 'a',
      );
      if (outcome.isDependent) {
        expect(others).toHaveLength(1);
        expect(heeded(taken).map(({ way }) => way)).toEqual(['first', 'again', 'again']);
        expect(page.follows).toBe(true);
      } else if (others.length > 0) {
        // It held still by chance, with its time running.
        expect(others.map(({ way }) => way)).toEqual(['first']);
        expect(taken.at(-1)).toMatchObject({ way: 'onOwnClock', shown: { image: 'a' } });
      }
    }),
    { numRuns: 5_000 },
  );
});

test('a page that always shows the same is never unstable, and captured once where that is expected', async () => {
  await fc.assert(
    fc.asyncProperty(page, fc.constantFrom('a', 'b', null), async ({ switches, follows }, expected) => {
      const still = { switches, follows, shows: [{ image: 'a', moves: false }] };
      const { outcome, taken } = await play(still, expected);
      expect(outcome).toEqual(outcomeOf({ image: 'a', moves: false }));
      expect(taken).toHaveLength(expected === 'b' ? 2 : 1);
    }),
  );
});

test('a first image is captured in a document without other stories', async () => {
  await fc.assert(
    fc.asyncProperty(page, async (page) => {
      const { taken } = await play(page, null);
      expect(taken[0]?.way).toBe(page.switches ? 'again' : 'first');
    }),
  );
});

test('a story that holds still at first and moves when confirmed is unstable, with both images', async () => {
  const shows = [
    { image: 'b', moves: false },
    { image: 'c', moves: true },
    { image: 'c', moves: false },
  ];
  const { outcome, taken } = await play(
    { switches: true, follows: true, shows: [...shows, ...shows.slice(2)] },
    'a',
  );
  expect(taken.map(({ way }) => way)).toEqual(['first', 'again', 'onOwnClock', 'onOwnClock']);
  expect(outcome).toMatchObject({
    ok: true,
    unstable: true,
    png: Buffer.from('c'),
    doubt: { cause: 'motion', other: Buffer.from('b') },
  });
});

test('a slow story that looks on its own clock as expected is unchanged, since that may be where this came from', async () => {
  const shows = [
    { image: 'b', moves: false, isSlow: true },
    { image: 'a', moves: false },
  ];
  const { outcome, taken } = await play({ switches: true, follows: true, shows }, 'a');
  expect(taken.map(({ way }) => way)).toEqual(['first', 'onOwnClock']);
  expect(outcome).toEqual(outcomeOf({ image: 'a', moves: false }));
});

test('a slow story that changed is captured on its own clock once, and counts as it is in real time', async () => {
  const slow = { image: 'b', moves: false, isSlow: true };
  const shows = [slow, { image: 'c', moves: false }, slow];
  const { outcome, taken } = await play({ switches: true, follows: true, shows }, 'a');
  expect(taken.map(({ way }) => way)).toEqual(['first', 'onOwnClock', 'again']);
  expect(outcome).toEqual(outcomeOf(slow));
});
