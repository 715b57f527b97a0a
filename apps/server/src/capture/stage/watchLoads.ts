import type { BrowserContext, Page, Request } from 'playwright-core';

/** Remembers what the document of a page has loaded since it was opened. */
export interface LoadWatch {
  /** Another story is shown in the page. */
  beginStory(): void;
  /**
   * Paths of its own origin, decoded and without the first slash. Null where the image may depend on anything else: on
   * another host, an answer to more than a plain GET, a worker, another frame, a connection that stays open. `asked`: those since the story is shown.
   */
  paths(): { paths: string[]; asked: string[] } | null;
}

/** Requests with a body that is a part, or never ends. */
const streaming = new Set(['media', 'eventsource', 'websocket']);

/** A page that asks for more is captured again rather than remembered. */
const mostPaths = 5_000;

export function watchLoads(page: Page, context: BrowserContext): LoadWatch {
  let origin: string | null = null;
  let paths = new Set<string>();
  let asked = new Set<string>();
  let isSure = false;
  /** A service worker outlives the document that registered it. */
  let hasServiceWorker = false;
  const doubt = () => {
    isSure = false;
  };

  page.on('request', (request) => {
    const isDocument = request.isNavigationRequest() && request.frame() === page.mainFrame();
    if (isDocument && request.redirectedFrom() === null) {
      origin = originOf(request);
      paths = new Set();
      asked = new Set();
      isSure = true;
    }
    if (/^(?:data|blob|about):/.test(request.url())) return;
    const path = pathOf(request);
    const isTooMuch = path !== null && (path.length > 1_000 || paths.size === mostPaths);
    if (path === null || isTooMuch || originOf(request) !== origin || !isPlain(request, page)) doubt();
    else {
      paths.add(path);
      asked.add(path);
    }
  });
  page.on('requestfailed', (request) => {
    if (request.failure()?.errorText !== 'net::ERR_ABORTED') doubt();
  });
  page.on('response', (response) => {
    if (response.status() >= 500 || response.fromServiceWorker()) doubt();
  });
  page.on('frameattached', doubt);
  page.on('websocket', doubt);
  page.on('worker', doubt);
  context.on('serviceworker', () => {
    hasServiceWorker = true;
  });
  return {
    beginStory() {
      asked = new Set();
    },
    paths: () =>
      isSure && !hasServiceWorker ? { paths: [...paths].sort(), asked: [...asked].sort() } : null,
  };
}

const isPlain = (request: Request, page: Page): boolean =>
  request.method() === 'GET' &&
  !streaming.has(request.resourceType()) &&
  request.headers().range === undefined &&
  request.redirectedFrom() === null &&
  request.frame() === page.mainFrame();

const originOf = (request: Request): string => new URL(request.url()).origin;

/** Null for a path that is not in UTF-8. */
function pathOf(request: Request): string | null {
  try {
    return decodeURIComponent(new URL(request.url()).pathname.slice(1));
  } catch {
    return null;
  }
}
