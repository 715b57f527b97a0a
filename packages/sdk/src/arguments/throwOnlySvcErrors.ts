import type { SvcError } from '../SvcError.js';
import { isSvcError, textOfError } from '../thrown.js';
import { argumentError } from './argumentError.js';
import type { Check } from './argumentsOf.js';

type Method = (...given: unknown[]) => unknown;

/**
 * Makes methods look at their arguments before they act, and reject with an {@link SvcError} alone: what a caller's own
 * function throws, or what JSON cannot hold, becomes the cause of one.
 */
export function throwOnlySvcErrors<Name extends string>(
  prototype: Record<Name, unknown>,
  checksOf: Record<Name, readonly Check[]>,
): void {
  for (const name of Object.keys(checksOf) as Name[]) {
    const method = prototype[name] as Method;
    const guarded = async function (this: unknown, ...given: unknown[]): Promise<unknown> {
      try {
        checksOf[name].forEach((check, index) => {
          check(given[index]);
        });
        return await method.apply(this, given);
      } catch (error) {
        throw svcErrorOf(name, error);
      }
    };
    Object.defineProperty(prototype, name, { value: guarded, configurable: true, writable: true });
  }
}

/** As {@link throwOnlySvcErrors}, for what runs at once. */
export function throwingOnlySvcErrors<Result>(name: string, act: () => Result): Result {
  try {
    return act();
  } catch (error) {
    throw svcErrorOf(name, error);
  }
}

function svcErrorOf(name: string, error: unknown): SvcError {
  return isSvcError(error) ? error : argumentError(name, `failed: ${textOfError(error)}`, error);
}
