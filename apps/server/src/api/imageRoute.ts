import { hash } from '@svc/schema';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { notFound, ServiceError } from '../domain/ServiceError.js';
import type { Resources } from '../service/Resources.js';
import { findImage } from '../store/images.js';

const oneDay = 86_400;

/** Serves pictures to whoever has a signed URL; a picture under its hash never changes. */
export function imageRoute(app: FastifyInstance, { database, blobs, links }: Resources): void {
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
      const projectId = links.readImageToken((request.query as { token: string }).token);
      if (!projectId) {
        throw new ServiceError(
          'TOKEN_INVALID',
          'The token of this image URL is not valid or is over; read the URL again',
        );
      }
      if (!(await findImage(database, projectId, wanted))) throw notFound('Image');
      const etag = `"${wanted}"`;
      reply.headers({ 'cache-control': `private, max-age=${oneDay}, immutable`, etag });
      if (request.headers['if-none-match'] === etag) return reply.code(304).send();
      return reply.type('image/png').send(await blobs.get(wanted));
    },
  });
}
