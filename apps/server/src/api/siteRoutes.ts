import { type Readable, Transform } from 'node:stream';
import { operations, site } from '@svc/schema';
import type { FastifyInstance } from 'fastify';
import { notFound, ServiceError } from '../domain/ServiceError.js';
import { createSite } from '../service/createSite.js';
import { presentSite } from '../service/presentSite.js';
import type { Caller, Resources } from '../service/Resources.js';
import { findSite, listStories } from '../store/sites.js';
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
  const { database, links } = resources;

  const read = async ({ project }: Caller, id: string) => {
    const row = await findSite(database, project.id, id);
    if (!row) throw notFound('Site');
    return row;
  };

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
      onRequest: async (request) => {
        await admit(database, request, 'project');
      },
      handler: async (request) => {
        const caller = request.admitted.caller as Caller;
        if (!request.body)
          throw new ServiceError('ARCHIVE_INVALID', 'The request has no body; send a tar.gz archive');
        const archive = request.body as Readable;
        const bounded = archive.compose(refuseBeyond(maximumArchive)) as unknown as Readable;
        return presentSite(
          links,
          caller.project,
          await read(caller, await createSite(resources, caller, bounded)),
        );
      },
    });
  });

  serve(app, resources, operations.getSite, async ({ params, caller }) =>
    presentSite(links, caller.project, await read(caller, params.id)),
  );

  serve(app, resources, operations.discoverStories, async ({ params, query, caller }) => {
    const row = await read(caller, params.id);
    if (row.status !== 'ready') {
      const why = row.error ? `: ${row.error}` : '; ask again when it is ready';
      throw new ServiceError('SITE_NOT_READY', `Site ${row.id} is ${row.status}${why}`);
    }
    if (row.stories_error !== null) {
      throw new ServiceError(
        'STORIES_NOT_FOUND',
        `No stories were found in site ${row.id}: ${row.stories_error}`,
      );
    }
    const after = readNumberCursor(query.cursor) ?? 0;
    const rows = await listStories(database, row.id, { after, limit: query.limit + 1 });
    const { page, nextCursor } = paginate(rows, query.limit, (story) => story.position);
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
