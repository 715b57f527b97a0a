import etag from '@fastify/etag';
import { type DecisionBody, operations } from '@svc/schema';
import type { FastifyInstance } from 'fastify';
import { readSlot } from '../domain/slot.js';
import { decideAccessibility } from '../service/accessibility/decideAccessibility.js';
import { readAccessibilityChanges } from '../service/accessibility/readAccessibilityChanges.js';
import { readCauses, readResultCauses } from '../service/causes/readCauses.js';
import { verifyDiff } from '../service/commits/verifyClaim.js';
import { approveSnapshots } from '../service/decisions/approveSnapshots.js';
import type { DecisionRequest } from '../service/decisions/holdDecidable.js';
import { rejectSnapshots } from '../service/decisions/rejectSnapshots.js';
import { revokeSnapshots } from '../service/decisions/revokeSnapshots.js';
import { createDiff } from '../service/diffs/createDiff.js';
import { explainResult } from '../service/diffs/explainResult.js';
import { readBuilds, readNeighbors } from '../service/diffs/readBuilds.js';
import { readDiff, readDiffPage, readDiffState } from '../service/diffs/readDiff.js';
import { readDiffs } from '../service/diffs/readDiffs.js';
import { reDiff } from '../service/diffs/reDiff.js';
import type { Resources } from '../service/Resources.js';
import { readReview, readReviewResults } from '../service/review/readReview.js';
import { readLivePages } from '../service/sites/readLivePages.js';
import { wantedOf } from './body/wantedOf.js';
import { paginate, places, readCursor, readPage, writeCursor } from './cursor.js';
import { serve, serveLarge } from './serve.js';

export function diffRoutes(app: FastifyInstance, resources: Resources): void {
  serveLarge(app, resources, operations.createDiff, async ({ body, access, attempt }) =>
    readDiff(resources, access, await createDiff(resources, access, body, attempt)),
  );

  serveLarge(app, resources, operations.getDiff, async ({ params, query, access }) => {
    if (query.fields === 'summary') return readDiffState(resources, access, params.id);
    const page = readPage(query);
    if (page === null) return readDiff(resources, access, params.id);
    const { diff, last } = await readDiffPage(resources, access, params.id, page);
    return { ...diff, nextCursor: last && writeCursor(last) };
  });

  serve(app, resources, operations.explainResult, ({ params, query, access }) =>
    explainResult(resources, access, params.id, readSlot(query)),
  );

  serve(app, resources, operations.getLivePages, ({ params, query, access }) =>
    readLivePages(resources, access, params.id, readSlot(query)),
  );

  serveLarge(app, resources, operations.getCauses, ({ params, access }) =>
    readCauses(resources, access, params.id),
  );
  serve(app, resources, operations.getResultCauses, ({ params, query, access }) =>
    readResultCauses(resources, access, params.id, readSlot(query)),
  );

  serveLarge(app, resources, operations.getAccessibility, ({ params, access }) =>
    readAccessibilityChanges(resources, access, params.id),
  );
  serve(app, resources, operations.decideAccessibility, ({ params, body, access }) =>
    decideAccessibility(resources, access, params.id, {
      decision: body.decision,
      ifStatus: body.ifStatus,
      wanted: requestOf(body).wanted,
    }),
  );

  reviewRoute(app, resources);

  serve(app, resources, operations.listDiffs, async ({ query, access }) => {
    const { suite, headCaptureId, waiting, q, limit, cursor } = query;
    const before = readCursor(cursor, places.id);
    const diffs = await readDiffs(resources, access, {
      suite,
      headCaptureId,
      waitingFor: waiting === 'true' ? access.namespace : undefined,
      words: q === undefined ? [] : wordsOf(q),
      before,
      limit: limit + 1,
    });
    const { page, nextCursor } = paginate(diffs, limit, (diff) => diff.id);
    return { diffs: page, nextCursor };
  });

  serve(app, resources, operations.getNeighbors, ({ params, access }) =>
    readNeighbors(resources, access, params.id),
  );

  serve(app, resources, operations.listBuilds, async ({ query, access }) => {
    const { suite, branch, limit, cursor } = query;
    const before = readCursor(cursor, places.id);
    const builds = await readBuilds(resources, access, { suite, branch, before, limit: limit + 1 });
    const { page, nextCursor } = paginate(builds, limit, ({ captureId }) => captureId);
    return { builds: page, nextCursor };
  });

  serveLarge(app, resources, operations.reDiff, async ({ params, access }) => {
    await reDiff(resources, access, params.id);
    return readDiff(resources, access, params.id);
  });

  serve(app, resources, operations.approve, async ({ params, body, access }) => {
    await verifyDiff(resources, params.id, access.project.id);
    return approveSnapshots(resources, access, params.id, requestOf(body));
  });
  serve(app, resources, operations.reject, ({ params, body, access }) =>
    rejectSnapshots(resources, access, params.id, { ...requestOf(body), note: body.note }),
  );
  serve(app, resources, operations.revoke, ({ params, body, access }) =>
    revokeSnapshots(resources, access, params.id, requestOf(body)),
  );
}

/** Pages ask again and again while a diff is processing; what is the same is not sent again. */
function reviewRoute(app: FastifyInstance, resources: Resources): void {
  void app.register((scope, _options, done) => {
    void scope.register(etag, { algorithm: 'sha256', weak: true });
    const writing = { isTagged: true };
    serveLarge(
      scope,
      resources,
      operations.getReview,
      ({ params, query, access }) => readReview(resources, access, params.id, query),
      writing,
    );
    serveLarge(
      scope,
      resources,
      operations.listReviewResults,
      ({ params, query, access }) => readReviewResults(resources, access, params.id, query),
      writing,
    );
    done();
  });
}

/** More words find nothing more precisely. */
const mostWords = 8;

const wordsOf = (text: string): string[] =>
  text.toLowerCase().split(/\s+/).filter(Boolean).slice(0, mostWords);

const requestOf = ({ ifStatus, explainedBy, ...named }: DecisionBody): DecisionRequest => ({
  ifStatus,
  explainedBy,
  wanted: wantedOf(named),
});
