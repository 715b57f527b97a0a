import { ServiceError } from '../ServiceError.js';

/** Too many wrong passwords, or requests for a new one, came before this one, which was not looked at. */
export class TooManyTries extends ServiceError {
  /** @param retryAfter seconds */
  constructor(
    readonly retryAfter: number,
    message = 'Too many wrong passwords. Wait, or use a browser that has signed in to this account before.',
  ) {
    super('RATE_LIMITED', message);
  }
}
