import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';

/** Browsers refuse modules, styles and SVG without their type, and find that of the rest. */
const types: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.mjs': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};

interface Served {
  url: string;
  close(): Promise<void>;
}

/** Serves a folder to browsers on this machine. */
export async function serveFolder(folder: string): Promise<Served> {
  const server = createServer((request, response) => {
    const file = fileOf(folder, request.url ?? '/');
    const found = file ? stat(file).catch(() => null) : Promise.resolve(null);
    void found.then((stats) => {
      if (!file || !stats?.isFile()) return response.writeHead(404).end();
      const type = types[extname(file)];
      response.writeHead(200, { 'content-length': stats.size, ...(type && { 'content-type': type }) });
      return createReadStream(file)
        .on('error', () => response.destroy())
        .pipe(response);
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.on('error', reject).listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Null for a path that is not one, or leads out of the folder. */
function fileOf(folder: string, url: string): string | null {
  try {
    const path = decodeURIComponent(new URL(url, 'http://localhost').pathname);
    return path.includes('\0') ? null : join(folder, normalize(path));
  } catch {
    return null;
  }
}
