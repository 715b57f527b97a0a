import { createHash } from 'node:crypto';
import { operations } from '@svc/schema';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { drawBadge } from '../domain/badges/drawBadge.js';
import { readBadge, readBadgeAddress } from '../service/badges/readBadge.js';
import type { Resources } from '../service/Resources.js';
import { routeOf, serve } from './serve.js';

/** Seconds for which the proxy of a code host may show a badge without asking. */
const freshFor = 60;

/**
 * Serves badges. Nothing counts requests for them: the proxies of code hosts send those of all readers from a few addresses,
 * and a token is too long to be guessed.
 */
export function badgeRoute(app: FastifyInstance, resources: Resources): void {
  serve(app, resources, operations.getBadge, ({ access, query }) =>
    readBadgeAddress(resources, access, query),
  );

  app.route({
    ...routeOf(operations.showBadge),
    handler: async (request, reply) => {
      const { project } = request.params as z.output<typeof operations.showBadge.params>;
      const query = request.query as z.output<typeof operations.showBadge.query>;
      const { suite, state } = await readBadge(resources, project, query);
      const image = drawBadge(suite ?? 'visual tests', state);
      const etag = `"${createHash('sha256').update(image).digest('base64url')}"`;
      reply.headers({
        'cache-control': `public, max-age=${freshFor}`,
        etag,
        // Pages of elsewhere show it; opened alone, it runs nothing.
        'cross-origin-resource-policy': 'cross-origin',
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
      });
      if (request.headers['if-none-match'] === etag) return reply.code(304).send();
      return reply.type('image/svg+xml').send(image);
    },
  });
}
