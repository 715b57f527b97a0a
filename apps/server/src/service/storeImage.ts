import type { ErrorCode } from '@svc/schema';
import { ServiceError } from '../domain/ServiceError.js';
import { insertImage } from '../store/images.js';
import type { Inspection, Resources } from './Resources.js';

const isImageCode = (code: unknown): code is ErrorCode =>
  code === 'IMAGE_INVALID' || code === 'IMAGE_TOO_LARGE';

/**
 * Validates a PNG and stores it. When it returns, the bytes and their record are durable.
 * @throws ServiceError IMAGE_INVALID, IMAGE_TOO_LARGE
 */
export async function storeImage(
  { database, blobs, inspect }: Resources,
  projectId: string,
  png: Uint8Array,
): Promise<Inspection> {
  const inspection = await inspect(png).catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    throw isImageCode(code) ? new ServiceError(code, (error as Error).message) : error;
  });
  await blobs.put(png);
  await insertImage(database, {
    project_id: projectId,
    hash: inspection.byteHash,
    pixel_hash: inspection.pixelHash,
    width: inspection.width,
    height: inspection.height,
    bytes: png.byteLength,
  });
  return inspection;
}
