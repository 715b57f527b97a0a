import type { ReviewItem } from '../client/presentReview.js';
import type { LeveledRows } from './alignment/levelRows.js';
import type { Box, Size } from './transform.js';

/** Changed pixels over the current image. */
export interface Overlay {
  shown: boolean;
  color: string;
  opacity: number;
}

/** What both images of a result are drawn with. */
export interface Drawn {
  result: ReviewItem;
  /** Where their rows are drawn; null where each is drawn in one piece. */
  rows: LeveledRows | null;
  overlay: Overlay;
  /** Whether the current image is dimmed below the overlay. */
  isDifference: boolean;
  /** The changed regions, on the stage. */
  regions: readonly Box[];
  /** The one that was stepped to, if any. */
  region: Box | null;
  onSize: (url: string, size: Size) => void;
  onRetry: () => void;
}
