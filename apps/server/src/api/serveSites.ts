import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import mime from 'mime';
import type { Resources } from '../service/Resources.js';
import { openSiteFile } from '../service/sites/openSiteFile.js';
import { cutOut, wantedPart } from './body/wantedPart.js';
import { uncountedHeaders } from './limitRequest.js';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Puts the files of uploaded sites before an application: requests to the host of a site are answered from its
 * manifest, other hosts in the domain of the sites with 404, all others go on. Sites have origins of their own, which never see a cookie of the service.
 */
export function serveSites(
  resources: Pick<Resources, 'database' | 'blobs' | 'links' | 'rateLimits'>,
  next: Handler,
): Handler {
  return (request, response) => {
    const host = request.headers.host ?? '';
    const siteId = resources.links.siteOfHost(host);
    if (siteId === null && !resources.links.isReserved(host)) return next(request, response);
    response.setHeaders(new Map(Object.entries(uncountedHeaders(resources))));
    if (siteId === null) {
      response
        .writeHead(404, { 'content-type': 'text/plain; charset=utf-8' })
        .end('No site is served at this address\n');
      return;
    }
    serveFile(resources, siteId, request, response).catch(() => {
      if (response.headersSent) response.destroy();
      else response.writeHead(503).end();
    });
  };
}

async function serveFile(
  resources: Pick<Resources, 'database' | 'blobs'>,
  siteId: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  response.setHeader('x-content-type-options', 'nosniff');
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.writeHead(405, { allow: 'GET, HEAD' }).end();
    return;
  }
  const path = pathOf(request.url ?? '/');
  const file = path === null ? undefined : await openSiteFile(resources, siteId, path);
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
  response.setHeader('accept-ranges', 'bytes');
  const part = wantedPart(request.headers, { etag, bytes: file.bytes });
  if (part === 'unsatisfiable') {
    response.writeHead(416, { 'content-range': `bytes */${file.bytes}` }).end();
    return;
  }
  // A store that is away is answered with 503, not with a file that ends.
  const content = request.method === 'HEAD' ? null : await file.stream();
  response.writeHead(part ? 206 : 200, {
    'content-type': type.startsWith('text/') ? `${type}; charset=utf-8` : type,
    'content-length': part ? part.end - part.start + 1 : file.bytes,
    ...(part && { 'content-range': `bytes ${part.start}-${part.end}/${file.bytes}` }),
  });
  if (content === null) response.end();
  else if (part) await pipeline(content, cutOut(part), response);
  else await pipeline(content, response);
}

/** The path of a file within its site, or null for one that cannot be. */
function pathOf(url: string): string | null {
  try {
    // As a relative address, `//a/b` would be `/b` at another host.
    const address = new URL(url.startsWith('/') ? `http://site${url}` : url);
    const path = decodeURIComponent(address.pathname).slice(1);
    return path.includes('\0') ? null : path;
  } catch {
    return null;
  }
}
