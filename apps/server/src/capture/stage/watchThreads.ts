import type { Browser, CDPSession } from 'playwright-core';
import { type Line, type Notice, openLine } from './openLine.js';

/** Hears of the threads beside a page whose requests Playwright does not tell: shared workers and worklets. */
export interface ThreadListener {
  /** @param script of a shared worker; null for a worklet, which may have any number */
  begun?(script: ThreadScript | null): void;
  /**
   * A shared worker has asked for something.
   * @param request unique among those of all threads
   * @param type as Playwright names the types of requests
   */
  asked?(request: string, type: string): void;
  /** It has come, or never will. */
  answered?(request: string): void;
}

export interface ThreadScript {
  url: string;
  /** Resolves once it is loaded and has run, or the worker is gone. */
  hasRun: Promise<unknown>;
}

export interface ThreadWatch {
  hear(listener: ThreadListener): void;
  /** How many shared workers there are. */
  shared(): number;
  /** Whether one has ended since this was asked last: its page may have yet to hear of it. */
  hasEnded(): boolean;
  /** The value of an expression in each of them, once it has loaded its script and is free; undefined when it is gone. */
  evaluate(expression: string): Promise<unknown>[];
  close(): Promise<void>;
}

/** With the type of what begins, where they do not tell it. A worker may have asked before it was listened to. */
const beginnings = new Map([
  ['Network.requestWillBeSent', null],
  ['Network.eventSourceMessageReceived', 'eventsource'],
  ['Network.webSocketCreated', 'websocket'],
  ['Network.webSocketFrameReceived', 'websocket'],
]);
const endings = new Set(['Network.loadingFinished', 'Network.loadingFailed', 'Network.webSocketClosed']);

/** Follows the threads of all pages in the browser context of the one that `cdp` talks to. */
export async function watchThreads(browser: Browser, cdp: CDPSession): Promise<ThreadWatch> {
  const [session, { targetInfo: page }] = await Promise.all([
    browser.newBrowserCDPSession(),
    cdp.send('Target.getTargetInfo'),
  ]);
  const listeners: ThreadListener[] = [];
  const shared = new Map<string, Line>();
  let ended = false;

  function follow(targetId: string): Line {
    const requests = new Set<string>();
    const answer = (request: string) => {
      if (requests.delete(request)) for (const listener of listeners) listener.answered?.(request);
    };
    const hear = ({ method, params }: Notice) => {
      const request = `${targetId} ${params.requestId}`;
      if (endings.has(method)) answer(request);
      // A redirect is told as the same request once more.
      else if (beginnings.has(method) && !requests.has(request)) {
        requests.add(request);
        const type = beginnings.get(method) ?? params.type ?? 'other';
        for (const listener of listeners) listener.asked?.(request, type.toLowerCase());
      }
    };
    const line = openLine(session, targetId, hear, () => {
      shared.delete(targetId);
      ended = true;
      for (const request of requests) answer(request);
    });
    shared.set(targetId, line);
    return line;
  }

  session.on('Target.targetCreated', ({ targetInfo: { type, url, targetId, browserContextId } }) => {
    if (browserContextId !== page.browserContextId) return;
    const isShared = type === 'shared_worker';
    const script = isShared ? { url, hasRun: follow(targetId).ask('Network.enable') } : null;
    for (const { begun } of listeners) begun?.(script);
  });
  session.on('Target.targetDestroyed', ({ targetId }) => shared.get(targetId)?.end());
  await session.send('Target.setDiscoverTargets', {
    discover: true,
    filter: [{ type: 'shared_worker' }, { type: 'worklet' }],
  });
  return {
    hear(listener) {
      listeners.push(listener);
    },
    shared: () => shared.size,
    hasEnded() {
      const isNew = ended;
      ended = false;
      return isNew;
    },
    evaluate: (expression) =>
      [...shared.values()].map(async (line) => {
        const answer = await line.ask('Runtime.evaluate', {
          expression,
          awaitPromise: true,
          returnByValue: true,
        });
        return (answer as { result?: { value?: unknown } } | undefined)?.result?.value;
      }),
    close: () => session.detach(),
  };
}
