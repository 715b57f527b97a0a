import { readFile } from 'node:fs/promises';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';

const types: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

export interface TestServer {
  port: number;
  server: Server;
  close(): Promise<void>;
}

/** The label under which a folder is served, in the form of a site's. */
export const hostOfSite = (name: string): string => `sit-${name.replaceAll(/[^0-9a-z]/g, '')}`;

/**
 * Serves folders by the first label of the host: `sit-a.sites.localhost` from `folders.a`.
 * @param edit the bytes to answer with, of a path
 */
export const serveFolders = (
  folders: Record<string, string>,
  edit = (_path: string, bytes: Buffer): Buffer => bytes,
): Promise<TestServer> => {
  const byLabel = new Map(Object.entries(folders).map(([name, folder]) => [hostOfSite(name), folder]));
  return serve((request, response) => {
    answer(byLabel.get(request.headers.host?.split('.')[0] ?? ''), request, response, edit);
  });
};

/** Serves a folder by any name of this machine. */
export const serveFolder = (folder: string): Promise<TestServer> =>
  serve((request, response) => answer(folder, request, response, (_path, bytes) => bytes));

function answer(
  folder: string | undefined,
  request: IncomingMessage,
  response: ServerResponse,
  edit: (path: string, bytes: Buffer) => Buffer,
): void {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  const path = decodeURIComponent(pathname.endsWith('/') ? `${pathname}index.html` : pathname);
  if (!folder || path.includes('..')) {
    response.writeHead(404).end();
    return;
  }
  readFile(join(folder, path)).then(
    (bytes) => {
      response
        .writeHead(200, { 'content-type': types[extname(path)] ?? 'application/octet-stream' })
        .end(edit(path, bytes));
    },
    () => response.writeHead(404).end(),
  );
}

export async function serve(listener: RequestListener): Promise<TestServer> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    server,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
