import { setTimeout as sleep } from 'node:timers/promises';
import type { CaptureTarget, IgnoredRegion } from '@svc/schema';
import type { Time } from '@svc/stabilise';
import type { Browser } from 'playwright-core';
import { inSpan } from '../context/spans.js';
import type { CaptureOutcome, Expectation, Fleet } from '../domain/captures/Fleet.js';
import type { ProjectBrowser } from './browser/createBrowserPool.js';
import type { BrowserLauncher, Log } from './browser/createLauncher.js';
import { heapOf } from './browser/heapOf.js';
import { CaptureFailure } from './CaptureFailure.js';
import { captureOnStage } from './captureOnStage.js';
import { createReplays } from './createReplays.js';
import type { Slots } from './createSlots.js';
import { createStarts } from './createStarts.js';
import type { Doing } from './Doing.js';
import { dealTargets } from './dealTargets.js';
import { doubtOf } from './doubtOf.js';
import { type Recording, recordingOf } from './Recording.js';
import { forgetStory } from './stage/forgetStory.js';
import { openStage, type Stage, type StageOptions } from './stage/openStage.js';
import { readConsole, readPlay } from './stage/readConsole.js';
import { storyOf } from './stories/storyOf.js';
import { withDeadline } from './withDeadline.js';

export interface CaptureParts extends StageOptions {
  browser: ProjectBrowser;
  launcher: Pick<BrowserLauncher, 'launch'>;
  renderer: string;
  recipe: string;
  slots: Slots;
  pages: number;
  targetTimeoutMs: number;
  log: Log;
}

interface AskingParts extends CaptureParts {
  recordingOf(target: CaptureTarget): Recording;
}

type CapturedImage = CaptureOutcome & { ok: true };
type Run = Omit<Parameters<Fleet['capture']>[1], 'project'>;

/** A page that has shown this many stories is replaced, so that what they leave behind does not pile up. */
const capturesPerStage = 200;
/** The same for a page whose scripts hold this many bytes. */
const bytesPerStage = 256 * 1024 * 1024;
/** The same for a page that has asked for this much: Playwright remembers the requests of a page until it is closed. */
const requestsPerStage = 1_000;
/** After how many stories a page is asked what its scripts hold. */
const heapInterval = 10;
/** A target whose browser died has another one to itself, and a second: the first may be killed for something else. */
const retriesAlone = 2;
const dependenceNote =
  'looked different after other stories on the same page, and as expected in two documents of its own';
const ownDocumentNote =
  'has a document of its own, since it looked different after other stories in an earlier capture';
/** For a new page of a running browser. */
const openTimeoutMs = 30_000;
const endTimeoutMs = 5_000;
const forgetTimeoutMs = 5_000;
/** A browser's death is noticed a moment after the calls to it fail. */
const deathNoticeMs = 100;

/** Captures targets on several pages at once. See `Fleet.capture`. */
export async function captureTargets(
  parts: CaptureParts,
  targets: readonly CaptureTarget[],
  run: Run,
): Promise<void> {
  const stop = new AbortController();
  const signal = AbortSignal.any([run.signal, stop.signal]);
  const deal = dealTargets(targets, run.more, signal);
  const asking: AskingParts = {
    ...parts,
    recordingOf: (target) => recordingOf(run, deal.indexOf(target)),
  };
  const within: NonNullable<Run['within']> = run.within ?? ((_index, act) => act());
  const starts = createStarts();
  const replays = createReplays();

  const lane = async () => {
    const capture = createLane(asking, signal);
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
        };
        const once = async () => {
          const outcome = run.isDependent?.(index)
            ? await captureDependent(capture, target, expectation)
            : await capture.one(target, expectation);
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
      stop.abort(error);
      throw error;
    } finally {
      await capture.close();
    }
  };

  const count = run.more ? parts.pages : Math.min(parts.pages, targets.length);
  const lanes = await Promise.allSettled(Array.from({ length: count }, lane));
  run.signal.throwIfAborted();
  if (stop.signal.aborted) throw stop.signal.reason;
  const failed = lanes.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}

/**
 * How much of its own time a story has that does not hold still in real time, beside its delay. More than it may take in
 * real time to hold still, so that both ways of capturing come to the same end.
 */
const storyTimeMs = 3_000;

/** One page's worth of capturing: keeps a stage for stories of the same build, takes a new one for anything else. */
function createLane(parts: AskingParts, signal: AbortSignal) {
  let kept: Stage | null = null;

  async function one(target: CaptureTarget, isExpected: Expectation): Promise<CaptureOutcome> {
    if (target.problem !== undefined) return { ok: false, message: target.problem };
    const story = storyOf(target);
    const again = story ? inNewDocument : inOwnContext;
    const switches = story !== null && kept?.loaded === story.app;
    const held = (outcome: CaptureOutcome) =>
      outcome.ok && outcome.unstable ? onOwnClock(target, isExpected, outcome) : outcome;
    if (!isExpected) return held(await (story && !switches ? onKept(target) : again(target)));
    let matches = false;
    const note = async (png: Buffer, ignored: readonly IgnoredRegion[]) => {
      matches = await isExpected(png, ignored);
      return matches;
    };
    const [stage, documents] = [kept, kept?.documents];
    const first = story ? await onKept(target, note) : await inOwnContext(target, note);
    const hasPredecessor = switches && kept === stage && kept?.documents === documents;
    if (first.ok && first.unstable) return held(first);
    if (first.ok ? matches : !switches) return first;
    const confirmed = await again(target);
    if (confirmed.ok && confirmed.unstable) {
      const moved = await held(confirmed);
      if (!first.ok || !moved.ok || moved.unstable || (await areAlike(parts, first, moved))) return moved;
      // What is expected may hold still only by chance, as this did at first.
      const isExplained = await isExpected(moved.png, moved.ignored ?? []);
      return isExplained ? moved : { ...moved, unstable: true, doubt: { cause: 'motion', other: first.png } };
    }
    if (!first.ok || !confirmed.ok || (await areAlike(parts, first, confirmed))) return confirmed;
    const mayDepend = hasPredecessor && (await isExpected(confirmed.png, confirmed.ignored ?? []));
    const repeated = mayDepend ? await again(target) : null;
    return repeated?.ok && !repeated.unstable && (await areAlike(parts, confirmed, repeated))
      ? { ...confirmed, isDependent: true, notes: [...(confirmed.notes ?? []), dependenceNote] }
      : { ...confirmed, unstable: true, doubt: doubtOf(confirmed, first) };
  }

  /**
   * Captures a page that did not hold still again, with its time stopped some while after it began: twice, so that one
   * which looks different even then is known before there is anything to compare it with.
   */
  async function onOwnClock(
    target: CaptureTarget,
    isExpected: Expectation,
    inMotion: CaptureOutcome & { ok: true },
  ): Promise<CaptureOutcome> {
    const limitMs = storyTimeMs + (target.delay ?? 0);
    const capture = () =>
      captureFresh(parts, target, signal, null, { limitMs, atOnce: storyOf(target) === null });
    const first = await capture();
    if (!first.ok) return inMotion;
    if (first.unstable || (await isExpected?.(first.png, first.ignored ?? []))) return first;
    const second = await capture();
    if (!second.ok) return { ...first, unstable: true };
    if (await areAlike(parts, first, second)) return first;
    return { ...first, unstable: true, doubt: doubtOf(first, second) };
  }

  const inOwnContext = (target: CaptureTarget, isExpected: Expectation = null) =>
    captureFresh(parts, target, signal, isExpected);

  async function inNewDocument(target: CaptureTarget): Promise<CaptureOutcome> {
    await forget();
    return onKept(target);
  }

  async function forget(): Promise<void> {
    const stage = kept;
    if (stage) await withDeadline(forgetTimeoutMs, signal, () => forgetStory(stage)).catch(close);
  }

  async function onKept(target: CaptureTarget, isExpected: Expectation = null): Promise<CaptureOutcome> {
    const browser = await parts.browser.get();
    if (kept && (kept.browser !== browser || (await isWornOut(kept)))) await close();
    return attempt(parts, target, signal, browser, {
      open: async () => {
        kept ??= await openStage(browser, parts);
        return kept;
      },
      spoil: close,
      renew: forget,
      done: async () => {},
      isExpected,
      time: 'real',
    });
  }

  async function close(): Promise<void> {
    const stage = kept;
    kept = null;
    await stage?.close();
  }

  return { one, forget, close };
}

/** Captures a story that is known to look different after others. */
async function captureDependent(
  lane: ReturnType<typeof createLane>,
  target: CaptureTarget,
  isExpected: Expectation,
): Promise<CaptureOutcome> {
  await lane.forget();
  const outcome = await lane.one(target, isExpected);
  if (!outcome.ok) return outcome;
  return { ...outcome, isDependent: true, notes: [...(outcome.notes ?? []), ownDocumentNote] };
}

async function areAlike(
  { looksSame }: CaptureParts,
  one: CapturedImage,
  other: CapturedImage,
): Promise<boolean> {
  if (one.png.equals(other.png)) return true;
  const ignored = [...(one.ignored ?? []), ...(other.ignored ?? [])];
  return ignored.length > 0 && looksSame(one.png, other.png, ignored);
}

const isWornOut = async ({ captures, cdp, requests }: Stage): Promise<boolean> =>
  captures >= capturesPerStage ||
  requests.begun() >= requestsPerStage ||
  (captures % heapInterval === 0 && (await heapOf(cdp)) > bytesPerStage);

/** Captures one target in a browser context of its own. */
export async function captureFresh(
  parts: AskingParts,
  target: CaptureTarget,
  signal: AbortSignal,
  isExpected: Expectation,
  time: Time = 'real',
): Promise<CaptureOutcome> {
  const browser = await parts.browser.get();
  return attempt(parts, target, signal, browser, ownStage(parts, browser, isExpected, time));
}

interface StageUse {
  open(): Promise<Stage>;
  /** The stage must not be used again. */
  spoil(): Promise<void>;
  /** The stage has to load its page again. */
  renew(): Promise<void>;
  done(): Promise<void>;
  isExpected: Expectation;
  time: Time;
}

function ownStage(
  parts: AskingParts,
  browser: Browser,
  isExpected: Expectation,
  time: Time = 'real',
): StageUse {
  let stage: Stage | null = null;
  const close = async () => stage?.close();
  return {
    open: async () => {
      stage = await openStage(browser, parts, time);
      return stage;
    },
    spoil: close,
    renew: close,
    done: close,
    isExpected,
    time,
  };
}

async function attempt(
  parts: AskingParts,
  target: CaptureTarget,
  signal: AbortSignal,
  browser: Browser,
  use: StageUse,
): Promise<CaptureOutcome> {
  const first = await captureOnce(parts, target, signal, browser, use);
  if (first !== 'browser died') return first;
  // Any of the targets that were in flight may have killed the browser: each tries again in one of its own.
  parts.log('the browser died; what it was capturing is captured again', { target: target.name });
  for (let retry = 0; retry < retriesAlone; retry += 1) {
    const own = await parts.launcher.launch();
    try {
      const outcome = await captureOnce(
        parts,
        target,
        signal,
        own.browser,
        ownStage(parts, own.browser, use.isExpected, use.time),
      );
      if (outcome !== 'browser died') return outcome;
    } finally {
      await own.end();
    }
  }
  return { ok: false, message: `the browser died while it captured this, ${1 + retriesAlone} times` };
}

async function captureOnce(
  parts: AskingParts,
  target: CaptureTarget,
  signal: AbortSignal,
  browser: Browser,
  use: StageUse,
): Promise<CaptureOutcome | 'browser died'> {
  const limitMs = parts.targetTimeoutMs + (target.delay ?? 0);
  let stage: Stage | null = null;
  try {
    const opened = await openInTime(browser, signal, use);
    stage = opened;
    const shown = (doing: Doing) =>
      opened.trouble.guard(captureOnStage(opened, target, doing, use.isExpected, parts.recordingOf(target)));
    const outcome = await inSpan({ name: 'attempt' }, () => withDeadline(limitMs, signal, shown));
    await use.done();
    const { loads, ...shot } = outcome;
    const { renderer, recipe } = parts;
    return { ...shot, renderer, ...(loads && { loads: { ...loads, recipe } }) };
  } catch (error) {
    if (browser.isConnected()) await sleep(deathNoticeMs);
    const died = !browser.isConnected();
    const trouble = stage?.trouble.first() ?? null;
    const [lines, play] =
      stage && !died ? await Promise.all([readConsole(stage), readPlay(stage)]) : [[], null];
    const isAtRest = !died && trouble === null && error instanceof CaptureFailure && error.isTold;
    await (isAtRest ? use.renew() : use.spoil());
    signal.throwIfAborted();
    if (died) return 'browser died';
    if (error instanceof CaptureFailure) {
      const { isStart, isLate } = error;
      // The message of a play function that failed names its step itself.
      const step = isLate && play?.isPlaying ? play.step : null;
      const isPlay = error.isPlay || (isLate && play?.isPlaying === true);
      const message =
        step === null ? error.message : `${error.message}; the play function is in the step "${step}"`;
      return {
        ok: false,
        message,
        console: lines,
        ...(isStart && { isStart }),
        ...(isPlay && { isPlay }),
        ...(isLate && !isPlay && storyOf(target) && { isLate }),
      };
    }
    // A page that goes elsewhere fails the calls to it at the same moment.
    if (trouble) return { ok: false, message: trouble, console: lines };
    const message = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    parts.log('a capture failed in an unforeseen way', { target: target.name, error: String(error) });
    return { ok: false, message: `the browser could not capture this: ${message}`, console: lines };
  }
}

/** A browser that opens no page in time opens none for others either: it is ended, and counts as one that died. */
async function openInTime(browser: Browser, signal: AbortSignal, { open }: StageUse): Promise<Stage> {
  try {
    return await withDeadline(openTimeoutMs, signal, (doing) => {
      doing.now = 'opening a page';
      return open();
    });
  } catch (error) {
    if (error instanceof CaptureFailure) await endBrowser(browser);
    throw error;
  }
}

const endBrowser = (browser: Browser): Promise<unknown> =>
  Promise.race([browser.close().catch(() => {}), sleep(endTimeoutMs, null, { ref: false })]);
