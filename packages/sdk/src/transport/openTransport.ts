import { defaultApiUrl, type SvcClientOptions } from '../SvcClientOptions.js';
import { KeyHolder } from './KeyHolder.js';
import type { Sleep } from './sleep.js';
import { Transport } from './Transport.js';

/** What a client sends its requests with. */
export function openTransport(options: SvcClientOptions, sleep: Sleep): Transport {
  const { apiKey, renewKey, apiUrl = defaultApiUrl, project, signal } = options;
  return new Transport({
    apiUrl,
    headers: project ? { 'X-Svc-Project': project } : {},
    key: new KeyHolder(apiKey, renewKey),
    userAgent: options.userAgent,
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
    retry: {
      maxRetries: options.maxRetries ?? 3,
      baseDelayMs: options.retryBaseDelayMs ?? 1_000,
      random: options.random ?? Math.random,
      sleep,
      onRetry: options.onRetry,
    },
    signal,
  });
}
