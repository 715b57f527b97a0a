import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import multipart from '@fastify/multipart';
import { bodyLimits, operations, snapshotFields, snapshotText } from '@svc/schema';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ServiceError } from '../domain/ServiceError.js';
import type { Attempt } from '../service/access/Attempt.js';
import type { ProjectAccess } from '../service/access/ProjectAccess.js';
import { readUpload, type SnapshotContent, uploadSnapshot } from '../service/captures/uploadSnapshot.js';
import type { Resources } from '../service/Resources.js';
import { readComparedUpload } from '../service/sessions/readComparedUpload.js';
import { uploadAndCompare } from '../service/sessions/uploadAndCompare.js';
import { readChunks } from './body/readChunks.js';
import { repeatable } from './repeatable.js';
import { admit, requireAlsoNeeded, routeOf } from './serve.js';
import { parseRequest } from './validation/parseRequest.js';

/** Bytes of one image file. */
const maximumFile = 64 * 1024 * 1024;

const tooLarge = () =>
  new ServiceError('IMAGE_TOO_LARGE', `An image file may have at most ${maximumFile / 1024 / 1024} MiB`);

/** Fields of a form, the file aside. */
const fieldCount = Object.keys(snapshotText.shape).length;

interface Received {
  fields: Record<string, unknown>;
  image: Image | null;
}

interface Image {
  file: Buffer;
  hash: string;
}

export function snapshotRoutes(app: FastifyInstance, resources: Resources): void {
  app.register((uploads, _options, registered) => {
    uploads.register(multipart, {
      limits: {
        fileSize: maximumFile,
        files: 1,
        fields: fieldCount,
        parts: fieldCount + 1,
        fieldSize: bodyLimits.list,
        headerPairs: 20,
      },
    });
    // What a file is, its first bytes say.
    uploads.addContentTypeParser(['image/png', 'image/jpeg', 'image/webp'], (_request, payload, done) =>
      done(null, payload),
    );
    uploads.route({
      ...routeOf(operations.uploadSnapshot),
      // Its fields come from wherever they were sent and are validated together.
      validatorCompiler: () => () => true,
      onRequest: (request, reply) => admit(resources, request, reply, operations.uploadSnapshot),
      handler: async (request) => {
        const access = request.admitted.project as ProjectAccess;
        const { fields, image } = await receive(request);
        const parsed = parseRequest(snapshotFields, fields);
        requireAlsoNeeded(request, parsed);
        const { captureId, hash } = parsed;
        const content = contentOf(image, hash);
        const upload = async (attempt: Attempt) =>
          captureId === undefined
            ? uploadAndCompare(resources, access, parsed, content, attempt)
            : uploadSnapshot(resources, access, captureId, parsed, content);
        const readAnswer = async (attempt: Attempt) =>
          captureId === undefined
            ? readComparedUpload(resources, access, parsed, content, attempt)
            : readUpload(resources, access, captureId, parsed, content);
        return repeatable(
          resources,
          request,
          () => [fields, content.hash, image !== null],
          upload,
          readAnswer,
        );
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
  if (request.body instanceof Readable) return { fields: query, image: await readImage(request.body) };
  if (!request.isMultipart())
    return { fields: { ...query, ...(request.body as object | undefined) }, image: null };
  const fields: Record<string, unknown> = { ...query };
  let image: Image | null = null;
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') image = await readImage(part.file);
      else fields[part.fieldname] = part.value;
    }
  } catch (error) {
    // The parser of forms gives some of its errors no status.
    if (error instanceof Error && 'statusCode' in error) throw error;
    throw new ServiceError('VALIDATION_ERROR', 'The form is not valid multipart/form-data');
  }
  return { fields, image };
}

/** Hashes the bytes as they arrive: all at once, a large file would hold up every other request. */
async function readImage(payload: Readable): Promise<Image> {
  const digest = createHash('sha256');
  const chunks: Buffer[] = [];
  for await (const chunk of readChunks(payload, { most: maximumFile, refusal: tooLarge })) {
    digest.update(chunk);
    chunks.push(chunk);
  }
  return { file: Buffer.concat(chunks), hash: digest.digest('hex') };
}

function contentOf(image: Image | null, hash: string | undefined): SnapshotContent {
  if (image) return image;
  if (hash) return { hash };
  throw new ServiceError(
    'IMAGE_INVALID',
    'There is no image: send a PNG, JPEG or WebP file, or the hash of one that the project has',
  );
}
