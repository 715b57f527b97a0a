import { type LayoutRecord, LayoutRecordError } from '@svc/layout-diff';
import { BlobCorrupt, BlobMissing } from '../../store/blobs/BlobStore.js';
import { findLayouts, type SlotImage } from '../../store/images/layouts.js';
import type { Resources } from '../Resources.js';
import { unpackLayout } from './packLayout.js';

/**
 * How the page of an image was laid out in a slot, or in another slot with the same image; undefined where that was not
 * recorded, or where its bytes are lost.
 */
export async function readLayout(
  { database, blobs }: Pick<Resources, 'database' | 'blobs'>,
  projectId: string,
  image: SlotImage,
): Promise<LayoutRecord | undefined> {
  const [found] = await findLayouts(database, projectId, [image]);
  if (!found) return undefined;
  try {
    return await unpackLayout(await blobs.get(found.hash));
  } catch (error) {
    const isLost =
      error instanceof BlobMissing || error instanceof BlobCorrupt || error instanceof LayoutRecordError;
    if (isLost) return undefined;
    throw error;
  }
}
