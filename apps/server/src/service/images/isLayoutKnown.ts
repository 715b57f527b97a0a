import { findLayouts, type SlotImage } from '../../store/images/layouts.js';
import type { Resources } from '../Resources.js';

/** Whether it is recorded how the page of an image was laid out in this slot. */
export async function isLayoutKnown(
  { database }: Pick<Resources, 'database'>,
  projectId: string,
  image: SlotImage,
): Promise<boolean> {
  const [found] = await findLayouts(database, projectId, [image]);
  return found?.isOfSlot === true;
}
