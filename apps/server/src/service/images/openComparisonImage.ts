import { ServiceError } from '../../domain/ServiceError.js';
import { findComparisonImage } from '../../store/images/comparisons.js';
import type { Resources } from '../Resources.js';
import { requireBytes } from './requireBytes.js';

/**
 * Admits the holder of an image token to the mask or thumbnail of a comparison.
 * @returns reads the bytes of the image, a PNG
 * @throws ServiceError TOKEN_INVALID, IMAGE_NOT_FOUND
 */
export async function openComparisonImage(
  { database, blobs, links }: Resources,
  { id, image, token }: { id: number; image: 'mask' | 'thumbnail'; token: string },
): Promise<() => Promise<Buffer>> {
  const projectId = links.readImageToken(token);
  if (!projectId) {
    throw new ServiceError(
      'TOKEN_INVALID',
      'The token of this image URL is not valid or is over; read the URL again',
    );
  }
  const { hash } = requireBytes(await findComparisonImage(database, projectId, id, image));
  return () => blobs.get(hash);
}
