import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { listenFault } from '../settings/listenFault.js';

/** What those who operate a process may ask. */
export interface Operations {
  /** In the format of Prometheus. */
  metrics(): Promise<{ type: string; text: string }>;
  isAlive(): boolean;
  /** Rejects while the process cannot work. */
  checkReady(): Promise<void>;
}

/**
 * Serves `/metrics`, `/livez` and `/readyz` on a port of their own, also in a process without an API.
 * @returns where, and what ends it
 */
export async function serveOperations(
  operations: Operations,
  { host, port }: { host: string; port: number },
): Promise<{ port: number; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    const path = request.url?.split('?')[0] ?? '/';
    answer(operations, path, response).catch((error: unknown) =>
      sendJson(response, 500, { ok: false, reason: String(error) }),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(listenFault(error, { host, port, setting: 'SVC_METRICS_PORT' })),
    );
    server.listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(operations: Operations, path: string, response: ServerResponse): Promise<void> {
  if (path === '/metrics') {
    const { type, text } = await operations.metrics();
    response.writeHead(200, { 'content-type': type }).end(text);
    return;
  }
  if (path === '/livez')
    return sendJson(response, operations.isAlive() ? 200 : 503, { ok: operations.isAlive() });
  if (path === '/readyz') {
    const reason = await operations.checkReady().then(
      () => null,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    return sendJson(
      response,
      reason === null ? 200 : 503,
      reason === null ? { ok: true } : { ok: false, reason },
    );
  }
  sendJson(response, 404, { ok: false, reason: 'There are /metrics, /livez and /readyz.' });
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response
    .writeHead(status, { 'content-type': 'application/json; charset=utf-8' })
    .end(`${JSON.stringify(body)}\n`);
}
