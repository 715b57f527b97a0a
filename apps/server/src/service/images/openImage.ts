import { ServiceError } from '../../domain/ServiceError.js';
import { findImage } from '../../store/images/images.js';
import type { Resources } from '../Resources.js';
import { requireBytes } from './requireBytes.js';

/**
 * Admits the holder of an image token to an image.
 * @returns reads the bytes of the image, a PNG
 * @throws ServiceError TOKEN_INVALID, IMAGE_NOT_FOUND
 */
export async function openImage(
  { database, blobs, links }: Resources,
  { hash, token }: { hash: string; token: string },
): Promise<() => Promise<Buffer>> {
  const projectId = links.readImageToken(token);
  if (!projectId) {
    throw new ServiceError(
      'TOKEN_INVALID',
      'The token of this image URL is not valid or is over; read the URL again',
    );
  }
  requireBytes(await findImage(database, projectId, hash));
  return () => blobs.get(hash);
}
