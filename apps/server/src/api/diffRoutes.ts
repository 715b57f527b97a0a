import { operations } from '@svc/schema';
import type { FastifyInstance } from 'fastify';
import { notFound } from '../domain/ServiceError.js';
import { approveSnapshots } from '../service/approveSnapshots.js';
import { createDiff } from '../service/createDiff.js';
import { presentDiff, presentDiffSummaries } from '../service/presentDiff.js';
import type { Caller, Resources } from '../service/Resources.js';
import { reDiff } from '../service/reDiff.js';
import { rejectSnapshots } from '../service/rejectSnapshots.js';
import { revokeSnapshots } from '../service/revokeSnapshots.js';
import { findDiff, listDiffs } from '../store/diffs.js';
import { paginate, readTextCursor } from './cursor.js';
import { serve } from './serve.js';

export function diffRoutes(app: FastifyInstance, resources: Resources): void {
  const { database } = resources;

  const read = async ({ project }: Caller, id: string) => {
    const row = await findDiff(database, project.id, id);
    if (!row) throw notFound('Diff');
    return presentDiff(resources, project, row);
  };

  serve(app, resources, operations.createDiff, async ({ body, caller }) =>
    read(caller, await createDiff(resources, caller, body)),
  );

  serve(app, resources, operations.getDiff, async ({ params, caller }) => read(caller, params.id));

  serve(app, resources, operations.listDiffs, async ({ query, caller: { project } }) => {
    const { suite, headCaptureId, limit, cursor } = query;
    const rows = await listDiffs(database, project.id, {
      suite,
      headCaptureId,
      before: readTextCursor(cursor),
      limit: limit + 1,
    });
    const { page, nextCursor } = paginate(rows, limit, (row) => row.id);
    return { diffs: await presentDiffSummaries(resources, project, page), nextCursor };
  });

  serve(app, resources, operations.reDiff, async ({ params, caller }) => {
    await reDiff(resources, caller, params.id);
    return read(caller, params.id);
  });

  serve(app, resources, operations.approve, ({ params, body, caller }) =>
    approveSnapshots(resources, caller, params.id, body.snapshots),
  );
  serve(app, resources, operations.reject, ({ params, body, caller }) =>
    rejectSnapshots(resources, caller, params.id, body.snapshots),
  );
  serve(app, resources, operations.revoke, ({ params, body, caller }) =>
    revokeSnapshots(resources, caller, params.id, body.snapshots),
  );
}
