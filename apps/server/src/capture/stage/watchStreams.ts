import type { Page, Request, WebSocket } from 'playwright-core';
import type { ThreadWatch } from './watchThreads.js';

/** Follows the connections of a page on which a server may say something at any time. */
export interface StreamWatch {
  /** Whether one is open, or about to be. */
  areOpen(): boolean;
  /** Another document is loaded. */
  forget(): void;
}

const streaming = new Set(['eventsource', 'websocket']);

export function watchStreams(page: Page, threads: ThreadWatch): StreamWatch {
  const open = new Set<Request | WebSocket>();
  /** Those of shared workers. */
  const ofThreads = new Set<string>();
  const end = (request: Request) => void open.delete(request);
  page.on('request', (request) => {
    if (streaming.has(request.resourceType())) open.add(request);
  });
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  page.on('websocket', (socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
  });
  threads.hear({
    asked(request, type) {
      if (streaming.has(type)) ofThreads.add(request);
    },
    answered: (request) => void ofThreads.delete(request),
  });
  return {
    areOpen: () => open.size + ofThreads.size > 0,
    forget() {
      open.clear();
      ofThreads.clear();
    },
  };
}
