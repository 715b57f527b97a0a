import { ServiceError } from '../../domain/ServiceError.js';
import type { ImageRow } from '../../store/images/images.js';

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
    `This image was removed on ${day}, as the retention of the project asks. What is known of it stays.`,
  );
}
