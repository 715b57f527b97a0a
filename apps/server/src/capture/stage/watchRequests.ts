import type { MissingPart } from '@svc/schema';
import type { Frame, Page, Request } from 'playwright-core';
import type { Refusal } from '../egress/rememberRefusals.js';
import { pairScripts } from './pairScripts.js';
import type { ThreadWatch } from './watchThreads.js';

export interface FailedPart extends MissingPart {
  isFont: boolean;
  /** It failed while the story was shown that is shown now, not one before it in the same document. */
  isOfStory: boolean;
}

export interface RequestWatch {
  /** Requests that an image has to wait for. */
  inFlight(): number;
  /** Whether one of them was open at this moment already, on the clock of `performance.now()`. */
  isOpenSince(moment: number): boolean;
  /** URLs among them of what an image is not right without: style sheets, fonts, images, scripts, frames without an answer. */
  parts(): string[];
  /** Whether a style sheet is among them: the document may not be painted before it is there. */
  hasStyles(): boolean;
  /** How many of them have begun so far, and documents of frames, which may need none. */
  begun(): number;
  /** Parts that the document asked for in vain. */
  failed(): FailedPart[];
  /** Another story is shown in the same document. */
  beginStory(): void;
  /** Another document is loaded. */
  forget(): void;
}

/** Streams and reports, which may last as long as the page. */
const endless = new Set(['eventsource', 'websocket', 'ping', 'media', 'manifest']);
const partTypes = new Set(['stylesheet', 'font', 'image', 'script']);
/** Of one document. More tell nobody more. */
const mostFailed = 100;

export function watchRequests(
  page: Page,
  threads: ThreadWatch,
  refusalOf: (url: string) => Refusal | null,
): RequestWatch {
  const requests = new Map<Request, number>();
  /** Those of shared workers. */
  const asked = new Map<string, number>();
  const failed = new Map<string, { reason: string; isFont: boolean; story: number }>();
  let begun = 0;
  let story = 0;
  const isFrame = (request: Request) =>
    request.resourceType() === 'document' && request.frame() !== page.mainFrame();
  const fail = (request: Request, reason: string) => {
    if (!(partTypes.has(request.resourceType()) || isFrame(request)) || failed.size >= mostFailed) return;
    const refusal = refusalOf(request.url());
    const isFont = request.resourceType() === 'font';
    failed.set(askedFor(request), { reason: refusal ? refusalWords[refusal] : reason, isFont, story });
  };
  const answered = new WeakSet<Request>();
  const isScript = (request: Request) => request.resourceType() === 'script';
  const scripts = pairScripts(
    threads,
    () => [...requests.keys()].filter(isScript),
    (request) => requests.delete(request),
  );
  threads.hear({
    asked(request, type) {
      if (endless.has(type)) return;
      asked.set(request, performance.now());
      begun += 1;
    },
    answered: (request) => void asked.delete(request),
  });
  page.on('request', (request) => {
    if (endless.has(request.resourceType()) || isAhead(request)) return;
    requests.set(request, performance.now());
    begun += 1;
    if (isScript(request)) scripts.asked(request);
  });
  // One that never rests does not tell that it has its script.
  page.on('worker', (worker) => {
    const url = worker.url();
    if (!/^(?:blob|data):/.test(url)) return;
    for (const request of requests.keys()) if (request.url() === url) requests.delete(request);
  });
  const countFrame = (frame: Frame) => {
    if (frame !== page.mainFrame()) begun += 1;
  };
  page.on('frameattached', countFrame);
  page.on('framenavigated', countFrame);
  page.on('response', (response) => {
    answered.add(response.request());
    const isShown = isFrame(response.request()) && refusalOf(response.url()) === null;
    if (response.status() < 400) failed.delete(askedFor(response.request()));
    // What a server answers with is what the frame shows.
    else if (!isShown)
      fail(
        response.request(),
        `the server answered ${`${response.status()} ${response.statusText()}`.trim()}`,
      );
  });
  page.on('requestfinished', (request) => requests.delete(request));
  page.on('requestfailed', (request) => {
    requests.delete(request);
    const reason = request.failure()?.errorText ?? 'unknown reason';
    // The page gave it up: it removed an image, or went elsewhere.
    if (reason !== 'net::ERR_ABORTED') fail(request, reason);
  });
  const isPart = (request: Request) =>
    partTypes.has(request.resourceType()) ||
    // Its document may be a stream, which shows what has come.
    (isFrame(request) && !answered.has(request));
  const parts = () => [...requests.keys()].filter(isPart);
  return {
    inFlight: () => requests.size + asked.size,
    isOpenSince: (moment) => [...requests.values(), ...asked.values()].some((begin) => begin <= moment),
    parts: () => [...new Set(parts().map(askedFor))],
    hasStyles: () => parts().some((request) => request.resourceType() === 'stylesheet'),
    begun: () => begun,
    failed: () =>
      [...failed].map(([url, { reason, isFont, story: since }]) => ({
        url,
        reason,
        isFont,
        isOfStory: since === story,
      })),
    beginStory() {
      story += 1;
    },
    forget() {
      requests.clear();
      asked.clear();
      scripts.forget();
      failed.clear();
    },
  };
}

/** For a page that may be shown next. Only the browser can say so. */
const isAhead = (request: Request): boolean => /^prefetch\b/.test(request.headers()['sec-purpose'] ?? '');

/** The URL that the page asked for, before redirects. */
function askedFor(request: Request): string {
  let first = request;
  for (let from = first.redirectedFrom(); from; from = first.redirectedFrom()) first = from;
  return first.url();
}

const refusalWords: Record<Refusal, string> = {
  denied: 'the host is not an allowed address',
  unresolved: 'the host could not be found',
  unreachable: 'the server could not be reached',
};
