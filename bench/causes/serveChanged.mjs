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
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
};

/** Serves a built book on a free port of loopback; `change` serves it with one change from then on, or as it is. */
export async function serveChanged(folder) {
  let change = null;
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    const file = decodeURIComponent(pathname.endsWith('/') ? `${pathname}index.html` : pathname);
    try {
      const body = await readFile(join(folder, normalize(change?.aliases?.[file] ?? file)));
      const changed = change?.files ? change.files(file, body) : body;
      if (changed === null) throw new Error('gone');
      const type = types[extname(file)] ?? 'application/octet-stream';
      response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' }).end(changed);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${server.address().port}`,
    change: (next) => {
      change = next;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** A change of a book that adds something to the head of its page. */
export const addingToHead = (html) => ({
  files: (file, body) =>
    /(^|\/)(iframe|index)\.html$/.test(file)
      ? body.toString().replace('</head>', () => `${html}</head>`)
      : body,
});
