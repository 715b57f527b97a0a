import type { Env } from './ci/CiRun.js';
import type { Retry } from './transport/retry.js';
import type { Sleep } from './transport/sleep.js';

/** Where `npm start` serves. */
export const defaultApiUrl = 'http://localhost:4300';

export interface SvcClientOptions {
  /** `svc_` followed by base64url text. `SVC_API_KEY` where it is empty. */
  apiKey: string;
  /** Base address of the service; `SVC_API_URL`, then {@link defaultApiUrl} if absent. */
  apiUrl?: string | undefined;
  /**
   * `org/project`, for credentials that see more than one; the name alone where they see one project of that name.
   * `SVC_PROJECT` if absent.
   */
  project?: string | undefined;
  /**
   * Gives a key when `apiKey` is empty, and another one when the service refuses what has ended (401), as the keys of CI do
   * after 15 minutes: `() => getCiKey().then(({ key }) => key)`.
   */
  renewKey?: (() => Promise<string>) | undefined;
  /** 3 if absent; 0 disables retries. */
  maxRetries?: number | undefined;
  /** Milliseconds before the first retry, doubling with each; 1000 if absent. */
  retryBaseDelayMs?: number | undefined;
  /** Uploads at the same time, over all callers; 8 if absent. */
  concurrency?: number | undefined;
  /** Gives up everything that the client does. */
  signal?: AbortSignal | undefined;
  /** Told before each retry. */
  onRetry?: ((retry: Retry) => void) | undefined;
  /** The program that uses the client, for `User-Agent`: `svc-cli/0.14.0`; this SDK if absent. */
  userAgent?: string | undefined;
  /**
   * Variables that stand for what is left out here and in captures, sessions and uploads: those of the process if absent,
   * none with false, nor git. Browsers have none.
   */
  environment?: Env | false | undefined;
  /** Replaceable for tests and for environments with their own. */
  fetch?: typeof globalThis.fetch | undefined;
  sleep?: Sleep | undefined;
  random?: (() => number) | undefined;
}
