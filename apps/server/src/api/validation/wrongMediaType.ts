import { type Operation, operations } from '@svc/schema';
import type { FastifyRequest } from 'fastify';
import { ServiceError } from '../../domain/ServiceError.js';

/** Says which content types an operation takes, instead of the one that came. */
export function wrongMediaType(request: FastifyRequest): ServiceError {
  const { method, url } = request.routeOptions;
  const operation: Operation | undefined = Object.values(operations).find(
    (one) => one.path === url && one.method === method,
  );
  const wanted = Object.keys(operation?.bodies ?? { 'application/json': null });
  const given = request.headers['content-type'];
  const message = `must be ${new Intl.ListFormat('en', { type: 'disjunction' }).format(wanted)}${given === undefined ? '' : `, not ${given}`}`;
  return new ServiceError('VALIDATION_ERROR', `Content-Type ${message}`, [{ path: 'Content-Type', message }]);
}
