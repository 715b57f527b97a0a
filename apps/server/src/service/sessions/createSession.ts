import type { CreatedSession, CreateSessionBody } from '@svc/schema';
import { type Attempt, onlyAttempt } from '../access/Attempt.js';
import type { ProjectAccess } from '../access/ProjectAccess.js';
import type { Resources } from '../Resources.js';
import { openSession } from './openSession.js';

/**
 * Makes a session with the capture and diff of its first suite. An id that the client chose and that is open already is
 * joined (R20).
 * @throws ServiceError SESSION_COMPLETED
 */
export async function createSession(
  resources: Resources,
  access: ProjectAccess,
  { sessionId, ...body }: CreateSessionBody,
  attempt: Attempt = onlyAttempt,
): Promise<CreatedSession> {
  const id = sessionId ?? attempt.newId('session');
  const start = { ...body, id, implicit: false };
  const { captureId, diffId } = await openSession(resources, access, start);
  return { sessionId: id, captureId, diffId };
}
