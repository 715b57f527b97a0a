import type { IgnoredRegion } from '@svc/schema';
import { defaultViewport } from '@svc/schema/viewports';
import { documentScript, type Time } from '@svc/stabilise';
import type { Browser, CDPSession, Page } from 'playwright-core';
import type { Refusal } from '../egress/rememberRefusals.js';
import { type LoadWatch, watchLoads } from './watchLoads.js';
import { type NavigationWatch, watchNavigation } from './watchNavigation.js';
import { type RequestWatch, watchRequests } from './watchRequests.js';
import { type StreamWatch, watchStreams } from './watchStreams.js';
import { type ThreadWatch, watchThreads } from './watchThreads.js';
import { type TraceWatch, watchTraces } from './watchTraces.js';
import { type Trouble, watchTrouble } from './watchTrouble.js';

/** One page in a browser context of its own, made ready for repeatable images. */
export interface Stage {
  browser: Browser;
  page: Page;
  cdp: CDPSession;
  requests: RequestWatch;
  streams: StreamWatch;
  navigation: NavigationWatch;
  trouble: Trouble;
  loads: LoadWatch;
  threads: ThreadWatch;
  traces: TraceWatch;
  /** Pixels of an image for each CSS pixel, in each direction. */
  deviceScaleFactor: number;
  looksSame: LooksSame;
  time: Time;
  /** Key of the story build that is loaded and can switch stories in place; null when there is none. */
  loaded: string | null;
  captures: number;
  /** How many documents the fleet has opened on it. */
  documents: number;
  /** Names of the recorders that its document may have. */
  recorders: Set<string>;
  /** What `emulate` has set, as JSON; empty before the first target. */
  emulated: string;
  /** Ends the context; at once even when the page hangs. */
  close(): Promise<void>;
}

/** Whether two images of one page differ only in boxes that comparisons ignore, which are not empty. */
export type LooksSame = (a: Buffer, b: Buffer, ignored: readonly IgnoredRegion[]) => Promise<boolean>;

export interface StageOptions {
  refusalOf(url: string): Refusal | null;
  deviceScaleFactor: number;
  looksSame: LooksSame;
}

const closeTimeoutMs = 5_000;

export async function openStage(
  browser: Browser,
  { refusalOf, deviceScaleFactor, looksSame }: StageOptions,
  time: Time = 'real',
): Promise<Stage> {
  const context = await browser.newContext({
    viewport: defaultViewport,
    deviceScaleFactor,
    locale: 'en-US',
    timezoneId: 'UTC',
    acceptDownloads: false,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(0);
  const [cdp] = await Promise.all([
    context.newCDPSession(page),
    page.addInitScript({ content: documentScript(time) }),
  ]);
  const [navigation, threads] = await Promise.all([watchNavigation(page, cdp), watchThreads(browser, cdp)]);
  return {
    browser,
    page,
    cdp,
    requests: watchRequests(page, threads, refusalOf),
    streams: watchStreams(page, threads),
    navigation,
    trouble: watchTrouble(page, navigation, refusalOf),
    loads: watchLoads(page, context, threads),
    threads,
    traces: watchTraces(page, context, threads),
    deviceScaleFactor,
    looksSame,
    time,
    loaded: null,
    captures: 0,
    documents: 0,
    recorders: new Set(),
    emulated: '',
    async close() {
      threads.close().catch(() => {});
      const closed = context.close().then(
        () => true,
        () => true,
      );
      const late = sleepUnreferenced(closeTimeoutMs).then(() => false);
      // A renderer that can no longer be ended takes the browser with it; other targets are captured again.
      if (!(await Promise.race([closed, late]))) await browser.close().catch(() => {});
    },
  };
}

const sleepUnreferenced = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
