import { createHash } from 'node:crypto';
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

  serve(
    app,
    resources,
    operations.getReview,
    ({ params, caller }) => readReview(resources, caller, params.id),
    { isLarge: true },
  );
  // Pages ask again and again while a diff is processing; what is the same is not sent again.
  app.addHook('onSend', async (request, reply, payload) => {
    if (request.routeOptions.url !== operations.getReview.path) return payload;
    if (reply.statusCode !== 200 || typeof payload !== 'string') return payload;
    const etag = `W/"${createHash('sha256').update(payload).digest('base64url')}"`;
    reply.headers({ etag, 'cache-control': 'private, no-cache' });
    if (request.headers['if-none-match'] !== etag) return payload;
    reply.code(304);
    return null;
  });

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

const wantedOf = ({ snapshots, slots }: DecisionBody): Wanted | undefined =>
  snapshots || slots
    ? [
        ...(snapshots ?? []),
        ...(slots ?? []).map(({ name, viewport }) => ({ name, viewport: viewportKey(viewport) })),
      ]
    : undefined;
