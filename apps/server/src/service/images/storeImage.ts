import { createHash } from 'node:crypto';
import { withoutTrailer } from '@svc/image-diff';
import type { ErrorCode } from '@svc/schema';
import { ServiceError } from '../../domain/ServiceError.js';
import { findKnownImage, insertImage, insertImageSource } from '../../store/images/images.js';
import type { Resources } from '../Resources.js';
import { withinQuota } from '../withinQuota.js';

const isImageCode = (code: unknown): code is ErrorCode =>
  code === 'IMAGE_INVALID' || code === 'IMAGE_TOO_LARGE';

export interface StoredImage {
  hash: string;
  pixelHash: string;
  width: number;
  height: number;
}

/**
 * Validates a PNG, JPEG or WebP file and stores it as a PNG, up to its end. When it returns, the bytes and their record
 * are durable. A file that the project has already is neither decoded nor written again.
 * @param sourceHash SHA-256 of the file, where it is known
 * @throws ServiceError IMAGE_INVALID, IMAGE_TOO_LARGE, QUOTA_EXCEEDED
 */
export async function storeImage(
  resources: Resources,
  projectId: string,
  file: Uint8Array,
  sourceHash: string = createHash('sha256').update(file).digest('hex'),
): Promise<StoredImage> {
  const { database, blobs } = resources;
  const known = await findKnownImage(database, projectId, sourceHash);
  if (known) {
    return { hash: known.hash, pixelHash: known.pixelHash, width: known.width, height: known.height };
  }
  const { png, pixelHash, width, height, byteHash: hash } = await readImage(resources, file);
  const bytes = png.byteLength;
  await withinQuota(resources, projectId, { bytes, files: 1 }, async () => {
    await blobs.put(png);
    await insertImage(database, { projectId, hash, pixelHash, width, height, bytes });
    if (hash !== sourceHash) await insertImageSource(database, { projectId, sourceHash, hash });
  });
  return { hash, pixelHash, width, height };
}

async function readImage({ toPng, inspect }: Resources, file: Uint8Array) {
  try {
    const png = (await toPng(file)) ?? withoutTrailer(file);
    return { png, ...(await inspect(png)) };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    throw isImageCode(code) ? new ServiceError(code, (error as Error).message) : error;
  }
}
