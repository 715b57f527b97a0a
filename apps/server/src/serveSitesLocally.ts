import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serveSites } from './api/serveSites.js';

/** What browsers of this machine load sites from. */
export interface LocalSites {
  port: number;
  close(): Promise<void>;
}

/**
 * Serves uploaded sites, and nothing else, to the browsers of this process: on a free port of loopback, from the store, so
 * that no browser depends on the port of another process.
 */
export async function serveSitesLocally(resources: Parameters<typeof serveSites>[0]): Promise<LocalSites> {
  const server = createServer(
    serveSites(resources, (_request, response) => {
      response.writeHead(404).end();
    }),
  );
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
