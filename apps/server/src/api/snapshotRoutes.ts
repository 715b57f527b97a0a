import { createHash } from 'node:crypto';
import multipart from '@fastify/multipart';
import { operations, snapshotFields } from '@svc/schema';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ServiceError } from '../domain/ServiceError.js';
import type { ProjectAccess } from '../service/access/ProjectAccess.js';
import { type SnapshotContent, uploadSnapshot } from '../service/captures/uploadSnapshot.js';
import type { Resources } from '../service/Resources.js';
import { uploadAndCompare } from '../service/sessions/uploadAndCompare.js';
import { repeatable } from './repeatable.js';
import { admit, requireAlsoNeeded, routeOf } from './serve.js';
import { parseRequest } from './validation/parseRequest.js';

/** Bytes of one PNG file. */
const maximumPng = 64 * 1024 * 1024;

const tooLarge = () =>
  new ServiceError('IMAGE_TOO_LARGE', `A PNG file may have at most ${maximumPng / 1024 / 1024} MiB`);

interface Received {
  fields: Record<string, unknown>;
  png: Buffer | null;
}

export function snapshotRoutes(app: FastifyInstance, resources: Resources): void {
  app.register((uploads, _options, registered) => {
    uploads.register(multipart, { limits: { fileSize: maximumPng, files: 1, fields: 20 } });
    uploads.addContentTypeParser(
      'image/png',
      { parseAs: 'buffer', bodyLimit: maximumPng },
      (_request, body, done) => done(null, body),
    );
    uploads.route({
      ...routeOf(operations.uploadSnapshot),
      // Its fields come from wherever they were sent and are validated together.
      validatorCompiler: () => () => true,
      onRequest: (request, reply) => admit(resources, request, reply, operations.uploadSnapshot),
      handler: async (request) => {
        const access = request.admitted.project as ProjectAccess;
        const { fields, png } = await receive(request);
        const parsed = parseRequest(snapshotFields, fields);
        requireAlsoNeeded(request, parsed);
        const { captureId, hash } = parsed;
        const content = contentOf(png, hash);
        const upload = async () =>
          captureId === undefined
            ? uploadAndCompare(resources, access, parsed, content)
            : uploadSnapshot(resources, access, captureId, parsed, content);
        return repeatable(resources, request, () => [fields, content.hash, png !== null], upload);
      },
      errorHandler: (error) => {
        throw error.code === 'FST_ERR_CTP_BODY_TOO_LARGE' || error.code === 'FST_REQ_FILE_TOO_LARGE'
          ? tooLarge()
          : error;
      },
    });
    registered();
  });
}

async function receive(request: FastifyRequest): Promise<Received> {
  const query = request.query as Record<string, unknown>;
  if (Buffer.isBuffer(request.body)) return { fields: query, png: request.body };
  if (!request.isMultipart())
    return { fields: { ...query, ...(request.body as object | undefined) }, png: null };
  const fields: Record<string, unknown> = { ...query };
  let png: Buffer | null = null;
  for await (const part of request.parts()) {
    if (part.type === 'file') png = await part.toBuffer();
    else fields[part.fieldname] = part.value;
  }
  return { fields, png };
}

function contentOf(png: Buffer | null, hash: string | undefined): SnapshotContent {
  if (png) return { png, hash: createHash('sha256').update(png).digest('hex') };
  if (hash) return { hash };
  throw new ServiceError(
    'IMAGE_INVALID',
    'There is no image: send a PNG, or the hash of one that the project has',
  );
}
