import type { BrowserContext, Page } from 'playwright-core';
import type { ThreadWatch } from './watchThreads.js';

/** Remembers whether the pages that were shown may have left anything that `leavePage` does not clear. */
export interface TraceWatch {
  /** Whether nothing but documents of this origin was shown, without frames, other windows, service workers and shared ones. */
  areOnlyOf(origin: string): boolean;
}

export function watchTraces(page: Page, context: BrowserContext, threads: ThreadWatch): TraceWatch {
  const origins = new Set<string>();
  let isDoubtful = false;
  const doubt = () => {
    isDoubtful = true;
  };
  page.on('framenavigated', (frame) => {
    const url = frame.url();
    if (url !== 'about:blank') origins.add(URL.canParse(url) ? new URL(url).origin : url);
  });
  page.on('frameattached', doubt);
  context.on('page', doubt);
  context.on('serviceworker', doubt);
  threads.hear({ begun: (script) => script !== null && doubt() });
  return {
    areOnlyOf: (origin) => !isDoubtful && [...origins].every((one) => one === origin),
  };
}
