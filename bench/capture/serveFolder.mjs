import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';

const types = {
  '.css': 'text/css',
  '.gif': 'image/gif',
  '.html': 'text/html; charset=utf-8',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.webm': 'video/webm',
  '.woff2': 'font/woff2',
};

/**
 * Serves a folder on a free port of loopback.
 * @param answers what the server says itself, by path
 */
export async function serveFolder(folder, answers = {}) {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    const answer = answers[pathname];
    if (answer) {
      response.writeHead(200, { 'content-type': 'text/plain', 'cache-control': 'no-store' }).end(answer());
      return;
    }
    try {
      const file = pathname.endsWith('/') ? `${pathname}index.html` : pathname;
      const body = await readFile(join(folder, normalize(file)));
      const type = types[extname(file)] ?? 'application/octet-stream';
      response.writeHead(200, { 'content-type': type, 'cache-control': 'max-age=3600' }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { port: server.address().port, close: () => server.close() };
}
