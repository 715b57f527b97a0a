import { readFile } from 'node:fs/promises';
import { join, normalize } from 'node:path';
import { wantedPart } from '../../apps/server/dist/api/body/wantedPart.js';
import { contentTypeOf, listen } from '../listen.mjs';

/**
 * Serves a folder on a free port of loopback, and parts of files, as sites do: without them a video cannot be sought.
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
      const wanted = wantedPart(request.headers, { etag: '', bytes: body.byteLength });
      const part = wanted === 'unsatisfiable' ? null : wanted;
      const { start, end } = part ?? { start: 0, end: body.byteLength - 1 };
      response
        .writeHead(part ? 206 : 200, {
          'content-type': contentTypeOf(file),
          'cache-control': 'max-age=3600',
          'accept-ranges': 'bytes',
          ...(part && { 'content-range': `bytes ${start}-${end}/${body.byteLength}` }),
        })
        .end(body.subarray(start, end + 1));
    } catch {
      response.writeHead(404).end();
    }
  });
}
