import { defaultApiUrl, type Env } from '@svc/sdk';
import { CliError } from './CliError.js';
import type { ServiceFlags } from './flags.js';

/**
 * The service and the key that the flags and the environment name.
 * @throws CliError API_KEY_MISSING
 */
export function resolveService(
  { apiKey, apiUrl }: ServiceFlags,
  env: Env,
): { apiKey: string; apiUrl: string } {
  const key = (apiKey ?? env.SVC_API_KEY)?.trim();
  if (!key) {
    throw new CliError(
      'API_KEY_MISSING',
      'no API key: pass --api-key or set SVC_API_KEY (`svc-server keys create <org>/<project>` makes one)',
    );
  }
  return { apiKey: key, apiUrl: apiUrl || env.SVC_API_URL || defaultApiUrl };
}
