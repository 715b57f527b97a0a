import { operations } from '@svc/schema';
import type { FastifyInstance } from 'fastify';
import { editComment, removeComment, replyToThread, setResolved } from '../service/comments/changeThread.js';
import { readThreads } from '../service/comments/readThreads.js';
import { endRequest, listRequestsOf, requestReview } from '../service/comments/reviewRequests.js';
import { startThread } from '../service/comments/startThread.js';
import type { Resources } from '../service/Resources.js';
import { paginate, places, readCursor } from './cursor.js';
import { serve, serveLarge } from './serve.js';

export function commentRoutes(app: FastifyInstance, resources: Resources): void {
  serveLarge(app, resources, operations.listThreads, async ({ params, query, access }) => {
    const { limit, cursor } = query;
    const after = readCursor(cursor, places.id);
    const found = await readThreads(resources, access, params.id, { after, limit: limit + 1 });
    const { page: threads, nextCursor } = paginate(found, limit, ({ id }) => id);
    return { threads, nextCursor };
  });
  serve(app, resources, operations.startThread, ({ params, body, access }) =>
    startThread(resources, access, params.id, body),
  );
  serve(app, resources, operations.reply, ({ params, body, access }) =>
    replyToThread(resources, access, params.id, body.text),
  );
  serve(app, resources, operations.resolveThread, ({ params, access }) =>
    setResolved(resources, access, params.id, true),
  );
  serve(app, resources, operations.reopenThread, ({ params, access }) =>
    setResolved(resources, access, params.id, false),
  );
  serve(app, resources, operations.editComment, ({ params, body, access }) =>
    editComment(resources, access, params.id, body.text),
  );
  serve(app, resources, operations.listReviewRequests, async ({ params, access }) => ({
    requests: await listRequestsOf(resources, access, params.id),
  }));
  serve(app, resources, operations.requestReview, async ({ params, body, access }) => ({
    requests: await requestReview(resources, access, params.id, body.reviewers),
  }));
  serve(app, resources, operations.endReviewRequest, async ({ params, access }) => {
    await endRequest(resources, access, params.id);
    return {};
  });
  serve(app, resources, operations.deleteComment, async ({ params, access }) => {
    await removeComment(resources, access, params.id);
    return {};
  });
}
