import type { Shape } from './answers/Shape.js';
import { checkApiUrl } from './checkApiUrl.js';
import { KeyHolder } from './transport/KeyHolder.js';
import { sleep } from './transport/sleep.js';
import { Transport } from './transport/Transport.js';

export interface ServiceCall<Answer = unknown> {
  apiUrl: string;
  method: 'GET' | 'POST' | 'DELETE';
  /** Below the base address, such as `/api/v1/captures`. */
  path: string;
  query?: Record<string, string | number | boolean | undefined>;
  /** An API key or a login; operations that anyone may call need none. */
  credential?: string | undefined;
  /** `org/project`, for credentials that see more than one. */
  project?: string | undefined;
  /** Sent as JSON. */
  body?: unknown;
  /** Fields without which an answer is not the service's, with their kinds; any JSON object is taken for one if absent. */
  answer?: Shape<Answer> | undefined;
  /** The program that calls, for `User-Agent`: `svc-cli/0.14.0`; this SDK if absent. */
  userAgent?: string | undefined;
  /** 3 if absent; 0 disables retries. */
  maxRetries?: number | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Calls an operation that the client has no method for, and answers its body.
 * @throws SvcError
 */
export async function callService<T>({
  apiUrl,
  credential,
  project,
  body,
  answer = {},
  userAgent,
  maxRetries = 3,
  signal,
  ...request
}: ServiceCall<T>): Promise<T> {
  checkApiUrl(apiUrl);
  const transport = new Transport({
    apiUrl,
    headers: {
      ...(project ? { 'X-Svc-Project': project } : {}),
    },
    key: credential ? new KeyHolder(credential) : undefined,
    userAgent,
    fetch: (input, init) => globalThis.fetch(input, init),
    retry: { maxRetries, baseDelayMs: 1_000, random: Math.random, sleep },
    signal,
  });
  return transport.send<T>({
    ...request,
    answer,
    ...(body === undefined ? {} : { body: { kind: 'json', value: body } }),
  });
}
