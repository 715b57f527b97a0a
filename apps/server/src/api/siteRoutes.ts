import { createHash } from 'node:crypto';
import { type Readable, Transform } from 'node:stream';
import { finished } from 'node:stream/promises';
import { type Operation, operations } from '@svc/schema';
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
import { paginate, places, readCursor } from './cursor.js';
import { repeatable } from './repeatable.js';
import { admit, routeOf, serve, serveLarge } from './serve.js';

/** Bytes of an archive as it is sent. */
const maximumArchive = 512 * 1024 * 1024;

export function siteRoutes(app: FastifyInstance, resources: Resources): void {
  app.register((uploads, _options, registered) => {
    uploads.removeAllContentTypeParsers();
    uploads.addContentTypeParser(Object.keys(operations.uploadSite.bodies), (_request, payload, done) =>
      done(null, payload),
    );
    serveArchive(uploads, resources, operations.uploadSite, ({ access, archive, attempt }) =>
      createSite(resources, access, archive, attempt),
    );
    serveArchive(uploads, resources, operations.uploadSiteFiles, async ({ id, access, archive, attempt }) => {
      await uploadSiteFiles(resources, access, id, archive, attempt);
      return id;
    });
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

/** Serves an operation whose body is an archive, read as it comes; it answers the site that `store` says. */
function serveArchive(
  app: FastifyInstance,
  resources: Resources,
  operation: Operation,
  store: (sent: SentArchive) => Promise<string>,
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
      const digest = digestOf(maximumArchive);
      const archive = (request.body as Readable).compose(digest.stream) as unknown as Readable;
      return repeatable(
        resources,
        request,
        () => digest.read(archive),
        async (attempt) =>
          readSite(resources, access, await store({ id: id ?? '', access, archive, attempt })),
      );
    },
  });
}

/** Passes an archive on, up to a maximum of bytes, and knows its hash at the end. */
function digestOf(maximum: number) {
  const digest = createHash('sha256');
  let total = 0;
  let hash: string | null = null;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      total += chunk.length;
      digest.update(chunk);
      if (total <= maximum) done(null, chunk);
      else
        done(
          new ServiceError('ARCHIVE_TOO_LARGE', `The archive is larger than ${maximum / 1024 / 1024} MiB`),
        );
    },
    flush(done) {
      hash = digest.digest('hex');
      done();
    },
  });
  return {
    stream,
    /** The hash, reading what nobody has read yet; null for an archive that never came to its end. */
    async read(archive: Readable): Promise<string | null> {
      if (hash === null && !archive.destroyed) await finished(archive.resume()).catch(() => {});
      return hash;
    },
  };
}
