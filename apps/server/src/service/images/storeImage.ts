import { createHash } from 'node:crypto';
import type { ErrorCode } from '@svc/schema';
import { ServiceError } from '../../domain/ServiceError.js';
import { findKnownImage, insertImage } from '../../store/images/images.js';
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
 * Validates a PNG and stores it. When it returns, the bytes and their record are durable. An image that the project has
 * already is neither decoded nor written again.
 * @param hash SHA-256 of the PNG, where it is known
 * @throws ServiceError IMAGE_INVALID, IMAGE_TOO_LARGE, QUOTA_EXCEEDED
 */
export async function storeImage(
  resources: Resources,
  projectId: string,
  png: Uint8Array,
  hash: string = createHash('sha256').update(png).digest('hex'),
): Promise<StoredImage> {
  const { database, blobs, inspect } = resources;
  const known = await findKnownImage(database, projectId, hash);
  if (known) {
    return { hash, pixelHash: known.pixelHash, width: known.width, height: known.height };
  }
  const { pixelHash, width, height } = await inspect(png).catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    throw isImageCode(code) ? new ServiceError(code, (error as Error).message) : error;
  });
  const bytes = png.byteLength;
  await withinQuota(resources, projectId, { bytes, files: 1 }, async () => {
    await blobs.put(png);
    await insertImage(database, { projectId, hash, pixelHash, width, height, bytes });
  });
  return { hash, pixelHash, width, height };
}
