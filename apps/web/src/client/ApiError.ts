import type { ErrorBody, StaleReason } from '@svc/schema';

/** An answer that is not a success. `status` 0 means that no answer came. */
export class ApiError extends Error {
  /** What is wrong with which fields. */
  readonly details: readonly { path: string; message: string }[];
  /** Why a decision came too late; null for other errors. */
  readonly stale: StaleReason | null;

  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly retryAfterSeconds: number | null = null,
    more: Pick<ErrorBody['error'], 'details' | 'stale'> = {},
  ) {
    super(message);
    this.details = more.details ?? [];
    this.stale = more.stale ?? null;
    this.name = 'ApiError';
  }
}

/** What is wrong with one field; undefined when nothing is. */
export const errorOfField = (error: unknown, path: string): string | undefined =>
  error instanceof ApiError ? error.details.find((detail) => detail.path === path)?.message : undefined;

export const isStatus = (error: unknown, status: number): boolean =>
  error instanceof ApiError && error.status === status;

/** Whether the same request may succeed later. */
export const isTransient = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);
