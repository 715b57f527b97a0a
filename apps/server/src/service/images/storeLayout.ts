import { type LayoutRecord, LayoutRecordError } from '@svc/layout-diff';
import { ServiceError } from '../../domain/ServiceError.js';
import { StorageUnavailable } from '../../domain/StorageUnavailable.js';
import { insertLayout, type SlotImage } from '../../store/images/layouts.js';
import type { Resources } from '../Resources.js';
import { withinQuota } from '../withinQuota.js';
import { packLayout } from './packLayout.js';

/**
 * Stores how the page of an image was laid out, which the database has already. An image without such a record is as good, so
 * one that is invalid or has no room is left out.
 * @param json from a page, or a record that was decoded
 */
export async function storeLayout(
  resources: Pick<Resources, 'database' | 'blobs'>,
  projectId: string,
  image: SlotImage,
  json: string | LayoutRecord,
): Promise<void> {
  try {
    const packed = await packLayout(json);
    const bytes = packed.byteLength;
    await withinQuota(resources, projectId, { bytes, files: 0 }, async () => {
      const { hash } = await resources.blobs.put(packed);
      await insertLayout(resources.database, { projectId, ...image, hash, bytes });
    });
  } catch (error) {
    const isForeseen =
      error instanceof LayoutRecordError ||
      error instanceof ServiceError ||
      error instanceof StorageUnavailable;
    if (!isForeseen) throw error;
  }
}
