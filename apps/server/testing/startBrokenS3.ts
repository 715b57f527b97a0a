import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { S3Settings } from '../src/store/blobs/s3/S3Settings.js';

/** What was asked of the server. */
export interface Asked {
  /** As `PUT`, `GET`, `HEAD`, `DELETE`, `COPY` or `LIST`. */
  what: string;
  key: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

/** Answers instead of the server; returns false to let it answer. */
type Fault = (asked: Asked, response: ServerResponse) => boolean;

/** A server that answers as a bucket does, as far as it takes to misbehave on purpose. What S3 is, only a real one tests. */
export interface BrokenS3 {
  settings: S3Settings;
  objects: Map<string, Buffer>;
  asked: Asked[];
  fault: Fault;
  close(): Promise<void>;
}

export async function startBrokenS3(): Promise<BrokenS3> {
  const server = createServer((request, response) => {
    void answer(broken, request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const broken: BrokenS3 = {
    settings: {
      bucket: 'images',
      prefix: 'svc/',
      region: 'us-east-1',
      endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      publicEndpoint: null,
      pathStyle: true,
      encryption: null,
      ca: null,
    },
    objects: new Map(),
    asked: [],
    fault: () => false,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return broken;
}

async function answer(broken: BrokenS3, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://s3');
  const [, , ...parts] = decodeURIComponent(pathname).split('/');
  const { method = '', headers } = request;
  const body = await buffer(request);
  const what = searchParams.has('list-type') ? 'LIST' : headers['x-amz-copy-source'] ? 'COPY' : method;
  const asked = { what, key: parts.join('/'), query: searchParams, headers, body };
  broken.asked.push(asked);
  if (!broken.fault(asked, response)) obey(broken.objects, asked, response, searchParams.get('prefix') ?? '');
}

function obey(
  objects: Map<string, Buffer>,
  { what, key, headers, body }: Asked,
  response: ServerResponse,
  prefix: string,
): void {
  if (what === 'LIST') {
    const keys = [...objects.keys()].filter((one) => one.startsWith(prefix));
    const contents = keys.map(
      (one) => `<Contents><Key>${one}</Key><LastModified>2026-01-01T00:00:00Z</LastModified></Contents>`,
    );
    response.end(`<ListBucketResult>${contents.join('')}</ListBucketResult>`);
  } else if (what === 'PUT') {
    objects.set(key, body);
    response.writeHead(200, { etag: tagOf(body) }).end();
  } else if (what === 'COPY') {
    const from = String(headers['x-amz-copy-source']).replace(/^\/?images\//, '');
    objects.set(key, objects.get(from) ?? Buffer.alloc(0));
    response.end('<CopyObjectResult><ETag>"x"</ETag></CopyObjectResult>');
  } else if (what === 'DELETE') {
    objects.delete(key);
    response.writeHead(204).end();
  } else {
    const found = objects.get(key);
    if (found) sendObject(found, headers.range, response);
    else refuse(response, 404, 'NoSuchKey');
  }
}

/** Answers with the bytes that a range asks for. */
export function sendObject(bytes: Buffer, range: string | undefined, response: ServerResponse): void {
  const from = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0);
  const part = bytes.subarray(from);
  response.writeHead(range === undefined ? 200 : 206, {
    etag: tagOf(bytes),
    'content-length': part.length,
    'last-modified': new Date().toUTCString(),
  });
  response.end(part);
}

export const tagOf = (bytes: Buffer): string => `"${createHash('md5').update(bytes).digest('hex')}"`;

export function refuse(response: ServerResponse, status: number, code: string): true {
  response.writeHead(status, { 'content-type': 'application/xml' });
  response.end(`<Error><Code>${code}</Code><Message>${code}</Message></Error>`);
  return true;
}
