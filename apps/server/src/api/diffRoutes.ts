import etag from '@fastify/etag';
import { type DecisionBody, operations, viewportKey } from '@svc/schema';
import type { FastifyInstance } from 'fastify';
import { approveSnapshots } from '../service/decisions/approveSnapshots.js';
import type { Wanted } from '../service/decisions/decide.js';
import { rejectSnapshots } from '../service/decisions/rejectSnapshots.js';
import { revokeSnapshots } from '../service/decisions/revokeSnapshots.js';
import { createDiff } from '../service/diffs/createDiff.js';
import { readDiff } from '../service/diffs/readDiff.js';
import { readDiffs } from '../service/diffs/readDiffs.js';
import { readReview } from '../service/diffs/readReview.js';
import { reDiff } from '../service/diffs/reDiff.js';
import type { Resources } from '../service/Resources.js';
import { paginate, readTextCursor } from './cursor.js';
import { serve } from './serve.js';

export function diffRoutes(app: FastifyInstance, resources: Resources): void {
  serve(app, resources, operations.createDiff, async ({ body, caller }) =>
    readDiff(resources, caller, await createDiff(resources, caller, body)),
  );

  serve(app, resources, operations.getDiff, ({ params, caller }) => readDiff(resources, caller, params.id));

  reviewRoute(app, resources);

  serve(app, resources, operations.listDiffs, async ({ query, caller }) => {
    const { suite, headCaptureId, limit, cursor } = query;
    const before = readTextCursor(cursor);
    const diffs = await readDiffs(resources, caller, { suite, headCaptureId, before, limit: limit + 1 });
    const { page, nextCursor } = paginate(diffs, limit, (diff) => diff.id);
    return { diffs: page, nextCursor };
  });

  serve(app, resources, operations.reDiff, async ({ params, caller }) => {
    await reDiff(resources, caller, params.id);
    return readDiff(resources, caller, params.id);
  });

  serve(app, resources, operations.approve, ({ params, body, caller }) =>
    approveSnapshots(resources, caller, params.id, wantedOf(body)),
  );
  serve(app, resources, operations.reject, ({ params, body, caller }) =>
    rejectSnapshots(resources, caller, params.id, wantedOf(body)),
  );
  serve(app, resources, operations.revoke, ({ params, body, caller }) =>
    revokeSnapshots(resources, caller, params.id, wantedOf(body)),
  );
}

/** Pages ask again and again while a diff is processing; what is the same is not sent again. */
function reviewRoute(app: FastifyInstance, resources: Resources): void {
  void app.register((scope, _options, done) => {
    // Weak: it is of the text, which is sent compressed or not.
    void scope.register(etag, { algorithm: 'sha256', weak: true });
    serve(
      scope,
      resources,
      operations.getReview,
      async ({ params, caller, reply }) => {
        const review = await readReview(resources, caller, params.id);
        reply.header('cache-control', 'private, no-cache');
        return review;
      },
      { isLarge: true },
    );
    done();
  });
}

const wantedOf = ({ snapshots, slots }: DecisionBody): Wanted | undefined =>
  snapshots || slots
    ? [
        ...(snapshots ?? []),
        ...(slots ?? []).map(({ name, viewport }) => ({ name, viewport: viewportKey(viewport) })),
      ]
    : undefined;
