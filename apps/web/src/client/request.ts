import type { ErrorBody } from '@svc/schema';
import { ApiError } from './ApiError.js';

export interface ApiRequest {
  method?: 'GET' | 'POST' | 'DELETE';
  path: string;
  /** `org/project`, for the routes of a project. */
  project?: string;
  query?: Record<string, string | number>;
  body?: unknown;
  signal?: AbortSignal | undefined;
}

/** Sends one request with the session cookie. Throws {@link ApiError}. */
export async function request<Answer>(call: ApiRequest): Promise<Answer> {
  const response = await send(call);
  const body: unknown = await response.json().catch(() => null);
  if (!response.ok) throw errorOf(response, body);
  return body as Answer;
}

async function send({ method = 'GET', path, project, query, body, signal }: ApiRequest): Promise<Response> {
  const headers: Record<string, string> = { Accept: 'application/json' };
  if (project) headers['X-Svc-Project'] = project;
  if (method !== 'GET') {
    headers['X-Requested-With'] = 'svc-web';
    headers['Content-Type'] = 'application/json';
  }
  const search = new URLSearchParams(
    Object.entries(query ?? {}).map(([name, value]) => [name, String(value)]),
  ).toString();
  try {
    return await fetch(search ? `${path}?${search}` : path, {
      method,
      headers,
      credentials: 'same-origin',
      ...(method === 'GET' ? {} : { body: JSON.stringify(body ?? {}) }),
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
    ? new ApiError(response.status, body.error.code, body.error.message, wait, body.error.details)
    : new ApiError(response.status, 'UNKNOWN', `The server answered ${response.status}. Try again.`, wait);
}

const isErrorBody = (body: unknown): body is ErrorBody =>
  typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'object';
