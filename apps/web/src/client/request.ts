import type { ErrorBody, Route } from '@svc/schema';
import { ApiError } from './ApiError.js';

/** What goes with a request. */
export interface Sent {
  /** `org/project`, for the operations of a project. */
  project?: string;
  query?: Record<string, string | number | undefined>;
  body?: object;
  signal?: AbortSignal | undefined;
  /** Of a POST that may be sent again: the server acts on the first, and answers the others the same. */
  idempotencyKey?: string | undefined;
}

/** Sends one request with the session cookie. Throws {@link ApiError}. */
export async function request<Answer>(method: Route['method'], path: string, sent: Sent): Promise<Answer> {
  const response = await send(method, path, sent);
  const body: unknown = await response.json().catch(() => null);
  if (!response.ok) throw errorOf(response, body);
  return body as Answer;
}

/** Opens an answer that comes bit by bit. Throws {@link ApiError}. */
export async function open(path: string, sent: Sent): Promise<ReadableStream<Uint8Array>> {
  const response = await send('GET', path, sent);
  if (!response.ok) throw errorOf(response, await response.json().catch(() => null));
  if (!response.body) throw new Error('a successful answer has a body');
  return response.body;
}

async function send(
  method: Route['method'],
  path: string,
  { project, query = {}, body = {}, signal, idempotencyKey }: Sent,
): Promise<Response> {
  const headers: Record<string, string> = { Accept: 'application/json' };
  if (project) headers['X-Svc-Project'] = project;
  if (idempotencyKey) headers['Idempotency-Key'] = idempotencyKey;
  if (method !== 'GET') {
    headers['X-Requested-With'] = 'svc-web';
    headers['Content-Type'] = 'application/json';
  }
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  ).toString();
  try {
    return await fetch(search ? `${path}?${search}` : path, {
      method,
      headers,
      credentials: 'same-origin',
      ...(method === 'GET' ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError(
      0,
      'UNREACHABLE',
      'The server did not answer. Check that it is running, then try again.',
    );
  }
}

function errorOf(response: Response, body: unknown): ApiError {
  const retryAfter = Number(response.headers.get('Retry-After'));
  const wait = Number.isFinite(retryAfter) && retryAfter > 0 ? retryAfter : null;
  return isErrorBody(body)
    ? new ApiError(response.status, body.error.code, body.error.message, wait, body.error)
    : new ApiError(response.status, 'UNKNOWN', `The server answered ${response.status}. Try again.`, wait);
}

const isErrorBody = (body: unknown): body is ErrorBody =>
  typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'object';
