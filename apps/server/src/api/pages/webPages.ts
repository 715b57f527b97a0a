import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { Resources } from '../../service/Resources.js';
import { answerUnknownRoute } from '../answerError.js';
import { announceLimit, limitAddress } from '../limitRequest.js';

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
        // The names of assets change with their content.
        const cache = path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
        reply.header('cache-control', cache);
      },
    });
  }
  app.setNotFoundHandler(async (request, reply) => {
    const isApi = request.url.startsWith('/api/');
    const wantsPage = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html');
    if (present && wantsPage && !isApi) return reply.sendFile('index.html');
    if (isApi) {
      announceLimit(resources, request, reply, 'addresses');
      await limitAddress(resources, request, reply);
    }
    answerUnknownRoute(request, reply);
    return reply;
  });
}
