import type { CreatedSession, CreateSessionBody } from '@svc/schema';
import { newId } from '../store/newId.js';
import { openSession } from './openSession.js';
import type { Caller, Resources } from './Resources.js';

/** Makes a session with the capture and diff of its first suite. */
export async function createSession(
  resources: Resources,
  caller: Caller,
  body: CreateSessionBody,
): Promise<CreatedSession> {
  const sessionId = newId('session');
  const { capture_id: captureId, diff_id: diffId } = await openSession(resources, caller, sessionId, body);
  return { sessionId, captureId, diffId };
}
