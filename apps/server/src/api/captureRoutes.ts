import { operations } from '@svc/schema';
import type { FastifyInstance } from 'fastify';
import { cancelCapture } from '../service/captures/cancelCapture.js';
import { completeCapture } from '../service/captures/completeCapture.js';
import { createCapture } from '../service/captures/createCapture.js';
import { readCapture, readCapturePage, readCaptureState } from '../service/captures/readCapture.js';
import { readCaptureDetails } from '../service/captures/readCaptureDetails.js';
import { readCaptures, readCapturesOfCommits } from '../service/captures/readCaptures.js';
import type { Resources } from '../service/Resources.js';
import { paginate, places, readCursor, readPage, writeCursor } from './cursor.js';
import { serve, serveLarge } from './serve.js';

export function captureRoutes(app: FastifyInstance, resources: Resources): void {
  serveLarge(app, resources, operations.createCapture, async ({ body, access, attempt }) =>
    readCapture(resources, access, await createCapture(resources, access, body, attempt)),
  );

  serveLarge(app, resources, operations.getCapture, async ({ params, query, access }) => {
    if (query.fields === 'summary') return readCaptureState(resources, access, params.id);
    const page = readPage(query);
    if (page === null) return readCapture(resources, access, params.id);
    const { capture, last } = await readCapturePage(resources, access, params.id, page);
    return { ...capture, nextCursor: last && writeCursor(last) };
  });

  serveLarge(app, resources, operations.getCaptureDetails, ({ params, access }) =>
    readCaptureDetails(resources, access, params.id),
  );

  serveLarge(app, resources, operations.completeCapture, async ({ params, access }) => {
    await completeCapture(resources, access, params.id);
    return readCapture(resources, access, params.id);
  });

  serveLarge(app, resources, operations.cancelCapture, async ({ params, access }) => {
    await cancelCapture(resources, access, params.id);
    return readCapture(resources, access, params.id);
  });

  serve(app, resources, operations.listCaptures, async ({ query, access }) => {
    const { suite, branch, commits, limit, cursor } = query;
    if (commits && commits.length > 0) {
      const captures = await readCapturesOfCommits(resources, access, { suite, branch, commits, limit });
      return { captures, nextCursor: null };
    }
    const before = readCursor(cursor, places.id);
    const captures = await readCaptures(resources, access, { suite, branch, before, limit: limit + 1 });
    const { page, nextCursor } = paginate(captures, limit, (capture) => capture.id);
    return { captures: page, nextCursor };
  });
}
