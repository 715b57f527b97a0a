import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import mime from 'mime';
import type { Resources } from '../service/Resources.js';
import { findSiteFile, type SiteFile } from '../store/sites.js';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Puts the files of uploaded sites before an application: requests to the host of a site are answered from its
 * manifest, all others go on. Sites have origins of their own, which never see a cookie of the service.
 */
export function serveSites(
  resources: Pick<Resources, 'database' | 'blobs' | 'links'>,
  next: Handler,
): Handler {
  return (request, response) => {
    const siteId = resources.links.siteOfHost(request.headers.host ?? '');
    if (siteId === null) return next(request, response);
    serveFile(resources, siteId, request, response).catch(() => {
      if (response.headersSent) response.destroy();
      else response.writeHead(503).end();
    });
  };
}

async function serveFile(
  { database, blobs }: Pick<Resources, 'database' | 'blobs'>,
  siteId: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  response.setHeader('x-content-type-options', 'nosniff');
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.writeHead(405, { allow: 'GET, HEAD' }).end();
    return;
  }
  const file = await findFile(pathOf(request.url ?? '/'), (path) => findSiteFile(database, siteId, path));
  if (!file) {
    response
      .writeHead(404, { 'content-type': 'text/plain; charset=utf-8' })
      .end('There is no such file in this site\n');
    return;
  }
  const etag = `"${file.hash}"`;
  const type = mime.getType(file.path) ?? 'application/octet-stream';
  response.setHeader('etag', etag);
  response.setHeader('cache-control', 'private, max-age=3600');
  if (request.headers['if-none-match'] === etag) {
    response.writeHead(304).end();
    return;
  }
  response.writeHead(200, {
    'content-type': type.startsWith('text/') ? `${type}; charset=utf-8` : type,
    'content-length': file.bytes,
  });
  if (request.method === 'HEAD') response.end();
  else await pipeline(await blobs.stream(file.hash), response);
}

/** The path of a file within its site, or null for one that cannot be. */
function pathOf(url: string): string | null {
  try {
    return decodeURIComponent(new URL(url, 'http://site').pathname).slice(1);
  } catch {
    return null;
  }
}

async function findFile(
  path: string | null,
  find: (path: string) => Promise<SiteFile | undefined>,
): Promise<SiteFile | undefined> {
  if (path === null) return undefined;
  if (path === '' || path.endsWith('/')) return find(`${path}index.html`);
  return (await find(path)) ?? find(`${path}/index.html`);
}
