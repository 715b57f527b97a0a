import type { Page, Request } from 'playwright-core';

export interface RequestWatch {
  /** Requests that a picture has to wait for. */
  inFlight(): number;
  forget(): void;
}

/** Streams and reports, which may last as long as the page. */
const endless = new Set(['eventsource', 'websocket', 'ping', 'media', 'manifest']);

export function watchRequests(page: Page): RequestWatch {
  const requests = new Set<Request>();
  page.on('request', (request) => {
    if (!endless.has(request.resourceType())) requests.add(request);
  });
  page.on('requestfinished', (request) => requests.delete(request));
  page.on('requestfailed', (request) => requests.delete(request));
  return { inFlight: () => requests.size, forget: () => requests.clear() };
}
