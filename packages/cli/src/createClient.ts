import { SvcClient } from '@svc/sdk';
import { CliError } from './CliError.js';
import type { Context } from './Context.js';
import type { ServiceFlags } from './flags.js';
import type { Progress } from './Progress.js';

/** The client that the flags and the environment describe. */
export function createClient(
  { apiKey, apiUrl }: ServiceFlags,
  { env, signal }: Context,
  progress: Progress,
): SvcClient {
  const key = (apiKey ?? env.SVC_API_KEY)?.trim();
  if (!key) {
    throw new CliError(
      'API_KEY_MISSING',
      'no API key: pass --api-key or set SVC_API_KEY (`svc-server keys create <org>/<project>` makes one)',
    );
  }
  return new SvcClient({
    apiKey: key,
    apiUrl: apiUrl || env.SVC_API_URL || undefined,
    project: env.SVC_PROJECT || undefined,
    signal,
    onRetry: ({ error, delayMs }) =>
      progress.step(`${error.message}; trying again in ${Math.ceil(delayMs / 1000)} s`),
  });
}
