import { operations } from '@svc/schema';
import type { FastifyInstance } from 'fastify';
import type { Resources } from '../service/Resources.js';
import { completeSession } from '../service/sessions/completeSession.js';
import { createSession } from '../service/sessions/createSession.js';
import { readSession } from '../service/sessions/readSession.js';
import { readSessions } from '../service/sessions/readSessions.js';
import { paginate, readPairCursor } from './cursor.js';
import { serve } from './serve.js';

export function sessionRoutes(app: FastifyInstance, resources: Resources): void {
  serve(app, resources, operations.createSession, ({ body, caller }) =>
    createSession(resources, caller, body),
  );

  serve(app, resources, operations.listSessions, async ({ query: { suite, limit, cursor }, caller }) => {
    const rows = await readSessions(resources, caller, {
      suite,
      before: readPairCursor(cursor),
      limit: limit + 1,
    });
    const { page, nextCursor } = paginate(rows, limit, ({ place }) => place);
    return { sessions: page.map(({ session }) => session), nextCursor };
  });

  serve(app, resources, operations.getSession, ({ params, caller }) =>
    readSession(resources, caller, params.id),
  );

  serve(app, resources, operations.completeSession, ({ params, body, caller }) =>
    completeSession(resources, caller, params.id, {
      exitCode: body.exitCode ?? 0,
      ...(body.complete ? { complete: true } : {}),
    }),
  );
}
