import { hash } from '@svc/schema';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { openComparisonImage } from '../service/images/openComparisonImage.js';
import { openImage } from '../service/images/openImage.js';
import type { Resources } from '../service/Resources.js';

const oneDay = 86_400;

const signed = z.object({ token: z.string().max(500).default('') });
const comparisonImage = z.object({
  id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER),
  image: z.enum(['mask', 'thumbnail']),
});

/** Serves images to whoever has a signed URL; an image under its hash or its comparison never changes. */
export function imageRoute(app: FastifyInstance, resources: Resources): void {
  app.route({
    method: 'GET',
    url: '/api/v1/images/:hash',
    schema: {
      summary: 'An image, by its signed URL',
      tags: ['images'],
      params: z.object({ hash }),
      querystring: signed,
    },
    handler: async (request, reply) => {
      const { hash: wanted } = request.params as { hash: string };
      const { token } = request.query as { token: string };
      const readImage = await openImage(resources, { hash: wanted, token });
      return answerImage(request, reply, wanted, readImage);
    },
  });

  app.route({
    method: 'GET',
    url: '/api/v1/comparisons/:id/:image',
    schema: {
      summary: 'The mask or the thumbnail that a comparison made, by its signed URL',
      tags: ['images'],
      params: comparisonImage,
      querystring: signed,
    },
    handler: async (request, reply) => {
      const wanted = request.params as z.output<typeof comparisonImage>;
      const { token } = request.query as { token: string };
      const readImage = await openComparisonImage(resources, { ...wanted, token });
      return answerImage(request, reply, `${wanted.image}-${wanted.id}`, readImage);
    },
  });
}

async function answerImage(
  request: FastifyRequest,
  reply: FastifyReply,
  tag: string,
  readImage: () => Promise<Buffer>,
): Promise<FastifyReply> {
  const etag = `"${tag}"`;
  reply.headers({ 'cache-control': `private, max-age=${oneDay}, immutable`, etag });
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  return reply.type('image/png').send(await readImage());
}
