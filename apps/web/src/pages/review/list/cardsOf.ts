import type { ReviewItem } from '../../../client/presentReview.js';
import { isReviewable } from './filterResults.js';

/**
 * The card of each result, in their order: variants of one snapshot, and all that changed in the same pixels as one of them. One edit
 * of a component is mostly one card, however many stories, viewports and browsers show it.
 */
export function cardsOf(results: readonly ReviewItem[]): (readonly ReviewItem[])[] {
  const links = new Links();
  const [names, changes] = [new Map<string, number>(), new Map<string, number>()];
  const linkOf = (texts: Map<string, number>, text: string): number => {
    const known = texts.get(text);
    if (known !== undefined) return known;
    const link = links.add();
    texts.set(text, link);
    return link;
  };
  const linked = results.map((result) => {
    if (!isReviewable(result)) return links.add();
    const link = linkOf(names, result.name);
    if (result.fingerprint !== null) links.join(link, linkOf(changes, result.fingerprint));
    return link;
  });
  const members: ReviewItem[][] = [];
  return results.map((result, place) => {
    const root = links.rootOf(linked[place] as number);
    const card = members[root] ?? [];
    if (card.push(result) === 1) members[root] = card;
    return card;
  });
}

/** Sets of numbers that grow together (union and find, with paths halved). */
class Links {
  readonly #parents: number[] = [];

  /** A number in a set of its own. */
  add(): number {
    return this.#parents.push(this.#parents.length) - 1;
  }

  rootOf(link: number): number {
    let at = link;
    for (let up = this.#above(at); up !== at; up = this.#above(at)) {
      this.#parents[at] = this.#above(up);
      at = up;
    }
    return at;
  }

  join(one: number, other: number): void {
    this.#parents[this.rootOf(other)] = this.rootOf(one);
  }

  #above(link: number): number {
    const above = this.#parents[link];
    if (above === undefined) throw new Error(`The number ${link} is in no set`);
    return above;
  }
}
