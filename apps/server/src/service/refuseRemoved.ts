import { notFound, ServiceError } from '../domain/ServiceError.js';
import type { ImageRow } from '../store/images.js';

/** @throws ServiceError IMAGE_NOT_FOUND for a picture that there never was, or whose bytes are gone */
export function refuseRemoved(image: Pick<ImageRow, 'removed_at'> | undefined): void {
  if (!image) throw notFound('Image');
  if (image.removed_at === null) return;
  const day = image.removed_at.toISOString().slice(0, 10);
  throw new ServiceError(
    'IMAGE_NOT_FOUND',
    `This picture was removed on ${day}, as the retention of the project asks; what is known of it stays`,
  );
}
