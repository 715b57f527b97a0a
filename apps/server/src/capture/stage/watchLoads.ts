import type { BrowserContext, Page, Request, Response } from 'playwright-core';
import type { ThreadWatch } from './watchThreads.js';

/**
 * Remembers what the document of a page has loaded since it was opened, and what those before it have that may have left
 * something to it: a story that reloads itself, with what it has stored.
 */
export interface LoadWatch {
  /** What documents have stored is gone: the next one finds nothing of them. */
  forget(): void;
  /** Another story is shown in the page. */
  beginStory(): void;
  /**
   * The story was captured.
   * @returns whether the next one should have a new document, because it is not known what this one has loaded; less and
   * less often where new documents are in doubt as well
   */
  endStory(): boolean;
  /**
   * Paths of its own origin, decoded and without the first slash. Null where the image may depend on anything else: on
   * another host, an API, an answer to more than a plain GET, a worker or worklet, another frame, a connection that stays open.
   * `asked`: those since the story is shown. `repeated`: those that one document has asked for more than once,
   * where one that is opened before the last is shown counts together with that.
   */
  paths(): { paths: string[]; asked: string[]; repeated: string[] } | null;
}

/** Requests with a body that is a part, or never ends. */
const streaming = new Set(['media', 'eventsource', 'websocket']);

/** A page that asks for more is captured again rather than remembered. */
const mostPaths = 5_000;

export function watchLoads(page: Page, context: BrowserContext, threads: ThreadWatch): LoadWatch {
  let origin: string | null = null;
  let paths = new Set<string>();
  let asked = new Set<string>();
  let repeated = new Set<string>();
  let ofDocument = new Set<string>();
  /** Of filters, clip paths, fills and markers. With a style sheet in memory, later documents have them without a request. */
  const drawings = new Set<string>();
  let isSure = false;
  let isForgotten = true;
  /** Requests of the document, and those of its scripts that are not answered. */
  let requests = new WeakSet<Request>();
  const unanswered = new Set<Request>();
  /** A service worker outlives the document that registered it. */
  let hasServiceWorker = false;
  /** How many new documents in a row have not ended the doubt. */
  let fruitless = 0;
  /** How many stories were shown in doubt since the last of them. */
  let doubtful = 0;
  const doubt = () => {
    isSure = false;
  };
  // A shared worker may be there for a moment longer than its document, and serve the next one.
  const isKnown = () => isSure && !hasServiceWorker && unanswered.size === 0 && threads.shared() === 0;

  page.on('request', (request) => {
    const isDocument = request.isNavigationRequest() && request.frame() === page.mainFrame();
    if (isDocument && request.redirectedFrom() === null) {
      unanswered.clear();
      ofDocument = new Set();
      if (isForgotten) {
        origin = originOf(request);
        paths = new Set();
        asked = new Set();
        repeated = new Set();
        requests = new WeakSet();
        isSure = true;
      }
      isForgotten = false;
    }
    requests.add(request);
    if (/^(?:data|blob|about):/.test(request.url())) return;
    if (isByScript(request)) unanswered.add(request);
    const path = pathOf(request);
    const isTooMuch = path !== null && (path.length > 1_000 || paths.size === mostPaths);
    if (path === null || isTooMuch || originOf(request) !== origin || !isPlain(request, page)) doubt();
    else {
      if (ofDocument.has(path)) repeated.add(path);
      for (const seen of [ofDocument, paths, asked]) seen.add(path);
      if (request.resourceType() === 'other') drawings.add(path);
    }
  });
  page.on('requestfailed', (request) => {
    unanswered.delete(request);
    if (!requests.has(request)) return;
    if (request.failure()?.errorText !== 'net::ERR_ABORTED') doubt();
  });
  page.on('response', (response) => {
    const request = response.request();
    unanswered.delete(request);
    if (!requests.has(request)) return;
    const status = response.status();
    // No file answers it here: it is an API, which elsewhere may answer.
    const isApi = isByScript(request) && (status >= 400 || isFallback(response));
    if (status >= 500 || isApi || response.fromServiceWorker()) doubt();
  });
  page.on('frameattached', doubt);
  page.on('websocket', doubt);
  page.on('worker', doubt);
  threads.hear({ begun: doubt });
  context.on('serviceworker', () => {
    hasServiceWorker = true;
  });
  return {
    forget() {
      isForgotten = true;
    },
    beginStory() {
      asked = new Set();
    },
    endStory() {
      doubtful += 1;
      if (isKnown()) doubtful = fruitless = 0;
      if (hasServiceWorker || doubtful < 2 ** fruitless) return false;
      doubtful = 0;
      fruitless += 1;
      return true;
    },
    paths: () =>
      isKnown() ? { paths: sorted(paths, drawings), asked: sorted(asked), repeated: sorted(repeated) } : null,
  };
}

const sorted = (...sets: Set<string>[]): string[] => [...new Set(sets.flatMap((set) => [...set]))].sort();

const isPlain = (request: Request, page: Page): boolean =>
  request.method() === 'GET' &&
  !streaming.has(request.resourceType()) &&
  request.headers().range === undefined &&
  request.redirectedFrom() === null &&
  request.frame() === page.mainFrame();

const isByScript = (request: Request): boolean => /^(?:fetch|xhr)$/.test(request.resourceType());

/** A page in the place of something else. */
const isFallback = (response: Response): boolean =>
  /^text\/html\b/i.test(response.headers()['content-type'] ?? '') &&
  !/(?:\/|\.html?)$/i.test(new URL(response.url()).pathname);

const originOf = (request: Request): string => new URL(request.url()).origin;

/** Null for a path that is not in UTF-8, or that no file can have. */
function pathOf(request: Request): string | null {
  try {
    const path = decodeURIComponent(new URL(request.url()).pathname.slice(1));
    return path.includes('\0') ? null : path;
  } catch {
    return null;
  }
}
