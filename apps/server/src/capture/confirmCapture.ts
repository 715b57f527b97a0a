import type { IgnoredRegion } from '@svc/schema';
import type { CaptureOutcome, Expectation } from '../domain/captures/Fleet.js';
import { doubtOf } from './doubtOf.js';

type Captured = CaptureOutcome & { ok: true };

/** The ways in which one target can be captured, from the cheapest to the surest. */
export interface CaptureWays {
  /** Whether `first` shows it on a page that has shown other stories. */
  switches: boolean;
  /** What it may depend on otherwise, in words behind "after". */
  others: string;
  first(isExpected: Expectation): Promise<CaptureOutcome>;
  /** Whether `first` followed others to the end: the page may have been loaded again meanwhile. */
  followedOthers(): boolean;
  /** In a document of its own. */
  again(): Promise<CaptureOutcome>;
  /** In a document whose time stops some while after it began. */
  onOwnClock(): Promise<CaptureOutcome>;
  /** Whether two images that are not the same bytes look the same outside of these regions. */
  areAlike(one: Buffer, other: Buffer, ignored: IgnoredRegion[]): Promise<boolean>;
}

const dependenceNote = (others: string): string =>
  `looked different after ${others}, and as expected in two documents of its own`;

/**
 * Captures a target as often as it takes to trust what it shows. An image that is not as expected counts if a document
 * of its own shows the same. Where images of one build differ, the outcome is `unstable`, unless only the stories shown
 * before made the difference.
 */
export async function confirmCapture(ways: CaptureWays, isExpected: Expectation): Promise<CaptureOutcome> {
  const held = (outcome: CaptureOutcome) =>
    outcome.ok && outcome.unstable ? holdStill(ways, isExpected, outcome) : outcome;
  // Nobody looks at this image twice, so it must not show what other stories left behind.
  if (!isExpected) return held(await (ways.switches ? ways.again() : ways.first(null)));

  let matches = false;
  const first = await ways.first(async (png, ignored) => {
    matches = await isExpected(png, ignored);
    return matches;
  });
  const followsOthers = ways.followedOthers();
  if (first.ok && first.unstable) return held(first);
  if (first.ok ? matches : !ways.switches) return first;

  // What is expected may be what it showed on its own clock, when it took too long to hold still.
  const onOwnClock = first.ok && first.isSlow ? await ways.onOwnClock() : null;
  if (onOwnClock?.ok && !onOwnClock.unstable && (await isAsExpected(onOwnClock, isExpected)))
    return onOwnClock;

  const confirmed = await ways.again();
  if (confirmed.ok && confirmed.unstable) {
    const moved = await held(confirmed);
    if (!first.ok || !moved.ok || moved.unstable || (await areAlike(ways, first, moved))) return moved;
    // What is expected may hold still only by chance, as this did at first.
    return (await isAsExpected(moved, isExpected))
      ? moved
      : unsure(moved, { cause: 'motion', other: first.png });
  }
  if (!confirmed.ok) return confirmed;
  if (!first.ok)
    return (await isAsExpected(confirmed, isExpected))
      ? confirmed
      : repeated(ways, confirmed, await ways.again());
  if (await areAlike(ways, first, confirmed)) return confirmed;

  const mayDepend = followsOthers && (await isAsExpected(confirmed, isExpected));
  const third = mayDepend ? await ways.again() : null;
  return third?.ok && !third.unstable && (await areAlike(ways, confirmed, third))
    ? { ...confirmed, isDependent: true, notes: [...(confirmed.notes ?? []), dependenceNote(ways.others)] }
    : unsure(confirmed, doubtOf(confirmed, first));
}

/**
 * Captures a page that did not hold still again, with its time stopped some while after it began: twice, so that one
 * which looks different even then is known before there is anything to compare it with.
 */
async function holdStill(
  ways: CaptureWays,
  isExpected: Expectation,
  inMotion: Captured,
): Promise<CaptureOutcome> {
  const first = await ways.onOwnClock();
  if (!first.ok) return inMotion;
  if (first.unstable || (isExpected && (await isAsExpected(first, isExpected)))) return first;
  return repeated(ways, first, await ways.onOwnClock());
}

/** The first of two captures that should show the same. */
async function repeated(ways: CaptureWays, first: Captured, second: CaptureOutcome): Promise<Captured> {
  if (!second.ok || second.unstable) return { ...first, unstable: true };
  return (await areAlike(ways, first, second)) ? first : unsure(first, doubtOf(first, second));
}

const unsure = (captured: Captured, doubt: NonNullable<Captured['doubt']>): Captured => ({
  ...captured,
  unstable: true,
  doubt,
});

const isAsExpected = ({ png, ignored = [] }: Captured, isExpected: NonNullable<Expectation>) =>
  isExpected(png, ignored);

async function areAlike(ways: CaptureWays, one: Captured, other: Captured): Promise<boolean> {
  if (one.png.equals(other.png)) return true;
  const ignored = [...(one.ignored ?? []), ...(other.ignored ?? [])];
  return ignored.length > 0 && ways.areAlike(one.png, other.png, ignored);
}
