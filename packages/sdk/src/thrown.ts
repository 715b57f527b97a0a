import { SvcError } from './SvcError.js';

/** What was thrown, as text. Anything can be, also what has no text: an object without a prototype, a revoked proxy. */
export function textOfError(thrown: unknown): string {
  try {
    return String(thrown instanceof Error ? thrown.message : thrown);
  } catch {
    return 'something was thrown that cannot be shown as text';
  }
}

/** A revoked proxy cannot even be asked what it is. */
export function isSvcError(thrown: unknown): thrown is SvcError {
  try {
    return thrown instanceof SvcError;
  } catch {
    return false;
  }
}
