import { type LayoutRecord, LayoutRecordError } from '@svc/layout-diff';
import type { SnapshotFields } from '@svc/schema';
import { ServiceError } from '../../domain/ServiceError.js';
import type { SlotImage } from '../../store/images/layouts.js';
import type { ProjectAccess } from '../access/ProjectAccess.js';
import type { Resources } from '../Resources.js';
import { isLayoutKnown } from './isLayoutKnown.js';
import { unpackLayout } from './packLayout.js';
import { storeLayout } from './storeLayout.js';

/**
 * The layout record that came with an upload.
 * @throws ServiceError VALIDATION_ERROR
 */
export async function readSentLayout({
  layout,
}: Pick<SnapshotFields, 'layout'>): Promise<LayoutRecord | undefined> {
  if (layout === undefined) return undefined;
  try {
    return await unpackLayout(Buffer.from(layout, 'base64'));
  } catch (error) {
    if (!(error instanceof LayoutRecordError)) throw error;
    const { message } = error;
    throw new ServiceError('VALIDATION_ERROR', message, [{ path: 'layout', message }]);
  }
}

/** Stores the layout record of an upload, unless the image has one. */
export async function keepSentLayout(
  resources: Pick<Resources, 'database' | 'blobs'>,
  { project }: ProjectAccess,
  image: SlotImage,
  layout: LayoutRecord,
): Promise<void> {
  if (!(await isLayoutKnown(resources, project.id, image)))
    await storeLayout(resources, project.id, image, layout);
}
