import { hash } from '@svc/schema';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { openImage } from '../service/openImage.js';
import type { Resources } from '../service/Resources.js';

const oneDay = 86_400;

/** Serves pictures to whoever has a signed URL; a picture under its hash never changes. */
export function imageRoute(app: FastifyInstance, resources: Resources): void {
  app.route({
    method: 'GET',
    url: '/api/v1/images/:hash',
    schema: {
      summary: 'A picture, by its signed URL',
      tags: ['images'],
      params: z.object({ hash }),
      querystring: z.object({ token: z.string().max(500).default('') }),
    },
    handler: async (request, reply) => {
      const { hash: wanted } = request.params as { hash: string };
      const { token } = request.query as { token: string };
      const readImage = await openImage(resources, { hash: wanted, token });
      const etag = `"${wanted}"`;
      reply.headers({ 'cache-control': `private, max-age=${oneDay}, immutable`, etag });
      if (request.headers['if-none-match'] === etag) return reply.code(304).send();
      return reply.type('image/png').send(await readImage());
    },
  });
}
