import type { Readable } from 'node:stream';
import { type Operation, operations, type Site } from '@svc/schema';
import type { FastifyInstance } from 'fastify';
import { ServiceError } from '../domain/ServiceError.js';
import type { Attempt } from '../service/access/Attempt.js';
import type { ProjectAccess } from '../service/access/ProjectAccess.js';
import type { Resources } from '../service/Resources.js';
import { announceSite } from '../service/sites/announceSite.js';
import { createSite } from '../service/sites/createSite.js';
import { readSite } from '../service/sites/readSite.js';
import { readStories } from '../service/sites/readStories.js';
import { uploadSiteFiles } from '../service/sites/uploadSiteFiles.js';
import { readDigest } from './body/readDigest.js';
import { paginate, places, readCursor } from './cursor.js';
import { repeatable } from './repeatable.js';
import { admit, routeOf, serve, serveLarge } from './serve.js';

/** Bytes of an archive as it is sent. */
const maximumArchive = 512 * 1024 * 1024;

const tooLarge = () =>
  new ServiceError('ARCHIVE_TOO_LARGE', `The archive is larger than ${maximumArchive / 1024 / 1024} MiB`);

export function siteRoutes(app: FastifyInstance, resources: Resources): void {
  app.register((uploads, _options, registered) => {
    uploads.removeAllContentTypeParsers();
    uploads.addContentTypeParser(Object.keys(operations.uploadSite.bodies), (_request, payload, done) =>
      done(null, payload),
    );
    serveArchive(uploads, resources, operations.uploadSite, ({ access, archive, attempt }) =>
      createSite(resources, access, archive, attempt),
    );
    serveArchive(uploads, resources, operations.uploadSiteFiles, ({ id, access, archive, attempt }) =>
      uploadSiteFiles(resources, access, id, archive, attempt),
    );
    registered();
  });

  serveLarge(app, resources, operations.announceSite, ({ body, access, attempt }) =>
    announceSite(
      resources,
      access,
      body.files.map(({ path, hash, size }) => ({ path, hash, bytes: size })),
      attempt,
    ),
  );

  serve(app, resources, operations.getSite, ({ params, access }) => readSite(resources, access, params.id));

  serve(app, resources, operations.discoverStories, async ({ params, query, access }) => {
    const after = readCursor(query.cursor, places.number) ?? 0;
    const stories = await readStories(resources, access, params.id, { after, limit: query.limit + 1 });
    const { page, nextCursor } = paginate(stories, query.limit, (story) => story.position);
    return { stories: page.map((story) => story.entry), nextCursor };
  });
}

interface SentArchive {
  /** Of the path; empty where it has none. */
  id: string;
  access: ProjectAccess;
  archive: Readable;
  attempt: Attempt;
}

/** Serves an operation whose body is an archive, read as it comes; it answers the site that `store` answers. */
function serveArchive(
  app: FastifyInstance,
  resources: Resources,
  operation: Operation,
  store: (sent: SentArchive) => Promise<Site>,
): void {
  app.route({
    ...routeOf(operation),
    onRequest: (request, reply) => admit(resources, request, reply, operation),
    handler: async (request) => {
      const access = request.admitted.project as ProjectAccess;
      const { id } = request.params as { id?: string };
      // A site that does not exist refuses every archive, valid or not (R32).
      if (id !== undefined) await readSite(resources, access, id);
      if (!request.body)
        throw new ServiceError('ARCHIVE_INVALID', 'The request has no body; send a tar.gz archive');
      const { archive, hash } = readDigest(request.body as Readable, {
        most: maximumArchive,
        refusal: tooLarge,
      });
      return repeatable(resources, request, hash, (attempt) =>
        store({ id: id ?? '', access, archive, attempt }),
      );
    },
  });
}
