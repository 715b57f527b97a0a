import { type Readable, Transform } from 'node:stream';
import { operations, site } from '@svc/schema';
import type { FastifyInstance } from 'fastify';
import { ServiceError } from '../domain/ServiceError.js';
import { createSite } from '../service/createSite.js';
import type { Caller, Resources } from '../service/Resources.js';
import { readSite } from '../service/readSite.js';
import { readStories } from '../service/readStories.js';
import { paginate, readNumberCursor } from './cursor.js';
import { admit, serve } from './serve.js';

/** Bytes of an archive as it is sent. */
const maximumArchive = 512 * 1024 * 1024;

const archiveTypes = [
  'application/gzip',
  'application/x-gzip',
  'application/x-tar',
  'application/octet-stream',
];

export function siteRoutes(app: FastifyInstance, resources: Resources): void {
  app.register(async (uploads) => {
    uploads.removeAllContentTypeParsers();
    uploads.addContentTypeParser(archiveTypes, (_request, payload, done) => done(null, payload));
    uploads.route({
      method: 'POST',
      url: '/api/v1/sites',
      schema: {
        summary: 'Upload a static build as a tar.gz archive',
        tags: ['sites'],
        security: [{ apiKey: [] }],
        consumes: ['application/gzip'],
        response: { 200: site },
      },
      onRequest: async (request, reply) => {
        await admit(resources, request, reply, 'project');
      },
      handler: async (request) => {
        const caller = request.admitted.caller as Caller;
        if (!request.body)
          throw new ServiceError('ARCHIVE_INVALID', 'The request has no body; send a tar.gz archive');
        const archive = request.body as Readable;
        const bounded = archive.compose(refuseBeyond(maximumArchive)) as unknown as Readable;
        return readSite(resources, caller, await createSite(resources, caller, bounded));
      },
    });
  });

  serve(app, resources, operations.getSite, ({ params, caller }) => readSite(resources, caller, params.id));

  serve(app, resources, operations.discoverStories, async ({ params, query, caller }) => {
    const after = readNumberCursor(query.cursor) ?? 0;
    const stories = await readStories(resources, caller, params.id, { after, limit: query.limit + 1 });
    const { page, nextCursor } = paginate(stories, query.limit, (story) => story.position);
    return { stories: page.map((story) => story.entry), nextCursor };
  });
}

function refuseBeyond(maximum: number): Transform {
  let total = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      total += chunk.length;
      if (total <= maximum) done(null, chunk);
      else
        done(
          new ServiceError('ARCHIVE_TOO_LARGE', `The archive is larger than ${maximum / 1024 / 1024} MiB`),
        );
    },
  });
}
