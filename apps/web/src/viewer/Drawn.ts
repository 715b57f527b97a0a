import type { ReactNode } from 'react';
import type { ReviewItem } from '../client/presentReview.js';
import type { LeveledRows, LeveledSide } from './alignment/levelRows.js';
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
  /** The changed regions that nobody has stepped to yet, on the stage. */
  unseen: readonly Box[];
  /** The one that was stepped to, if any. */
  region: Box | null;
  /** The same in the baseline; null where that has nothing of it. */
  baselineRegion: Box | null;
  /** What lies over the current image, or over the baseline if there is no current image. */
  layer: ((side: LeveledSide | undefined) => ReactNode) | undefined;
  /** Boxes of elements to mark, in pixels of each image; null for none. */
  marked: { before: readonly Box[]; after: readonly Box[] } | null;
  onSize: (url: string, size: Size) => void;
  onRetry: () => void;
}
