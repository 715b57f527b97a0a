import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { answerUnknownRoute } from '../answerError.js';
import { cacheControlOf } from './cacheControlOf.js';
import { wantsPage } from './wantsPage.js';

const built = fileURLToPath(new URL('../../../../docs/dist/', import.meta.url));

const hidden = { schema: { hide: true } };

/**
 * Serves the documentation of this version at `/docs`, and leads from the addresses that the description of the API had
 * there to those that it has now.
 * @param folder where `apps/docs` was built: `site`, and the hashes of its inline scripts
 */
export async function docsPages(app: FastifyInstance, folder = built): Promise<void> {
  for (const form of ['json', 'yaml']) {
    app.get(`/docs/${form}`, hidden, async (_request, reply) => reply.redirect(`/docs/api/${form}`, 308));
  }
  app.get('/llms.txt', hidden, async (_request, reply) => reply.redirect('/docs/llms.txt', 302));
  const site = join(folder, 'site');
  const isBuilt = existsSync(join(site, 'index.html'));
  app.get('/docs', hidden, async (_request, reply) => reply.redirect(isBuilt ? '/docs/' : '/docs/api', 302));
  if (!isBuilt) return;
  const scripts = JSON.parse(readFileSync(join(folder, 'scripts.json'), 'utf8')) as string[];
  // The search is WebAssembly.
  const allowed = ["'self'", "'wasm-unsafe-eval'", ...scripts].join(' ');
  const missing = readFileSync(join(site, '404.html'));
  await app.register(
    (docs, _options, done) => {
      docs.addHook('onRequest', async (_request, reply) => {
        const policy = reply.getHeader('content-security-policy');
        reply.header('content-security-policy', `${policy};script-src ${allowed}`);
      });
      void docs.register(fastifyStatic, {
        root: site,
        decorateReply: false,
        redirect: true,
        setHeaders(reply, path) {
          reply.header('cache-control', cacheControlOf(path, '/_astro/'));
        },
      });
      docs.setNotFoundHandler(async (request, reply) => {
        if (wantsPage(request)) return reply.code(404).type('text/html; charset=utf-8').send(missing);
        answerUnknownRoute(request, reply);
        return reply;
      });
      done();
    },
    { prefix: '/docs' },
  );
}
