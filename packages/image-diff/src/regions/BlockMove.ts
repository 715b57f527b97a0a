import type { Box } from '../thumbnail.js';

/** A block whose pixels are the same at another place. */
export interface BlockMove {
  /** In the image before. */
  from: Box;
  /** In the image after, of the same size. */
  to: Box;
}
