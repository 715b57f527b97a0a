import { SvcClient } from '@svc/sdk';
import type { Context } from './Context.js';
import type { ServiceFlags } from './flags.js';
import type { Progress } from './Progress.js';
import { resolveService } from './resolveService.js';

/** The client that the flags and the environment describe. */
export function createClient(flags: ServiceFlags, { env, signal }: Context, progress: Progress): SvcClient {
  return new SvcClient({
    ...resolveService(flags, env),
    project: env.SVC_PROJECT || undefined,
    signal,
    onRetry: ({ error, delayMs }) =>
      progress.step(`${error.message}; trying again in ${Math.ceil(delayMs / 1000)} s`),
  });
}
