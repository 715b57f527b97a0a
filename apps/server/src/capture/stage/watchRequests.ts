import type { Page, Request } from 'playwright-core';

export interface RequestWatch {
  /** Requests that an image has to wait for. */
  inFlight(): number;
  /** Paths of the style sheets among them: no image is right without. */
  styles(): string[];
  /** How many of them have begun so far. */
  begun(): number;
  forget(): void;
}

/** Streams and reports, which may last as long as the page. */
const endless = new Set(['eventsource', 'websocket', 'ping', 'media', 'manifest']);

export function watchRequests(page: Page): RequestWatch {
  const requests = new Set<Request>();
  let begun = 0;
  page.on('request', (request) => {
    if (endless.has(request.resourceType())) return;
    requests.add(request);
    begun += 1;
  });
  page.on('requestfinished', (request) => requests.delete(request));
  page.on('requestfailed', (request) => requests.delete(request));
  const styles = () =>
    [...requests]
      .filter((request) => request.resourceType() === 'stylesheet')
      .map((request) => new URL(request.url()).pathname);
  return { inFlight: () => requests.size, styles, begun: () => begun, forget: () => requests.clear() };
}
