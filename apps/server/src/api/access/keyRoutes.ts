import { operations } from '@svc/schema';
import type { FastifyInstance } from 'fastify';
import { readAudit } from '../../service/audit/readAudit.js';
import { createKey } from '../../service/keys/createKey.js';
import { exchangeIdToken } from '../../service/keys/exchangeIdToken.js';
import { readKeys } from '../../service/keys/readKeys.js';
import { revokeKey } from '../../service/keys/revokeKey.js';
import type { Resources } from '../../service/Resources.js';
import { paginate, places, readCursor } from '../cursor.js';
import { serve } from '../serve.js';

/** API keys of a project, and what was done in it. */
export function keyRoutes(app: FastifyInstance, resources: Resources): void {
  serve(app, resources, operations.listKeys, async ({ access, query: { limit, cursor } }) => {
    const found = await readKeys(resources, access, {
      before: readCursor(cursor, places.id),
      limit: limit + 1,
    });
    const { page: keys, nextCursor } = paginate(found, limit, (key) => key.id);
    return { keys, nextCursor };
  });
  serve(app, resources, operations.createKey, ({ access, body }) => createKey(resources, access, body));
  serve(app, resources, operations.revokeKey, ({ access, params }) =>
    revokeKey(resources, access, params.id),
  );

  serve(app, resources, operations.exchangeIdToken, ({ body }) => exchangeIdToken(resources, body));

  serve(app, resources, operations.listAudit, async ({ access, query: { limit, cursor, kind, by } }) => {
    const page = { before: readCursor(cursor, places.number), limit: limit + 1, kind, by };
    const found = await readAudit(resources, { projectId: access.project.id }, page);
    const { page: entries, nextCursor } = paginate(found, limit, (entry) => entry.id);
    return { entries, nextCursor };
  });
}
