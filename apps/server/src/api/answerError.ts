import type { ErrorBody } from '@svc/schema';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { DatabaseUnavailable } from '../domain/DatabaseUnavailable.js';
import { ServiceError } from '../domain/ServiceError.js';
import { isDiskFault, StorageUnavailable } from '../domain/StorageUnavailable.js';
import { wrongMediaType } from './validation/wrongMediaType.js';

/** Every answer that is not a success has this body and one of the statuses of the contract (R31). */
export function answerError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): void {
  const known = toServiceError(error, request);
  if (isUnstorable(error)) request.log.error({ err: error }, 'a value of a request cannot be stored');
  if (known.code === 'INTERNAL') request.log.error({ err: error }, 'request failed');
  else if (known.statusCode >= 500) request.log.warn({ err: error }, 'request could not be served');
  const body: ErrorBody = {
    error: {
      code: known.code,
      message: known.message,
      ...(known.details ? { details: known.details } : {}),
      ...(known.stale ? { stale: known.stale } : {}),
    },
  };
  // Fastify closes the connection of a body that is refused; createConnections reads the rest of it instead.
  reply.removeHeader('connection');
  reply.code(known.statusCode).type('application/json; charset=utf-8').send(JSON.stringify(body));
}

/** The same body for every path that is none. */
export function answerUnknownRoute(request: FastifyRequest, reply: FastifyReply): void {
  answerError(
    new ServiceError(
      'NOT_FOUND',
      `There is no ${request.method} ${request.url.split('?')[0]}; see /docs/api`,
    ),
    request,
    reply,
  );
}

function toServiceError(error: FastifyError | Error, request: FastifyRequest): ServiceError {
  if (error instanceof ServiceError) return error;
  if (error instanceof StorageUnavailable) return new ServiceError('STORAGE_UNAVAILABLE', error.message);
  if (isDiskFault(error)) {
    return new ServiceError(
      'STORAGE_UNAVAILABLE',
      'A disk of the service is full or cannot be used; try again later',
    );
  }
  if (error instanceof DatabaseUnavailable) return new ServiceError('DATABASE_UNAVAILABLE', error.message);
  if (isUnstorable(error)) {
    return new ServiceError('VALIDATION_ERROR', 'The request has a value that cannot be stored');
  }
  const { statusCode, code } = error as Partial<FastifyError>;
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE' || code === 'FST_REQ_FILE_TOO_LARGE') {
    return new ServiceError('VALIDATION_ERROR', 'The request body is larger than the service accepts');
  }
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return wrongMediaType(request);
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new ServiceError('VALIDATION_ERROR', error.message);
  }
  return new ServiceError('INTERNAL', 'Something went wrong in the service; its log has the details');
}

/**
 * Classes 22 (data exception) and 54 (program limit) of PostgreSQL: a value that it does not have, or names too long for
 * an index. Schemas refuse what is known of such values, so this is the last line, and is logged.
 */
const isUnstorable = (error: Error): boolean =>
  'severity' in error && 'code' in error && /^(22|54)...$/.test(String(error.code));
