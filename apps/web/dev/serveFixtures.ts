import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { answerApi } from './answerApi.js';
import { Fixtures } from './Fixtures.js';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

/** The policy that the service sends with its pages. */
const contentSecurityPolicy =
  "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'";

export interface FixtureServer {
  url: string;
  /** Replaces all data by fresh data. */
  reset: () => Fixtures;
  close: () => Promise<void>;
}

/** Serves a built web and the fixtures behind it on a free loopback port, as the service would. */
export async function serveFixtures(dist: string): Promise<FixtureServer> {
  let fixtures = new Fixtures();
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname.startsWith('/api/')) {
      void answerApi(fixtures, request, response);
      return;
    }
    const file = extname(pathname) in types ? pathname : '/index.html';
    response.setHeader('Content-Security-Policy', contentSecurityPolicy);
    readFile(join(dist, file)).then(
      (content) => {
        response.setHeader('Content-Type', types[extname(file)] ?? 'application/octet-stream');
        response.end(content);
      },
      () => {
        response.statusCode = 404;
        response.end();
      },
    );
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    reset: () => {
      fixtures = new Fixtures();
      return fixtures;
    },
    close: () =>
      new Promise((closed) => {
        server.closeAllConnections();
        server.close(() => closed());
      }),
  };
}
