import { type CompleteSessionBody, operations } from '@svc/schema';
import type { FastifyInstance } from 'fastify';
import { finishRun } from '../service/checks/finishRun.js';
import type { Resources } from '../service/Resources.js';
import { completeSession, type RunEnd } from '../service/sessions/completeSession.js';
import { createSession } from '../service/sessions/createSession.js';
import { readSession, readSessions } from '../service/sessions/readSessions.js';
import { paginate, places, readCursor } from './cursor.js';
import { serve } from './serve.js';

export function sessionRoutes(app: FastifyInstance, resources: Resources): void {
  serve(app, resources, operations.createSession, ({ body, access, attempt }) =>
    createSession(resources, access, body, attempt),
  );

  serve(app, resources, operations.listSessions, async ({ query: { suite, limit, cursor }, access }) => {
    const rows = await readSessions(resources, access, {
      suite,
      before: readCursor(cursor, places.moment),
      limit: limit + 1,
    });
    const { page, nextCursor } = paginate(rows, limit, ({ place }) => place);
    return { sessions: page.map(({ session }) => session), nextCursor };
  });

  serve(app, resources, operations.getSession, ({ params, access }) =>
    readSession(resources, access, params.id),
  );

  serve(app, resources, operations.completeSession, ({ params, body, access }) =>
    completeSession(resources, access, params.id, endOf(body)),
  );

  serve(app, resources, operations.finishRun, ({ body, access }) => finishRun(resources, access, body));
}

function endOf({
  exitCode = 0,
  complete,
  allowEmpty,
  branch,
  commit,
  isLocal = false,
  ...run
}: CompleteSessionBody): RunEnd {
  const start =
    branch === undefined || commit === undefined
      ? undefined
      : { ...run, branch, commit, isLocal, autoApprove: false, implicit: false };
  return { exitCode, complete, allowEmpty, start };
}
