import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { whenLate } from './whenLate.js';

/** The answer to a request for a file of a site. */
interface Answer {
  headers: OutgoingHttpHeaders;
  body: Buffer;
  /** On the clock of `performance.now()`. */
  expires: number;
}

/** Files of sites: the pages of a capture ask for the same ones, and a site never changes. */
export interface SiteCache {
  /**
   * The answer that is known for a request, once the one that is under way has ended or takes too long; else null, and then the
   * answer of the server is to be given to `keep` or to `giveUp`.
   * @param key null for a request that is never answered from here
   */
  find(key: string | null): Promise<Answer | null>;
  /** Keeps an answer while it is passed on, where the server allows it. */
  keep(key: string | null, response: IncomingMessage): void;
  /** Lets others ask for themselves: the request was not answered. */
  giveUp(key: string | null): void;
}

interface Limits {
  /** Of all answers together. */
  bytes?: number;
  /** Of one of them. */
  fileBytes?: number;
  /** Milliseconds that a request waits for another one: the page that made that one may not read its answer. */
  patience?: number;
}

const longestSeconds = 120;

/** The address of a request that asks for a whole file; null for any other. */
export function fileKey(method: string | undefined, url: URL, headers: IncomingHttpHeaders): string | null {
  const isPart = headers.range !== undefined;
  const isConditional = headers['if-none-match'] !== undefined || headers['if-modified-since'] !== undefined;
  const isFresh = /no-cache|no-store/.test(`${headers['cache-control'] ?? ''} ${headers.pragma ?? ''}`);
  const isPlain =
    method === 'GET' && !isPart && !isConditional && !isFresh && headers.authorization === undefined;
  return isPlain ? url.host + url.pathname + url.search : null;
}

export const answerWith = (outgoing: ServerResponse, { headers, body }: Answer): void => {
  outgoing.writeHead(200, headers).end(body);
};

export function createSiteCache({
  bytes: mostBytes = 32 * 1024 * 1024,
  fileBytes: mostFileBytes = 8 * 1024 * 1024,
  patience = 500,
}: Limits = {}): SiteCache {
  /** Those that were used last come last. */
  const answers = new Map<string, Answer>();
  const underWay = new Map<string, { ended: Promise<void>; end(): void }>();
  let bytes = 0;

  function forget(key: string): void {
    bytes -= answers.get(key)?.body.byteLength ?? 0;
    answers.delete(key);
  }

  async function untilEnded(key: string): Promise<void> {
    const ended = underWay.get(key)?.ended;
    if (ended === undefined) return;
    await new Promise<void>((resolve) => {
      const cancel = whenLate(patience, resolve);
      void ended.then(resolve).finally(cancel);
    });
  }

  function giveUp(key: string | null): void {
    if (key === null) return;
    underWay.get(key)?.end();
    underWay.delete(key);
  }

  function store(key: string, answer: Answer): void {
    forget(key);
    answers.set(key, answer);
    bytes += answer.body.byteLength;
    for (const oldest of answers.keys()) {
      if (bytes <= mostBytes) break;
      forget(oldest);
    }
  }

  return {
    async find(key) {
      if (key === null) return null;
      await untilEnded(key);
      const known = answers.get(key);
      if (known) forget(key);
      if (known && known.expires > performance.now()) {
        store(key, known);
        return known;
      }
      // A request that waited for one that came to nothing is a request of its own, and the first of them for all that come later.
      if (!underWay.has(key)) {
        let end = () => {};
        const ended = new Promise<void>((resolve) => {
          end = resolve;
        });
        underWay.set(key, { ended, end });
      }
      return null;
    },
    keep(key, response) {
      if (key === null) return;
      const seconds = secondsToKeep(response);
      const length = Number(response.headers['content-length']);
      if (seconds === 0 || !(length <= mostFileBytes)) {
        giveUp(key);
        return;
      }
      const chunks: Buffer[] = [];
      const { headers } = response;
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const body = joinApart(chunks);
        if (body.byteLength === length)
          store(key, { headers, body, expires: performance.now() + seconds * 1_000 });
        giveUp(key);
      });
      response.on('close', () => giveUp(key));
    },
    giveUp,
  };
}

/** In memory of its own: a small buffer of Node is a part of a larger one, all of which it would keep. */
function joinApart(chunks: readonly Buffer[]): Buffer {
  const body = Buffer.allocUnsafeSlow(chunks.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let end = 0;
  for (const chunk of chunks) end += chunk.copy(body, end);
  return body;
}

/** For how long the server lets an answer be kept whose bytes it names; 0 for never. */
function secondsToKeep({ statusCode, headers }: IncomingMessage): number {
  const control = headers['cache-control'] ?? '';
  const isKept = statusCode === 200 && headers.etag !== undefined && !/no-store|no-cache/.test(control);
  if (!isKept || headers.vary !== undefined || headers['set-cookie'] !== undefined) return 0;
  return Math.min(longestSeconds, Number(/max-age=(\d+)/.exec(control)?.[1] ?? 0));
}
