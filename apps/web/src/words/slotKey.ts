import type { ReviewItem } from '../client/presentReview.js';

/** Identity of a result in its diff and in the URL: `Button/Primary@1280x720`, or the name alone. */
export function slotKey({ name, viewport }: Pick<ReviewItem, 'name' | 'viewport'>): string {
  if (viewport) return `${name}@${viewport.width}x${viewport.height}`;
  // A name that itself ends like a viewport must not look like another slot.
  return /@\d+x\d+$/.test(name) ? `${name}@` : name;
}
