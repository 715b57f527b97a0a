import { operations } from '@svc/schema';
import type { FastifyInstance } from 'fastify';
import { completeSession } from '../service/completeSession.js';
import { openSession } from '../service/openSession.js';
import type { Resources } from '../service/Resources.js';
import { newId } from '../store/newId.js';
import { serve } from './serve.js';

export function sessionRoutes(app: FastifyInstance, resources: Resources): void {
  serve(app, resources, operations.createSession, async ({ body, caller }) => {
    const sessionId = newId('session');
    const { capture_id: captureId, diff_id: diffId } = await openSession(resources, caller, sessionId, body);
    return { sessionId, captureId, diffId };
  });

  serve(app, resources, operations.completeSession, ({ params, body, caller }) =>
    completeSession(resources, caller, params.id, body.exitCode ?? 0),
  );
}
