import type { ComparisonImage } from '@svc/schema';
import { ServiceError } from '../../domain/ServiceError.js';
import { BlobCorrupt, BlobMissing } from '../../store/blobs/BlobStore.js';
import { findComparisonImage } from '../../store/images/comparisons.js';
import type { ImageRow } from '../../store/images/images.js';
import { findImage } from '../../store/images/images.js';
import type { Resources } from '../Resources.js';

/** An image whose bytes are read when they are wanted. */
export interface OpenedImage {
  /**
   * The bytes, a PNG.
   * @throws ServiceError IMAGE_NOT_FOUND where they are lost
   */
  read(): Promise<Buffer>;
  /** Where else a browser can read them for a while, and for how many seconds; null where it cannot. */
  direct: { address(): Promise<string>; seconds: number } | null;
}

const openPng = ({ get, direct }: Resources['blobs'], hash: string): OpenedImage => ({
  read: () => get(hash).catch(refuseLost),
  direct: direct && {
    address: () => direct.addressOf(hash, { type: 'image/png' }),
    seconds: direct.seconds,
  },
});

function refuseLost(error: unknown): never {
  if (!(error instanceof BlobMissing || error instanceof BlobCorrupt)) throw error;
  const what = error instanceof BlobMissing ? 'missing from' : 'damaged in';
  throw new ServiceError(
    'IMAGE_NOT_FOUND',
    `The file of this image is ${what} the storage of the service. Capture or upload the same image again, or restore the storage from a backup.`,
  );
}

/**
 * Admits the holder of an image token to an image.
 * @throws ServiceError TOKEN_INVALID, IMAGE_NOT_FOUND
 */
export async function openImage(
  { database, blobs, links }: Resources,
  { hash, token }: { hash: string; token: string },
): Promise<OpenedImage> {
  const projectId = links.readImageToken(token);
  if (!projectId) {
    throw new ServiceError(
      'TOKEN_INVALID',
      'The token of this image URL is invalid or has expired; request the URL again',
    );
  }
  requireBytes(await findImage(database, projectId, hash));
  return openPng(blobs, hash);
}

/**
 * An image that there is, and whose bytes are kept.
 * @throws ServiceError IMAGE_NOT_FOUND
 */
export function requireBytes(image: ImageRow | undefined): ImageRow {
  if (!image) throw new ServiceError('IMAGE_NOT_FOUND', 'The server has no such image.');
  if (image.removedAt === null) return image;
  const day = image.removedAt.toISOString().slice(0, 10);
  throw new ServiceError(
    'IMAGE_NOT_FOUND',
    `This image was removed on ${day}, according to the retention of the project. Its results and history are kept.`,
  );
}

/**
 * Admits the holder of an image token to the mask or thumbnail of a comparison.
 * @throws ServiceError TOKEN_INVALID, IMAGE_NOT_FOUND
 */
export async function openComparisonImage(
  { database, blobs, links }: Resources,
  { id, image, token }: { id: number; image: ComparisonImage; token: string },
): Promise<OpenedImage> {
  const projectId = links.readImageToken(token);
  if (!projectId) {
    throw new ServiceError(
      'TOKEN_INVALID',
      'The token of this image URL is invalid or has expired; request the URL again',
    );
  }
  const { hash } = requireBytes(await findComparisonImage(database, projectId, id, image));
  return openPng(blobs, hash);
}
