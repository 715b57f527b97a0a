import type { Readable } from 'node:stream';
import { operations } from '@svc/schema';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { readSlot } from '../domain/slot.js';
import type { ProjectAccess } from '../service/access/ProjectAccess.js';
import { openTrace } from '../service/captures/openTrace.js';
import { requireTraceable, uploadTrace } from '../service/captures/uploadTrace.js';
import { readTraces } from '../service/diffs/readTraces.js';
import type { Resources } from '../service/Resources.js';
import { notZip, readTrace } from './body/readTrace.js';
import { limitFailures } from './limitRequest.js';
import { mayRedirect } from './mayRedirect.js';
import { repeatable } from './repeatable.js';
import { admit, routeOf, serve } from './serve.js';

export function traceRoutes(app: FastifyInstance, resources: Resources): void {
  app.register((uploads, _options, registered) => {
    uploads.removeAllContentTypeParsers();
    uploads.addContentTypeParser(Object.keys(operations.uploadTrace.bodies), (_request, payload, done) =>
      done(null, payload),
    );
    uploads.route({
      ...routeOf(operations.uploadTrace),
      onRequest: (request, reply) => admit(resources, request, reply, operations.uploadTrace),
      handler: async (request) => {
        const access = request.admitted.project as ProjectAccess;
        const { id } = request.params as { id: string };
        const slot = readSlot(request.query as z.output<typeof operations.uploadTrace.query>);
        // A snapshot that does not exist refuses every trace, valid or not (R32).
        await requireTraceable(resources, access, id, slot);
        if (!request.body) throw notZip();
        const { archive, hash } = readTrace(request.body as Readable);
        return repeatable(resources, request, hash, () => uploadTrace(resources, access, id, slot, archive));
      },
    });
    registered();
  });

  serve(app, resources, operations.listTraces, async ({ params, access }) => ({
    traces: await readTraces(resources, access, params.id),
  }));

  app.route({
    ...routeOf(operations.getTrace),
    handler: async (request, reply) => {
      const { hash } = request.params as { hash: string };
      const { token } = request.query as { token: string };
      const { fileName, bytes, open, address } = await limitFailures(resources, request, reply, () =>
        openTrace(resources, { hash, token }),
      );
      const elsewhere = mayRedirect(request) ? await address() : null;
      if (elsewhere !== null) return reply.header('cache-control', 'private, no-store').redirect(elsewhere);
      // Others wrote it: a browser saves it, and never shows or runs anything of it.
      reply.headers({
        'content-disposition': `attachment; filename="${fileName}"`,
        'content-length': bytes,
        'content-security-policy': "sandbox; default-src 'none'",
        'cache-control': 'private, no-store',
        'x-content-type-options': 'nosniff',
      });
      return reply.type('application/zip').send(await open());
    },
  });
}
