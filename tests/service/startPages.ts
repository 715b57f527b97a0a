import type { Capture } from '@svc/schema';
import { serve } from '../capture/serveFolder.js';
import type { Server } from './startServer.js';

export interface Pages {
  /** What `SVC_ALLOW_HOSTS` has to name. */
  host: string;
  /** Begins a capture of that many pages, each of which says something else. Resolves with its id. */
  capture(server: Server, apiKey: string, count: number, delay?: number): Promise<string>;
  close(): Promise<void>;
}

/** A server of pages for a service to capture. */
export async function startPages(): Promise<Pages> {
  const site = await serve((request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(`<h1>Page ${request.url}</h1>`);
  });
  const host = `127.0.0.1:${site.port}`;
  return {
    host,
    async capture({ url }, apiKey, count, delay = 0) {
      const targets = Array.from({ length: count }, (_, index) => ({
        name: `page ${index}`,
        url: `http://${host}/${index}`,
        delay,
      }));
      const created = await fetch(`${url}/api/v1/captures`, {
        method: 'POST',
        headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
        body: JSON.stringify({ suite: 'pages', targets }),
      });
      const { id }: Capture = await created.json();
      return id;
    },
    close: () => site.close(),
  };
}
