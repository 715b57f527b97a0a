import type { ReviewItem } from '../../../client/presentReview.js';
import { isReviewable } from './filterResults.js';

/**
 * The card of each result: variants of one snapshot, and all that changed in the same pixels as one of them. One edit of a
 * component is mostly one card, however many stories, viewports and browsers show it.
 */
export function cardsOf(results: readonly ReviewItem[]): Map<ReviewItem, readonly ReviewItem[]> {
  const links = new Links();
  for (const result of results) {
    if (isReviewable(result)) links.join(nameLink(result), fingerprintLink(result));
  }
  const members = new Map<string, ReviewItem[]>();
  const cards = new Map<ReviewItem, readonly ReviewItem[]>();
  for (const result of results) {
    if (!isReviewable(result)) {
      cards.set(result, [result]);
      continue;
    }
    const root = links.rootOf(nameLink(result));
    const card = members.get(root) ?? [];
    if (card.push(result) === 1) members.set(root, card);
    cards.set(result, card);
  }
  return cards;
}

const nameLink = ({ name }: ReviewItem) => `name ${name}`;
const fingerprintLink = (result: ReviewItem) =>
  result.fingerprint === null ? nameLink(result) : `change ${result.fingerprint}`;

/** Sets that grow together (union and find, with paths halved). */
class Links {
  readonly #parents = new Map<string, string>();

  rootOf(link: string): string {
    let at = link;
    for (let up = this.#parents.get(at); up !== undefined; up = this.#parents.get(at)) {
      const next = this.#parents.get(up) ?? up;
      if (next !== up) this.#parents.set(at, next);
      at = next;
    }
    return at;
  }

  join(one: string, other: string): void {
    const [root, under] = [this.rootOf(one), this.rootOf(other)];
    if (root !== under) this.#parents.set(under, root);
  }
}
