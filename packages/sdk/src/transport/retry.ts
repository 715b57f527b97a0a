import { SvcError } from '../SvcError.js';
import type { Sleep } from './sleep.js';

/** A retry that is about to come. */
export interface Retry {
  /** What made it necessary. */
  error: SvcError;
  /** Milliseconds until it. */
  delayMs: number;
}

export interface RetryPolicy {
  /** 0 disables retries. */
  maxRetries: number;
  /** Milliseconds before the first retry; doubles with each. */
  baseDelayMs: number;
  /** 0 to 1. */
  random: () => number;
  sleep: Sleep;
  signal?: AbortSignal | undefined;
  onRetry?: ((retry: Retry) => void) | undefined;
}

const jitter = 0.25;
/** Seconds; who is asked to wait longer is told so at once. */
const longestRetryAfter = 600;
/** A timer that is set for longer ends at once. */
export const longestTimer = 2 ** 31 - 1;
const retriedStatuses = new Set([429, 500, 502, 503]);

export const isRetried = (error: unknown): error is SvcError =>
  error instanceof SvcError && (retriedStatuses.has(error.statusCode) || error.code === 'NETWORK_ERROR');

/**
 * Milliseconds before retry number `retry` (0 is the first): what the service asked for, or else exponential
 * from `baseDelayMs`, ± 25 %.
 */
export function retryDelay(
  retry: number,
  retryAfterSeconds: number | undefined,
  { baseDelayMs, random }: Pick<RetryPolicy, 'baseDelayMs' | 'random'>,
): number {
  if (retryAfterSeconds !== undefined) return retryAfterSeconds * 1000;
  return Math.min(baseDelayMs * 2 ** retry * (1 + jitter * (2 * random() - 1)), longestTimer);
}

const hasTime = /\d:\d\d:\d\d/;

// `Date.parse` takes "-5" and "soon 5" for days of May 2001.
const parseDate = (text: string | null): number =>
  text !== null && hasTime.test(text) ? Date.parse(text) : Number.NaN;

/**
 * Seconds of a `Retry-After` header, which is a number or an HTTP date. A date counts from the `Date` of the response, since the
 * clocks of client and service may differ; a date in the past counts as no header at all.
 */
export function parseRetryAfter(headers: Headers, now: number): number | undefined {
  const header = headers.get('retry-after');
  if (header === null) return undefined;
  if (/^\s*\d+(\.\d+)?\s*$/.test(header)) return Number(header);
  const sentAt = parseDate(headers.get('date'));
  const seconds = (parseDate(header) - (Number.isNaN(sentAt) ? now : sentAt)) / 1000;
  return seconds > 0 ? seconds : undefined;
}

/** Runs `attempt` until it succeeds, fails for good, or the retries are used up. */
export async function withRetries<T>(attempt: () => Promise<T>, policy: RetryPolicy): Promise<T> {
  for (let retry = 0; ; retry += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (retry >= policy.maxRetries || !isRetried(error)) throw error;
      if (error.retryAfter !== undefined && error.retryAfter > longestRetryAfter) throw error;
      const delayMs = retryDelay(retry, error.retryAfter, policy);
      policy.onRetry?.({ error, delayMs });
      await policy.sleep(delayMs, policy.signal);
    }
  }
}
