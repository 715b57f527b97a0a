import { CodeHostError } from '../domain/codeHosts/CodeHostError.js';

/** An answer of a host, as far as failures are told from it. Names of headers are in lower case. */
export interface HostAnswer {
  status: number;
  headers: Readonly<Record<string, string | number | readonly string[] | undefined>>;
  /** Parsed JSON, or text. */
  body: unknown;
}

/** GitHub asks for at least this pause, in milliseconds, when a secondary limit comes without a time. */
const secondaryPause = 60_000;

/** Milliseconds. Limits of known hosts end within an hour; a clock that is wrong, here or there, must not end deliveries. */
const longestPause = 3_600_000;

/**
 * Turns an answer that is not a success into an error. Final are 400, 409, 410 and 422: the request itself is refused.
 * 401, 403 and 404 can be mended on the host (a token, a permission, an installation), so they are tried again.
 * @param host what to call the host in the message
 * @param now milliseconds since 1970
 */
export function refusal(host: string, answer: HostAnswer, now: number): CodeHostError {
  const reason = reasonOf(answer.body);
  const said = `(${answer.status})${reason ? `: ${reason}` : ''}`;
  const retryAfter = pauseOf(answer, reason, now);
  if (retryAfter !== null || answer.status === 429) {
    return new CodeHostError(`${host} limits the rate of requests ${said}`, { retryAfter });
  }
  if (answer.status >= 500) return new CodeHostError(`${host} is out of order ${said}`);
  const final = [400, 409, 410, 422].includes(answer.status);
  const advice = adviceFor[answer.status];
  return new CodeHostError(`${host} refused ${said}${advice ? `. ${advice}` : ''}`, { final });
}

const adviceFor: Record<number, string | undefined> = {
  401: 'Check the token or key that svc was given.',
  403: 'Check what the token or the App is permitted to do.',
  404: 'Check the name of the repository, and that svc has access to it.',
};

/** How long the host is left alone; null when it does not limit the rate. */
function pauseOf(answer: HostAnswer, reason: string, now: number): number | null {
  const asked = askedPause(answer, reason, now);
  return asked === null ? null : Math.min(Math.max(0, asked), longestPause);
}

/** How long the host wants no further request. */
function askedPause({ status, headers }: HostAnswer, reason: string, now: number): number | null {
  if (![403, 429, 503].includes(status)) return null;
  const after = Number(headers['retry-after']);
  if (Number.isFinite(after) && headers['retry-after'] !== undefined) return after * 1_000;
  const date = Date.parse(String(headers['retry-after']));
  if (!Number.isNaN(date)) return date - now;
  if (status === 503) return null;
  const reset = Number(headers['x-ratelimit-reset'] ?? headers['ratelimit-reset']);
  const remaining = headers['x-ratelimit-remaining'] ?? headers['ratelimit-remaining'];
  if (String(remaining) === '0' && Number.isFinite(reset)) return reset * 1_000 - now;
  return /secondary rate limit/i.test(reason) ? secondaryPause : null;
}

/** What a host says went wrong: `message` and `errors` of GitHub, `message` or `error` of GitLab, or text. */
function reasonOf(body: unknown): string {
  if (typeof body === 'string') return shorten(body.replace(/<[^>]*>/g, ' '));
  if (typeof body !== 'object' || body === null) return '';
  const { message, error, errors } = body as Record<string, unknown>;
  const parts = [message ?? error, ...(Array.isArray(errors) ? errors : [])].map(partOf);
  return shorten(parts.filter(Boolean).join('; '));
}

function partOf(part: unknown): string {
  if (typeof part === 'string') return part;
  if (typeof part !== 'object' || part === null) return '';
  const { field, message, code } = part as Record<string, unknown>;
  if (message === undefined && code === undefined) return JSON.stringify(part);
  return [field, message ?? code].filter((text) => typeof text === 'string').join(' ');
}

const shorten = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, 500);
