import { z } from 'zod';

/** Every error code of the service with the HTTP status that carries it. */
export const errorCodes = {
  VALIDATION_ERROR: 400,
  IMAGE_INVALID: 400,
  IMAGE_TOO_LARGE: 400,
  ARCHIVE_INVALID: 400,
  ARCHIVE_TOO_LARGE: 400,
  URL_NOT_ALLOWED: 400,
  SNAPSHOT_NOT_IN_DIFF: 400,
  BRANCH_REQUIRED: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  QUOTA_EXCEEDED: 403,
  TOKEN_INVALID: 403,
  NOT_FOUND: 404,
  PROJECT_NOT_FOUND: 404,
  CAPTURE_NOT_FOUND: 404,
  DIFF_NOT_FOUND: 404,
  SESSION_NOT_FOUND: 404,
  SITE_NOT_FOUND: 404,
  SUITE_NOT_FOUND: 404,
  SNAPSHOT_NOT_FOUND: 404,
  THREAD_NOT_FOUND: 404,
  COMMENT_NOT_FOUND: 404,
  REVIEW_REQUEST_NOT_FOUND: 404,
  CHAT_RULE_NOT_FOUND: 404,
  IGNORE_AREA_NOT_FOUND: 404,
  IMAGE_NOT_FOUND: 404,
  TRACE_NOT_FOUND: 404,
  STORIES_NOT_FOUND: 404,
  CHECK_RUN_NOT_FOUND: 404,
  KEY_NOT_FOUND: 404,
  ORGANISATION_NOT_FOUND: 404,
  MEMBER_NOT_FOUND: 404,
  INVITATION_NOT_FOUND: 404,
  LOGIN_NOT_FOUND: 404,
  PROVIDER_NOT_FOUND: 404,
  DIFF_STALE: 409,
  DECISION_CONFLICT: 409,
  DIFF_NOT_READY: 409,
  SITE_NOT_READY: 409,
  SITE_COMPLETED: 409,
  CAPTURE_COMPLETED: 409,
  CAPTURE_FAILED: 409,
  CAPTURE_EPHEMERAL: 409,
  SESSION_COMPLETED: 409,
  SESSION_MISMATCH: 409,
  SNAPSHOT_DUPLICATE: 409,
  IDEMPOTENCY_CONFLICT: 409,
  NAME_TAKEN: 409,
  LAST_OWNER: 409,
  LOGIN_PENDING: 409,
  RATE_LIMITED: 429,
  INTERNAL: 500,
  ISSUER_UNAVAILABLE: 503,
  STORAGE_UNAVAILABLE: 503,
  DATABASE_UNAVAILABLE: 503,
  SERVICE_STOPPING: 503,
} as const;

export type ErrorCode = keyof typeof errorCodes;

/** One field of a refused request, and why. */
export const errorDetail = z.object({ path: z.string(), message: z.string() });
export type ErrorDetail = z.infer<typeof errorDetail>;

/** Body of every error answer. `details` names the fields of a VALIDATION_ERROR, `stale` the reason of a DIFF_STALE. */
/** Why a decision came too late (R14, R44). */
export const staleReason = z.object({
  /** Name, viewport and browser of the first snapshot that it holds of. */
  snapshot: z.string(),
  /** The diff of the newer build, to decide in; null where the baseline has changed, so that a re-diff answers it. */
  newerDiffId: z.string().nullable(),
});
export type StaleReason = z.infer<typeof staleReason>;

export const errorBody = z.object({
  error: z.object({
    code: z.enum(Object.keys(errorCodes) as [ErrorCode, ...ErrorCode[]]),
    message: z.string(),
    details: z.array(errorDetail).optional(),
    stale: staleReason.optional(),
  }),
});
export type ErrorBody = z.infer<typeof errorBody>;
