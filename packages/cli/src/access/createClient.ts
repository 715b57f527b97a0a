import { SvcClient } from '@svc/sdk';
import type { Context } from '../Context.js';
import type { ServiceFlags } from '../flags.js';
import type { Progress } from '../output/Progress.js';
import { userAgent } from '../version.js';
import { resolveService, type ServiceAccess } from './resolveService.js';

/** The client that the flags, the environment and stored logins describe. */
export const createClient = async (
  flags: ServiceFlags,
  context: Context,
  progress: Progress,
): Promise<SvcClient> => clientOf(await resolveService(flags, context), context, progress);

/** The client of a service. */
export function clientOf(
  { apiUrl, apiKey, renewKey, project }: ServiceAccess,
  context: Context,
  progress: Progress,
): SvcClient {
  return new SvcClient({
    apiUrl,
    apiKey,
    renewKey,
    project,
    signal: context.signal,
    userAgent,
    // Commands say everything themselves.
    environment: false,
    onRetry: ({ error, delayMs }) =>
      progress.step(`${error.message}; trying again in ${Math.ceil(delayMs / 1000)} s`),
  });
}
