import { type ErrorCode, errorCodes, type StaleReason } from '@svc/schema';

export interface ErrorDetail {
  path: string;
  message: string;
}

/** A failure that is answered to the caller. Anything else that is thrown becomes `INTERNAL`. */
export class ServiceError extends Error {
  readonly statusCode: number;

  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly details?: ErrorDetail[],
    readonly stale?: StaleReason,
  ) {
    super(message);
    this.name = 'ServiceError';
    this.statusCode = errorCodes[code];
  }
}

/** The same answer for what does not exist and for what belongs to another project (R32). */
export const notFound = (
  what:
    | 'Capture'
    | 'Diff'
    | 'Session'
    | 'Site'
    | 'Suite'
    | 'Snapshot'
    | 'Thread'
    | 'Review_Request'
    | 'Chat_Rule'
    | 'Comment'
    | 'Ignore_Area'
    | 'Project'
    | 'Key'
    | 'Organisation'
    | 'Member'
    | 'Invitation'
    | 'Login'
    | 'Provider',
) => new ServiceError(`${what.toUpperCase()}_NOT_FOUND` as ErrorCode, `${what.replace('_', ' ')} not found`);
