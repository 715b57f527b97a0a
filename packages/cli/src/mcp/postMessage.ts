import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceAccess } from '../access/resolveService.js';
import { userAgent } from '../version.js';

/** Attempts of one message. The service has done nothing where it answers 429 or 503. */
const mostAttempts = 4;

/** Seconds that are waited at most; a client waits for about a minute in all. */
const longestWait = 15;

export type Post = (body: string, headers: Record<string, string>) => Promise<Response>;

/** Sends messages to the service with the credential, and again where it asks for that. */
export function createPost(service: ServiceAccess, signal: AbortSignal): Post {
  const url = new URL('/mcp', service.apiUrl);
  let { apiKey } = service;
  return async (body, headers) => {
    let isRenewed = false;
    for (let attempt = 1; ; attempt += 1) {
      const answer = await fetch(url, {
        method: 'POST',
        headers: {
          ...headers,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          'user-agent': userAgent,
          'x-api-key': apiKey,
          ...(service.project ? { 'x-svc-project': service.project } : {}),
        },
        body,
        // A credential goes to the service that was named, and to nobody else.
        redirect: 'error',
        signal,
      });
      if (answer.status === 401 && service.renewKey && !isRenewed) {
        apiKey = await service.renewKey();
        isRenewed = true;
        continue;
      }
      if (![429, 503].includes(answer.status) || attempt === mostAttempts) return answer;
      const seconds = Number(answer.headers.get('retry-after') ?? attempt);
      await sleep(Math.min(longestWait, Math.max(0, seconds || 0)) * 1_000, undefined, { signal });
    }
  };
}
