import { invalidAnswer } from '../answers/invalidAnswer.js';
import { missingField, type Shape } from '../answers/Shape.js';
import { SvcError } from '../SvcError.js';
import type { ErrorDetail } from '../types.js';
import { anySignal } from './anySignal.js';
import { IdleTimer } from './IdleTimer.js';
import type { KeyHolder } from './KeyHolder.js';
import { type EncodedBody, encodeBody, type RequestBody } from './RequestBody.js';
import { parseRetryAfter, type RetryPolicy, withRetries } from './retry.js';
import { userAgentOf } from './userAgent.js';

export type QueryValue = string | number | boolean | undefined;

export interface Request<Answer> {
  method: 'GET' | 'POST' | 'DELETE';
  /** Below the base address, such as `/api/v1/captures`. */
  path: string;
  query?: Record<string, QueryValue>;
  body?: RequestBody;
  /** By what the answer is known as the service's. */
  answer: Shape<Answer>;
  signal?: AbortSignal | undefined;
}

export interface TransportOptions {
  apiUrl: string;
  headers: Record<string, string>;
  /** Goes into `X-API-Key`; absent for operations that anyone may call. */
  key?: KeyHolder | undefined;
  /** The program that sends; this SDK if absent. */
  userAgent?: string | undefined;
  fetch: typeof globalThis.fetch;
  retry: Omit<RetryPolicy, 'signal'>;
  signal?: AbortSignal | undefined;
  /** Milliseconds without progress after which an attempt has failed; 60,000 if absent. */
  idleMs?: number | undefined;
}

const longestIdleMs = 60_000;

/** Sends requests to the service and turns every kind of failure into an {@link SvcError}. */
export class Transport {
  readonly #options: TransportOptions;

  constructor(options: TransportOptions) {
    this.#options = options;
  }

  /** Sends a request, with retries; answers the parsed JSON body. */
  async send<T>(request: Request<T>): Promise<T> {
    const { retry } = this.#options;
    const signal = anySignal(this.#options.signal, request.signal) ?? undefined;
    const url = addressOf(this.#options.apiUrl, request);
    const userAgent = userAgentOf(this.#options.userAgent);
    const headers: Record<string, string> = {
      ...(userAgent ? { 'User-Agent': userAgent } : {}),
      ...this.#options.headers,
      accept: 'application/json',
    };
    // The same key for all attempts: a retried POST must not act twice, and the permit that a refused call was promised
    // is kept for the call that comes back with the key.
    headers['Idempotency-Key'] = randomKey();
    const replayable = request.body?.kind !== 'stream' || request.body.replayable;
    const policy = { ...retry, maxRetries: replayable ? retry.maxRetries : 0, signal };
    try {
      return await withRetries(
        () => this.#attemptWithKey<T>(url, request, headers, signal, replayable),
        policy,
      );
    } catch (error) {
      throw signal?.aborted ? aborted(url, signal) : error;
    }
  }

  /** A key that has ended meanwhile is renewed once, and the request repeated. */
  async #attemptWithKey<T>(
    url: URL,
    request: Request<T>,
    headers: Record<string, string>,
    signal: AbortSignal | undefined,
    replayable: boolean,
  ): Promise<T> {
    const { key } = this.#options;
    if (!key) return this.#attempt<T>(url, request, headers, signal);
    const withKey = (value: string) =>
      this.#attempt<T>(url, request, { ...headers, 'X-API-Key': value }, signal);
    const current = await key.get();
    try {
      return await withKey(current);
    } catch (error) {
      const hasEnded = error instanceof SvcError && error.statusCode === 401;
      if (!hasEnded || !key.isRenewable || !replayable) throw error;
      return withKey(await key.renew(current));
    }
  }

  async #attempt<T>(
    url: URL,
    request: Request<T>,
    headers: Record<string, string>,
    signal: AbortSignal | undefined,
  ): Promise<T> {
    const idle = new IdleTimer(this.#options.idleMs ?? longestIdleMs);
    const noteProgress = () => idle.noteProgress();
    const encoding = request.body ? encodeBody(request.body, noteProgress) : Promise.resolve({ body: null });
    const { body, contentType, duplex, failure }: EncodedBody = await encoding.catch((error) => {
      // Its timer would keep the process alive.
      idle.stop();
      throw error;
    });
    let response: Response;
    let text: string;
    try {
      response = await this.#options.fetch(url, {
        method: request.method,
        headers: contentType ? { ...headers, 'content-type': contentType } : headers,
        ...(body === undefined ? {} : { body }),
        ...(duplex ? { duplex } : {}),
        // Followed, a POST becomes a GET, and whatever is named gets the key.
        redirect: 'manual',
        signal: anySignal(signal, idle.signal),
      });
      text = await readText(response, noteProgress);
    } catch (cause) {
      if (signal?.aborted) throw aborted(url, signal);
      if (failure && 'error' in failure) throw failure.error;
      throw networkError(url, idle.signal.aborted ? stalled : cause);
    } finally {
      idle.stop();
    }
    if (isRedirect(response)) throw redirectError(url, request.path, response);
    if (!response.ok) throw answeredError(url, request.path, response, text);
    const answer = parseObject(text);
    if (!answer || missingField(answer, request.answer))
      throw invalidAnswer(url, response, text, request.answer);
    return answer as T;
  }
}

function addressOf(apiUrl: string, { path, query = {} }: Pick<Request<unknown>, 'path' | 'query'>): URL {
  const url = new URL(apiUrl.trim().replace(/\/+$/, '') + path);
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(key, String(value));
  }
  return url;
}

/** `crypto.randomUUID` exists on secure origins only. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function readText({ body }: Response, onProgress: () => void): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  const reader = body?.getReader();
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    onProgress();
    text += decoder.decode(read.value, { stream: true });
  }
  return text + decoder.decode();
}

const aborted = (url: URL, signal: AbortSignal) =>
  new SvcError({
    code: 'ABORTED',
    message: `the request to ${url.origin}${url.pathname} was given up`,
    statusCode: 0,
    cause: signal.reason,
  });

/** The cause of a failure that nobody else reports. */
const stalled = Object.assign(new Error('nothing was sent or received for a while'), { code: 'STALLED' });

const untrusted = 'its certificate is not trusted here: set NODE_EXTRA_CA_CERTS to the file of its CA';
const noTls = 'nothing speaks TLS there: should the API URL begin with http://?';

const adviceByCause: Record<string, string> = {
  STALLED: 'nothing was sent or received for a minute: check the network and any proxy between',
  ECONNREFUSED: 'nothing listens there: is the service running, and is the API URL right?',
  ENOTFOUND: 'the host name is not known: check the API URL',
  EAI_AGAIN: 'the host name could not be looked up: check the network',
  ECONNRESET: 'the connection was cut: check the network and any proxy between',
  UND_ERR_SOCKET: 'the connection was cut: check the network and any proxy between',
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_GET_ISSUER_CERT: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  CERT_HAS_EXPIRED: 'its certificate has expired: renew it, or check the clock of this machine',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet: check the clock of this machine',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host: check the API URL',
  ERR_SSL_WRONG_VERSION_NUMBER: noTls,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: noTls,
  UND_ERR_CONNECT_TIMEOUT: 'no connection came about in time: check the API URL and any firewall between',
};
const generalAdvice = 'check the API URL and the network';

interface SocketError {
  code: string;
  /** Of the machine that a connection was to go to. */
  address?: unknown;
  port?: unknown;
  /** The name that was looked up. */
  hostname?: unknown;
}

/** `fetch` wraps the socket's error, and Happy Eyeballs wraps one for each address tried. */
function socketError(error: unknown): SocketError | undefined {
  if (!(error instanceof Error)) return undefined;
  // Happy Eyeballs gives its error the code of the others, but no address.
  if (error instanceof AggregateError) return socketError(error.errors[0]);
  if ('code' in error && typeof error.code === 'string') return error as Error & SocketError;
  return socketError(error.cause);
}

/** What failed to be reached instead of the service: the proxy that was to lead there; null for the service itself. */
function unreachedProxy(url: URL, { address, port, hostname }: SocketError): string | null {
  if (typeof hostname === 'string' && hostname !== url.hostname) return hostname;
  const ownPort = url.port || (url.protocol === 'https:' ? '443' : '80');
  return typeof port === 'number' && String(port) !== ownPort ? `${address}:${port}` : null;
}

function networkError(url: URL, cause: unknown): SvcError {
  const failure = socketError(cause);
  const code = failure?.code;
  const proxy = failure ? unreachedProxy(url, failure) : null;
  const advice =
    proxy === null
      ? ((code && adviceByCause[code]) ?? generalAdvice)
      : `the proxy at ${proxy} cannot be reached: check HTTPS_PROXY and HTTP_PROXY`;
  return new SvcError({
    code: 'NETWORK_ERROR',
    message: `cannot reach ${url.origin}${url.pathname}${code ? ` (${code})` : ''}: ${advice}`,
    statusCode: 0,
    cause,
  });
}

/** Browsers do not show what a redirect says. */
const isRedirect = ({ status, type }: Response) =>
  type === 'opaqueredirect' || [301, 302, 303, 307, 308].includes(status);

function redirectError(url: URL, path: string, { status, headers }: Response): SvcError {
  const location = headers.get('location') ?? '';
  const target = location && URL.canParse(location, url.href) ? new URL(location, url) : null;
  const place = target ? target.origin + target.pathname : 'another address';
  return new SvcError({
    code: 'REDIRECTED',
    message:
      place.endsWith(path) && place !== url.origin + url.pathname
        ? `${url.origin} redirects to ${place.slice(0, -path.length)}: use that as the API URL`
        : `${url.origin}${url.pathname} redirects to ${place}: check the API URL and any proxy in between`,
    statusCode: status,
  });
}

interface AnsweredError {
  code: string;
  message: string;
  details?: ErrorDetail[];
}

/** All answers of the service are objects. */
function parseObject(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

function parseError(text: string): AnsweredError | null {
  const answer = parseObject(text);
  const error: unknown = answer && 'error' in answer ? answer.error : null;
  if (typeof error !== 'object' || error === null) return null;
  if (!('code' in error && typeof error.code === 'string')) return null;
  if (!('message' in error && typeof error.message === 'string')) return null;
  const details = 'details' in error && Array.isArray(error.details) ? error.details : undefined;
  return { code: error.code, message: error.message, ...(details ? { details } : {}) };
}

const unreached = 'a proxy in between does not reach the service: is it running?';

/** What to do about an answer that is not the service's own. */
const adviceByStatus: Record<number, string> = {
  403: 'that is not from svc: does a firewall or a proxy in between refuse it?',
  404: 'that is not from svc: check the API URL',
  407: 'the proxy requires a login: put user and password into HTTPS_PROXY',
  413: 'a proxy in between takes no request this large: raise its limit, client_max_body_size in nginx',
  502: unreached,
  503: unreached,
  504: 'a proxy in between waited too long for the service: is it busy, or the limit of the proxy too short?',
};

/** Says which API URL is meant where the service itself knows no such operation below the path of the given one. */
function misplacedError({ origin, pathname }: URL, path: string, answered: AnsweredError | null) {
  const below = pathname.slice(0, -path.length);
  if (answered?.code !== 'NOT_FOUND' || below === '') return answered;
  return {
    ...answered,
    message: `${origin} is svc, but has no API below ${below}: use ${origin} as the API URL`,
  };
}

function answeredError(url: URL, path: string, response: Response, text: string): SvcError {
  const { status, statusText } = response;
  const advice = adviceByStatus[status];
  const answered = misplacedError(url, path, parseError(text)) ?? {
    code: `HTTP_${status}`,
    message:
      `${url.origin}${url.pathname} answered ${status} ${statusText}`.trimEnd() +
      (advice ? `: ${advice}` : ''),
  };
  return new SvcError({
    ...answered,
    statusCode: status,
    retryAfter: parseRetryAfter(response.headers, Date.now()),
  });
}
