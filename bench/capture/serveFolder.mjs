import { readFile } from 'node:fs/promises';
import { join, normalize } from 'node:path';
import { contentTypeOf, listen } from '../listen.mjs';

/**
 * Serves a folder on a free port of loopback.
 * @param answers what the server says itself, by path
 */
export function serveFolder(folder, answers = {}) {
  return listen(async (request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    const answer = answers[pathname];
    if (answer) {
      response.writeHead(200, { 'content-type': 'text/plain', 'cache-control': 'no-store' }).end(answer());
      return;
    }
    try {
      const file = pathname.endsWith('/') ? `${pathname}index.html` : pathname;
      const body = await readFile(join(folder, normalize(file)));
      response
        .writeHead(200, { 'content-type': contentTypeOf(file), 'cache-control': 'max-age=3600' })
        .end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
}
