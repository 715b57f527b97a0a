import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ServiceError } from '../../domain/ServiceError.js';
import { clientFile, parseClientFile } from '../../service/clients/parseClientFile.js';
import { readClient } from '../../service/clients/readClient.js';
import type { Resources } from '../../service/Resources.js';
import { limitFailures } from '../limitRequest.js';
import { installPage } from './installPage.js';

const oneYear = 31_536_000;

/**
 * Hands out the clients, which hold no secret, to anyone. A tarball with a version never changes; one without leads to
 * that of this service. Requests for what there is are not counted: a job of CI that installs does not use the API.
 */
export function installRoutes(app: FastifyInstance, resources: Resources): void {
  app.get('/install', { schema: { hide: true } }, async (_request, reply) => {
    reply.header('cache-control', 'no-cache');
    return reply.type('text/html; charset=utf-8').send(installPage(resources));
  });

  app.get('/install/:file', { schema: { hide: true } }, async (request, reply) => {
    const { file } = request.params as { file: string };
    return limitFailures(resources, request, reply, () => answerTarball(resources, file, request, reply));
  });
}

async function answerTarball(
  resources: Resources,
  file: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const newest = resources.clients.find(({ name }) => file === `${name}.tgz`);
  if (newest)
    return reply.header('cache-control', 'no-cache').redirect(`/install/${clientFile(newest)}`, 302);
  const wanted = parseClientFile(file);
  if (!wanted) throw new ServiceError('NOT_FOUND', `There is no ${file}; see /install`);
  const { hash, read } = await readClient(resources, wanted);
  const etag = `"${hash}"`;
  reply.headers({ 'cache-control': `public, max-age=${oneYear}, immutable`, etag });
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  return reply.type('application/gzip').send(await read());
}
