import type { CreatedSession, CreateSessionBody } from '@svc/schema';
import { newId } from '../../store/newId.js';
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
  { sessionId = newId('session'), ...body }: CreateSessionBody,
): Promise<CreatedSession> {
  const start = { ...body, id: sessionId, implicit: false };
  const { captureId, diffId } = await openSession(resources, access, start);
  return { sessionId, captureId, diffId };
}
