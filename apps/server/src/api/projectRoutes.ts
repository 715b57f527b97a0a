import { operations, viewportKey } from '@svc/schema';
import type { FastifyInstance } from 'fastify';
import type { Resources } from '../service/Resources.js';
import { presentProject, readBaselines, readOverview, readSuites } from '../service/readProject.js';
import { findKnownHashes } from '../store/images.js';
import { listProjects, slugOf } from '../store/projects.js';
import { paginate, readTextCursor, readTripleCursor } from './cursor.js';
import { serve } from './serve.js';

export function projectRoutes(app: FastifyInstance, resources: Resources): void {
  const { database } = resources;

  serve(app, resources, operations.getOverview, ({ query, caller }) =>
    readOverview(resources, caller, query.limit),
  );

  serve(app, resources, operations.listSuites, async ({ query: { limit, cursor }, caller }) => {
    const suites = await readSuites(resources, caller, { limit: limit + 1, after: readTextCursor(cursor) });
    const { page, nextCursor } = paginate(suites, limit, (suite) => suite.name);
    return { suites: page, nextCursor };
  });

  serve(
    app,
    resources,
    operations.listBaselines,
    async ({ query: { suite, branch, limit, cursor }, caller }) => {
      const { refs, baselines } = await readBaselines(resources, caller, {
        suite,
        branch: branch ?? null,
        after: readTripleCursor(cursor),
        limit: limit + 1,
      });
      const { page, nextCursor } = paginate(baselines, limit, (one) => [
        one.branch,
        one.name,
        viewportKey(one.viewport),
      ]);
      return { refs, baselines: page, nextCursor };
    },
  );

  serve(app, resources, operations.findKnownImages, async ({ body, caller: { project } }) => ({
    known: await findKnownHashes(database, project.id, body.hashes),
  }));

  serve(app, resources, operations.listProjects, async ({ query: { limit, cursor }, asker }) => {
    if (asker.kind === 'key') {
      return { projects: [{ ...presentProject(asker.project), lastActivityAt: null }], nextCursor: null };
    }
    const rows = await listProjects(database, { limit: limit + 1, after: readTextCursor(cursor) });
    const { page, nextCursor } = paginate(rows, limit, slugOf);
    return {
      projects: page.map((row) => ({
        ...presentProject(row),
        lastActivityAt: row.last_activity_at?.toISOString() ?? null,
      })),
      nextCursor,
    };
  });
}
