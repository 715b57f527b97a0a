import { operations } from '@svc/schema';
import type { FastifyInstance } from 'fastify';
import type { Resources } from '../service/Resources.js';
import { completeSession } from '../service/sessions/completeSession.js';
import { createSession } from '../service/sessions/createSession.js';
import { readSession, readSessions } from '../service/sessions/readSessions.js';
import { paginate, readPairCursor } from './cursor.js';
import { serve } from './serve.js';

export function sessionRoutes(app: FastifyInstance, resources: Resources): void {
  serve(app, resources, operations.createSession, ({ body, access }) =>
    createSession(resources, access, body),
  );

  serve(app, resources, operations.listSessions, async ({ query: { suite, limit, cursor }, access }) => {
    const rows = await readSessions(resources, access, {
      suite,
      before: readPairCursor(cursor),
      limit: limit + 1,
    });
    const { page, nextCursor } = paginate(rows, limit, ({ place }) => place);
    return { sessions: page.map(({ session }) => session), nextCursor };
  });

  serve(app, resources, operations.getSession, ({ params, access }) =>
    readSession(resources, access, params.id),
  );

  serve(app, resources, operations.completeSession, ({ params, body, access }) =>
    completeSession(resources, access, params.id, {
      exitCode: body.exitCode ?? 0,
      ...(body.complete ? { complete: true } : {}),
    }),
  );
}
