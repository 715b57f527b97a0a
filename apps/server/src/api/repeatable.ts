import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { ServiceError } from '../domain/ServiceError.js';
import { type Attempt, onlyAttempt } from '../service/access/Attempt.js';
import { answerOnce, type ReadAnswer } from '../service/access/answerOnce.js';
import type { Resources } from '../service/Resources.js';
import { headerOf } from './access/credentialIn.js';

const longestKey = 255;

/**
 * Acts on a POST to a project once, however often it comes with the same `Idempotency-Key`; without one it just acts.
 * @param contentOf what of the body tells it from others; null where that is not known to its end
 * @param readAnswer where the rows that `act` writes tell its answer
 * @throws ServiceError VALIDATION_ERROR, IDEMPOTENCY_CONFLICT
 */
export async function repeatable<T>(
  resources: Pick<Resources, 'database'>,
  request: FastifyRequest,
  contentOf: () => unknown,
  act: (attempt: Attempt) => Promise<T>,
  readAnswer?: ReadAnswer<T>,
): Promise<T> {
  const key = headerOf(request, 'idempotency-key');
  const { project: access } = request.admitted;
  if (key === undefined || access === null || request.method !== 'POST') return act(onlyAttempt);
  if (key.length === 0 || key.length > longestKey) {
    const message = `must have 1 to ${longestKey} characters`;
    throw new ServiceError('VALIDATION_ERROR', `Idempotency-Key: ${message}`, [
      { path: 'Idempotency-Key', message },
    ]);
  }
  const fingerprint = async () => {
    const content = await contentOf();
    if (content === null) return null;
    return createHash('sha256')
      .update(JSON.stringify([request.url, content]))
      .digest('hex');
  };
  return answerOnce(resources, { access, key, fingerprint }, act, readAnswer);
}
