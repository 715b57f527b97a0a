import { operations } from '@svc/schema';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { type OpenedImage, openComparisonImage, openImage } from '../service/images/openImage.js';
import type { Resources } from '../service/Resources.js';
import { limitFailures } from './limitRequest.js';
import { mayRedirect } from './mayRedirect.js';
import { routeOf } from './serve.js';

const oneDay = 86_400;

/** Serves images to anyone with a signed URL; an image under its hash or its comparison never changes. */
export function imageRoute(app: FastifyInstance, resources: Resources): void {
  app.route({
    ...routeOf(operations.getImage),
    handler: async (request, reply) => {
      const { hash: wanted } = request.params as { hash: string };
      const { token } = request.query as { token: string };
      const opened = await limitFailures(resources, request, reply, () =>
        openImage(resources, { hash: wanted, token }),
      );
      return answerImage(request, reply, wanted, opened);
    },
  });

  app.route({
    ...routeOf(operations.getComparisonImage),
    handler: async (request, reply) => {
      const wanted = request.params as z.output<typeof operations.getComparisonImage.params>;
      const { token } = request.query as { token: string };
      const opened = await limitFailures(resources, request, reply, () =>
        openComparisonImage(resources, { ...wanted, token }),
      );
      return answerImage(request, reply, `${wanted.image}-${wanted.id}`, opened);
    },
  });
}

async function answerImage(
  request: FastifyRequest,
  reply: FastifyReply,
  tag: string,
  { read, direct }: OpenedImage,
): Promise<FastifyReply> {
  const etag = `"${tag}"`;
  if (direct !== null && mayRedirect(request)) {
    reply.header('cache-control', `private, max-age=${direct.seconds}`);
    return reply.redirect(await direct.address());
  }
  const forOneDay = { 'cache-control': `private, max-age=${oneDay}, immutable`, etag };
  if (request.headers['if-none-match'] === etag) return reply.headers(forOneDay).code(304).send();
  // An error is not to be kept: the image can be back before the day ends.
  const bytes = await read();
  return reply.headers(forOneDay).type('image/png').send(bytes);
}
