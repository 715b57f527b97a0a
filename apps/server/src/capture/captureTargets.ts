import { availableParallelism } from 'node:os';
import type { CaptureTarget } from '@svc/schema';
import type { CaptureOutcome, Expectation, Fleet } from '../domain/captures/Fleet.js';
import type { AskingParts, CaptureParts } from './CaptureParts.js';
import { captureFresh } from './captureFresh.js';
import { createHeadStart } from './createHeadStart.js';
import { createLane, type Lane } from './createLane.js';
import { createReplays } from './createReplays.js';
import { createStarts } from './createStarts.js';
import { dealTargets } from './dealTargets.js';
import { pagesFor } from './pagesFor.js';
import { recordingOf } from './Recording.js';
import { storyOf } from './stories/storyOf.js';

/** For which a page of stories waits at most until others have their first image. */
const headStartMs = 1_000;

type Run = Omit<Parameters<Fleet['capture']>[1], 'project'>;

/** What is noted of a target that depends on those before it. */
const ownDocumentNote = (target: CaptureTarget): string =>
  storyOf(target)
    ? 'has a document of its own, since it looked different after other stories in an earlier capture'
    : 'has a browser context of its own, since it looked different after other pages in an earlier capture';

/** Captures targets on several pages at once. See `Fleet.capture`. */
export async function captureTargets(
  parts: CaptureParts,
  targets: readonly CaptureTarget[],
  run: Run,
): Promise<void> {
  const stop = new AbortController();
  const signal = AbortSignal.any([run.signal, stop.signal]);
  const { more } = run;
  const opening: typeof more =
    more &&
    (async (end) => {
      const further = await more(end);
      open(further);
      return further;
    });
  const deal = dealTargets(targets, opening, signal);
  const asking: AskingParts = {
    ...parts,
    recordingOf: (target) => recordingOf(run, deal.indexOf(target)),
  };
  const within: NonNullable<Run['within']> = run.within ?? ((_index, act) => act());
  const starts = createStarts();
  const replays = createReplays();
  // What a page like any other waits for is mostly the network.
  const areStories = targets.every((target) => storyOf(target) !== null);
  const headStart = createHeadStart(areStories ? availableParallelism() : parts.pages, headStartMs);

  const lanes: Promise<void>[] = [];
  /** Opens as many pages as are of use for these targets. */
  function open(some: readonly CaptureTarget[]): void {
    const count = pagesFor(some, { pages: parts.pages, processors: availableParallelism() });
    while (lanes.length < count) lanes.push(lane(lanes.length).catch((error) => stop.abort(error)));
  }

  const lane = async (before: number) => {
    await headStart.begin(before);
    const page = createLane(asking, signal);
    try {
      for (let next = await deal.next(null); next !== null; next = await deal.next(next)) {
        const { index, target } = next;
        const verdict = starts.verdict(next.app);
        if (verdict !== null) {
          await run.onOutcome(index, { ok: false, message: verdict });
          continue;
        }
        const expectation = run.expectation?.(index) ?? null;
        const settle = async (outcome: CaptureOutcome) => {
          starts.note(next.app, outcome);
          replays.note(outcome);
          await run.onOutcome(index, outcome);
          headStart.end();
        };
        const once = async () => {
          const outcome = run.isDependent?.(index)
            ? await captureDependent(page, target, expectation)
            : await page.one(target, expectation);
          if (replays.isDue(outcome)) return outcome;
          await settle(outcome);
          return null;
        };
        const failure = await parts.slots.use(() => within(index, once));
        if (failure) {
          const again = async () => {
            const own = (kind: 'play' | 'late') => {
              const targetTimeoutMs = parts.targetTimeoutMs / (kind === 'late' ? 2 : 1);
              return captureFresh({ ...asking, targetTimeoutMs }, target, signal, null);
            };
            await settle(await replays.play(failure, own));
          };
          await parts.slots.alone(() => within(index, again));
        }
      }
    } catch (error) {
      // The other pages stop before this one is closed.
      stop.abort(error);
    } finally {
      headStart.end();
      await page.close();
    }
  };

  open(targets);
  for (let ended = 0; ended < lanes.length; ) {
    ended = lanes.length;
    await Promise.all(lanes);
  }
  run.signal.throwIfAborted();
  if (stop.signal.aborted) throw stop.signal.reason;
}

/** Captures a target that is known to look different after others. */
async function captureDependent(
  lane: Lane,
  target: CaptureTarget,
  isExpected: Expectation,
): Promise<CaptureOutcome> {
  await lane.forget();
  const outcome = await lane.one(target, isExpected);
  if (!outcome.ok) return outcome;
  return { ...outcome, isDependent: true, notes: [...(outcome.notes ?? []), ownDocumentNote(target)] };
}
