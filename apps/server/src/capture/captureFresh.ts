import { setTimeout as sleep } from 'node:timers/promises';
import type { CaptureTarget } from '@svc/schema';
import type { Time } from '@svc/stabilise';
import type { Browser } from 'playwright-core';
import { inSpan } from '../context/spans.js';
import type { CaptureOutcome, Expectation } from '../domain/captures/Fleet.js';
import { CaptureFailure } from './CaptureFailure.js';
import type { AskingParts } from './CaptureParts.js';
import { captureOnStage } from './captureOnStage.js';
import type { Doing } from './Doing.js';
import { openStage, type Stage } from './stage/openStage.js';
import { readConsole, readPlay } from './stage/readConsole.js';
import { storyOf } from './stories/storyOf.js';
import { withDeadline } from './withDeadline.js';

/** A target whose browser died has another one to itself, and a second: the first may be killed for something else. */
const retriesAlone = 2;
/** For a new page of a running browser. */
const openTimeoutMs = 30_000;
const endTimeoutMs = 5_000;
/** A browser's death is noticed a moment after the calls to it fail. */
const deathNoticeMs = 100;

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

/** The stage that a target is captured on. */
export interface StageUse {
  open(): Promise<Stage>;
  /** The stage must not be used again. */
  spoil(): Promise<void>;
  /** The stage has to load its page again. */
  renew(): Promise<void>;
  done(): Promise<void>;
  isExpected: Expectation;
  time: Time;
}

function ownStage(parts: AskingParts, browser: Browser, isExpected: Expectation, time: Time): StageUse {
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

/** Captures one target, again in a browser of its own where one died. */
export async function attempt(
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
    const died = !browser.isConnected() || (stage === null && hasCrashed(error));
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

/** A page that is killed while it is opened has shown nothing: as where its browser died, the target is captured again. */
const hasCrashed = (error: unknown): boolean => error instanceof Error && /\bcrashed\b/.test(error.message);

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
