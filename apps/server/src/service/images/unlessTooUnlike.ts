import { isCode } from '../../store/blobs/isCode.js';

/** A comparison; null of images whose sizes are so unlike that no canvas for both is made: they differ. */
export const unlessTooUnlike = <Comparison>(comparing: Promise<Comparison>): Promise<Comparison | null> =>
  comparing.catch((error: unknown) => {
    // Each image alone was small enough when it was stored.
    if (isCode(error, 'IMAGE_TOO_LARGE')) return null;
    throw error;
  });
