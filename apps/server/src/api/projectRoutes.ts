import { operations } from '@svc/schema';
import type { FastifyInstance } from 'fastify';
import { readSlot } from '../domain/slot.js';
import { readBaselines } from '../service/baselines/readBaselines.js';
import { findKnownImages } from '../service/images/findKnownImages.js';
import { changeSettings } from '../service/projects/changeSettings.js';
import { readOverview } from '../service/projects/readOverview.js';
import { presentSettings, readProjectSummary, readProjects } from '../service/projects/readProjects.js';
import { readSnapshotHistory } from '../service/projects/readSnapshotHistory.js';
import { readSuite } from '../service/projects/readSuite.js';
import { readSuites } from '../service/projects/readSuites.js';
import { readUsage } from '../service/projects/readUsage.js';
import type { Resources } from '../service/Resources.js';
import { uploadKnown } from '../service/sessions/uploadAndCompare.js';
import { paginate, places, readCursor } from './cursor.js';
import { serve } from './serve.js';

export function projectRoutes(app: FastifyInstance, resources: Resources): void {
  serve(app, resources, operations.getOverview, ({ query, access }) =>
    readOverview(resources, access, query.limit),
  );

  serve(app, resources, operations.getSettings, async ({ access }) => presentSettings(access.project));

  serve(app, resources, operations.changeSettings, ({ body, access }) =>
    changeSettings(resources, access, body),
  );

  serve(app, resources, operations.getUsage, ({ access }) => readUsage(resources, access));

  serve(app, resources, operations.listSuites, async ({ query: { limit, cursor }, access }) => {
    const suites = await readSuites(resources, access, {
      limit: limit + 1,
      after: readCursor(cursor, places.suite),
    });
    const { page, nextCursor } = paginate(suites, limit, (suite) => suite.name);
    return { suites: page, nextCursor };
  });

  serve(app, resources, operations.getSuite, ({ query, access }) =>
    readSuite(resources, access, query.suite),
  );

  serve(app, resources, operations.getSnapshotHistory, async ({ query, access }) => {
    const { suite, limit, cursor } = query;
    const { events, ...history } = await readSnapshotHistory(resources, access, {
      suite,
      slot: readSlot(query),
      before: readCursor(cursor, places.moment),
      limit: limit + 1,
    });
    const { page, nextCursor } = paginate(events, limit, ({ place }) => place);
    return { ...history, events: page.map(({ place: _, ...event }) => event), nextCursor };
  });

  serve(
    app,
    resources,
    operations.listBaselines,
    async ({ query: { suite, branch, q, limit, cursor }, access }) => {
      const { refs, baselines } = await readBaselines(resources, access, {
        suite,
        branch: branch ?? null,
        part: q?.normalize('NFC') ?? '',
        after: readCursor(cursor, places.slot),
        limit: limit + 1,
      });
      const { page, nextCursor } = paginate(baselines, limit, (one) => {
        const { name, viewport, browser } = readSlot(one);
        return [one.branch, name, viewport, browser];
      });
      return { refs, baselines: page, nextCursor };
    },
  );

  serve(app, resources, operations.findKnownImages, async ({ body, access }) => ({
    known: await findKnownImages(resources, access, body.hashes),
  }));

  serve(app, resources, operations.uploadKnownSnapshots, async ({ body, access, attempt }) => ({
    snapshots: await uploadKnown(resources, access, body, attempt),
  }));

  serve(app, resources, operations.listProjects, async ({ query: { limit, cursor }, principal }) => {
    if (principal.kind === 'key') {
      return { projects: await readProjectSummary(resources, principal), nextCursor: null };
    }
    const projects = await readProjects(resources, principal, {
      limit: limit + 1,
      after: readCursor(cursor, places.project),
    });
    const { page, nextCursor } = paginate(projects, limit, (project) => project.slug);
    return { projects: page, nextCursor };
  });
}
