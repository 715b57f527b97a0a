import { operations } from '@svc/schema';
import type { FastifyInstance } from 'fastify';
import { notFound } from '../domain/ServiceError.js';
import { completeCapture } from '../service/completeCapture.js';
import { createCapture } from '../service/createCapture.js';
import { presentCapture, presentCaptureSummary } from '../service/presentCapture.js';
import type { Caller, Resources } from '../service/Resources.js';
import { findCapture, findCapturesOfCommits, listCaptures } from '../store/captures.js';
import { paginate, readTextCursor } from './cursor.js';
import { serve } from './serve.js';

export function captureRoutes(app: FastifyInstance, resources: Resources): void {
  const { database } = resources;

  const read = async ({ project }: Caller, id: string) => {
    const row = await findCapture(database, project.id, id);
    if (!row) throw notFound('Capture');
    return presentCapture(resources, row);
  };

  serve(app, resources, operations.createCapture, async ({ body, caller }) =>
    read(caller, await createCapture(resources, caller, body)),
  );

  serve(app, resources, operations.getCapture, async ({ params, caller }) => read(caller, params.id));

  serve(app, resources, operations.completeCapture, async ({ params, caller }) => {
    await completeCapture(resources, caller, params.id);
    return read(caller, params.id);
  });

  serve(app, resources, operations.listCaptures, async ({ query, caller: { project } }) => {
    const { suite, branch, commits, limit, cursor } = query;
    if (commits && commits.length > 0) {
      const rows = await findCapturesOfCommits(database, project.id, { suite, branch, commits });
      const byCommit = new Map(rows.map((row) => [row.commit, row]));
      const ordered = [...new Set(commits)].flatMap((commit) => byCommit.get(commit) ?? []);
      return { captures: ordered.slice(0, limit).map(presentCaptureSummary), nextCursor: null };
    }
    const rows = await listCaptures(database, project.id, {
      suite,
      branch,
      before: readTextCursor(cursor),
      limit: limit + 1,
    });
    const { page, nextCursor } = paginate(rows, limit, (row) => row.id);
    return { captures: page.map(presentCaptureSummary), nextCursor };
  });
}
