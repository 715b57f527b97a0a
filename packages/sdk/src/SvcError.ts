import type { ErrorDetail } from './types.js';

export interface SvcErrorFields {
  code: string;
  message: string;
  statusCode: number;
  retryAfter?: number | undefined;
  details?: ErrorDetail[] | undefined;
  cause?: unknown;
}

/**
 * What every method of the SDK throws on failure.
 *
 * `code` is the service's (`CAPTURE_NOT_FOUND`, `RATE_LIMITED`, …) or one of the SDK's own, which come with
 * `statusCode` 0: `VALIDATION_ERROR` for arguments that cannot be used, `NETWORK_ERROR`, `ABORTED`, `TIMEOUT`, `API_KEY_MISSING`, `API_URL_INVALID`, `SITE_FAILED`,
 * `BRANCH_NOT_DETECTED`, `COMMIT_NOT_DETECTED`, `CI_IDENTITY_MISSING`, `SNAPSHOT_CHANGED`.
 */
export class SvcError extends Error {
  override readonly name = 'SvcError';
  readonly code: string;
  /** HTTP status; 0 when no answer came. */
  readonly statusCode: number;
  /** Seconds to wait, from `Retry-After`. */
  readonly retryAfter: number | undefined;
  /** The refused fields of a `VALIDATION_ERROR`. */
  readonly details: ErrorDetail[] | undefined;

  constructor({ code, message, statusCode, retryAfter, details, cause }: SvcErrorFields) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.statusCode = statusCode;
    this.retryAfter = retryAfter;
    this.details = details;
  }
}
