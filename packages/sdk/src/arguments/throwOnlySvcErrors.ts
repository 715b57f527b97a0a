import type { SvcClient } from '../SvcClient.js';
import { SvcError } from '../SvcError.js';
import { argumentError } from './argumentError.js';
import { argumentsOf } from './argumentsOf.js';

/**
 * Makes every method look at its arguments before it acts, and reject with an {@link SvcError} alone: what a caller's own
 * function throws, or what JSON cannot hold, becomes the cause of one.
 */
export function throwOnlySvcErrors(prototype: SvcClient): void {
  for (const name of Object.keys(argumentsOf) as (keyof SvcClient)[]) {
    const method = prototype[name] as (...given: unknown[]) => unknown;
    const guarded = async function (this: SvcClient, ...given: unknown[]): Promise<unknown> {
      try {
        argumentsOf[name].forEach((check, index) => {
          check(given[index]);
        });
        return await method.apply(this, given);
      } catch (error) {
        if (error instanceof SvcError) throw error;
        throw argumentError(name, `failed: ${error instanceof Error ? error.message : String(error)}`, error);
      }
    };
    Object.defineProperty(prototype, name, { value: guarded, configurable: true, writable: true });
  }
}
