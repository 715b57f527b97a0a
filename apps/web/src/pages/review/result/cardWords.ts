import type { ReviewItem } from '../../../client/presentReview.js';
import { countText } from '../../../words/countText.js';

/** What the snapshots on a card have in common. */
export function cardWords(card: readonly ReviewItem[]): string {
  const [first] = card;
  const isOneChange = card.every(
    ({ fingerprint }) => fingerprint !== null && fingerprint === first?.fingerprint,
  );
  if (isOneChange) return `${countText(card.length)} snapshots changed in the same way`;
  const stories = new Set(card.map(({ name }) => name)).size;
  return `${card.length} related snapshots: ${stories} that share a change, with their variants`;
}
