import { readFile } from 'node:fs/promises';
import { join, normalize } from 'node:path';
import { contentTypeOf, listen } from '../listen.mjs';

/** Serves a built book on a free port of loopback; `change` serves it with one change from then on, or as it is. */
export async function serveChanged(folder) {
  let change = null;
  const { url: origin, close } = await listen(async (request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    const file = decodeURIComponent(pathname.endsWith('/') ? `${pathname}index.html` : pathname);
    try {
      const body = await readFile(join(folder, normalize(change?.aliases?.[file] ?? file)));
      const changed = change?.files ? change.files(file, body) : body;
      if (changed === null) throw new Error('gone');
      response
        .writeHead(200, { 'content-type': contentTypeOf(file), 'cache-control': 'no-store' })
        .end(changed);
    } catch {
      response.writeHead(404).end();
    }
  });
  return {
    origin,
    change: (next) => {
      change = next;
    },
    close,
  };
}

/** A change of a book that adds something to the head of its page. */
export const addingToHead = (html) => ({
  files: (file, body) =>
    /(^|\/)(iframe|index)\.html$/.test(file)
      ? body.toString().replace('</head>', () => `${html}</head>`)
      : body,
});
