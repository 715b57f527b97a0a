import { type ErrorCode, errorCodes } from '../errors.js';
import type { Operation } from './Operation.js';

/** By who may ask: what goes wrong before an operation is looked at. */
const byAccess: Readonly<Record<Operation['access'], readonly ErrorCode[]>> = {
  project: ['UNAUTHORIZED', 'FORBIDDEN', 'PROJECT_NOT_FOUND', 'RATE_LIMITED'],
  organisation: ['UNAUTHORIZED', 'FORBIDDEN', 'ORGANISATION_NOT_FOUND', 'RATE_LIMITED'],
  person: ['UNAUTHORIZED', 'FORBIDDEN', 'RATE_LIMITED'],
  identity: ['UNAUTHORIZED', 'RATE_LIMITED'],
  public: ['RATE_LIMITED'],
  signed: ['RATE_LIMITED'],
};

/** Whether a request that comes again with the same `Idempotency-Key` gets the answer that it got. */
export const isRepeatable = ({ method, access, isSecret }: Operation): boolean =>
  method === 'POST' && access === 'project' && !isSecret;

/** Every error code that an operation may answer, in the order of their statuses. */
export function errorsOf(operation: Operation): ErrorCode[] {
  const codes = new Set<ErrorCode>([
    'VALIDATION_ERROR',
    ...byAccess[operation.access],
    ...(isRepeatable(operation) ? (['IDEMPOTENCY_CONFLICT'] as const) : []),
    ...(operation.errors ?? []),
    'INTERNAL',
    'DATABASE_UNAVAILABLE',
    'STORAGE_UNAVAILABLE',
  ]);
  return [...codes].sort((a, b) => errorCodes[a] - errorCodes[b]);
}
