import type { CaptureTarget } from '@svc/schema';
import type { CaptureOutcome, Expectation } from '../domain/captures/Fleet.js';
import { heapOf } from './browser/heapOf.js';
import type { AskingParts } from './CaptureParts.js';
import { attempt, captureFresh } from './captureFresh.js';
import { type CaptureWays, confirmCapture } from './confirmCapture.js';
import { forgetStory } from './stage/forgetStory.js';
import { leavePage } from './stage/leavePage.js';
import { openStage, type Stage } from './stage/openStage.js';
import { storyOf } from './stories/storyOf.js';
import { withDeadline } from './withDeadline.js';

/** A page that has shown this many stories is replaced, so that what they leave behind does not pile up. */
const capturesPerStage = 200;
/** The same for a page whose scripts hold this many bytes. */
const bytesPerStage = 256 * 1024 * 1024;
/** The same for a page that has asked for this much: Playwright remembers the requests of a page until it is closed. */
const requestsPerStage = 1_000;
/** After how many stories a page is asked what its scripts hold. */
const heapInterval = 10;
const forgetTimeoutMs = 5_000;
/**
 * How much of its own time a story has that does not hold still in real time, beside its delay. More than it may take in
 * real time to hold still, so that both ways of capturing come to the same end. No round number: of intervals of 100 ms or more, a
 * story shows as many calls whether it sets them at once or a frame later.
 */
const storyTimeMs = 3_060;

/** One page's worth of capturing. */
export interface Lane {
  one(target: CaptureTarget, isExpected: Expectation): Promise<CaptureOutcome>;
  /** The next target finds nothing of those before it. */
  forget(): Promise<void>;
  close(): Promise<void>;
}

/** Keeps a stage for stories, or for the pages of one site. */
export function createLane(parts: AskingParts, signal: AbortSignal): Lane {
  let kept: Stage | null = null;
  /** Where the pages come from that the kept stage shows; null if it shows stories. */
  let site: string | null = null;

  async function one(target: CaptureTarget, isExpected: Expectation): Promise<CaptureOutcome> {
    if (target.problem !== undefined) return { ok: false, message: target.problem };
    return confirmCapture(storyOf(target) ? waysOfStory(target) : waysOfPage(target), isExpected);
  }

  function waysOfStory(target: CaptureTarget): CaptureWays {
    const [stage, documents] = [kept, kept?.documents];
    const switches = stage !== null && stage.loaded === storyOf(target)?.app;
    return {
      switches,
      others: 'other stories on the same page',
      first: (isExpected) => onKept(target, isExpected),
      followedOthers: () => switches && kept === stage && kept.documents === documents,
      again: async () => {
        await forget();
        return onKept(target);
      },
      onOwnClock: () => onOwnClock(target, false),
      areAlike: parts.looksSame,
    };
  }

  function waysOfPage(target: CaptureTarget): CaptureWays {
    const [stage, from] = [kept, siteOf(target.url)];
    const follows = stage !== null && site === from;
    return {
      switches: false,
      others: 'other pages in the same browser context',
      first: async (isExpected) => {
        // Nobody looks at this image twice, so it must not show what the browser has cached for other pages.
        if (!isExpected && follows) await stage.cdp.send('Network.clearBrowserCache').catch(close);
        return onKept(target, isExpected, from);
      },
      followedOthers: () => follows && kept === stage,
      again: () => captureFresh(parts, target, signal, null),
      onOwnClock: () => onOwnClock(target, true),
      areAlike: parts.looksSame,
    };
  }

  const onOwnClock = (target: CaptureTarget, atOnce: boolean) =>
    captureFresh(parts, target, signal, null, { limitMs: storyTimeMs + (target.delay ?? 0), atOnce });

  async function forget(): Promise<void> {
    const stage = kept;
    if (site !== null) await close();
    else if (stage) await withDeadline(forgetTimeoutMs, signal, () => forgetStory(stage)).catch(close);
  }

  /** Has the stage show nothing, and keeps it only if the next page of the site cannot tell that it was used. */
  async function leave(): Promise<void> {
    const [stage, origin] = [kept, site && new URL(site).origin];
    if (stage === null || origin === null) return;
    const left = withDeadline(forgetTimeoutMs, signal, () => leavePage(stage, origin));
    if (!(await left.catch(() => false))) await close();
  }

  async function onKept(
    target: CaptureTarget,
    isExpected: Expectation = null,
    from: string | null = null,
  ): Promise<CaptureOutcome> {
    const browser = await parts.browser.get();
    if (kept && (kept.browser !== browser || site !== from || (await isWornOut(kept)))) await close();
    site = from;
    return attempt(parts, target, signal, browser, {
      open: async () => {
        kept ??= await openStage(browser, parts);
        return kept;
      },
      spoil: close,
      renew: from === null ? forget : leave,
      done: from === null ? async () => {} : leave,
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

/** Pages of one site may be shown one after the other: same origin, same user. Anything but http and https is `about:blank`. */
function siteOf(url: string): string {
  if (!/^https?:/i.test(url) || !URL.canParse(url)) return 'about:blank';
  const { protocol, username, password, host } = new URL(url);
  return `${protocol}//${username}:${password}@${host}`;
}

const isWornOut = async ({ captures, cdp, requests }: Stage): Promise<boolean> =>
  captures >= capturesPerStage ||
  requests.begun() >= requestsPerStage ||
  (captures % heapInterval === 0 && (await heapOf(cdp)) > bytesPerStage);
