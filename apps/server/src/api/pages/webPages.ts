import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { Resources } from '../../service/Resources.js';
import { answerUnknownRoute } from '../answerError.js';
import { announceLimit, limitAddress } from '../limitRequest.js';
import { cacheControlOf } from './cacheControlOf.js';
import { wantsPage } from './wantsPage.js';

const built = fileURLToPath(new URL('../../../../web/dist/', import.meta.url));

/**
 * Serves the review UI: its files, and its page for every other path that a browser asks for.
 * @param folder where it was built
 */
export async function webPages(
  app: FastifyInstance,
  resources: Pick<Resources, 'database' | 'rateLimits'>,
  folder = built,
): Promise<void> {
  const present = existsSync(join(folder, 'index.html'));
  if (present) {
    await app.register(fastifyStatic, {
      root: folder,
      wildcard: false,
      index: false,
      setHeaders(reply, path) {
        reply.header('cache-control', cacheControlOf(path, '/assets/'));
      },
    });
  }
  app.setNotFoundHandler(async (request, reply) => {
    const isApi = request.url.startsWith('/api/');
    if (present && wantsPage(request) && !isApi) return reply.sendFile('index.html');
    if (isApi) {
      announceLimit(resources, request, reply, 'addresses');
      await limitAddress(resources, request, reply);
    }
    answerUnknownRoute(request, reply);
    return reply;
  });
}
