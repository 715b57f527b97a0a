import type { ReviewItem } from '../../../client/presentReview.js';
import { viewportText } from '../../../client/variantSearch.js';
import { componentOf } from '../../../words/displayName.js';

/** What the results of a diff can be told apart by; a list is empty where all are alike. All but components are words for the search. */
export interface FilterChoices {
  viewports: readonly string[];
  browsers: readonly string[];
  tags: readonly string[];
  components: readonly string[];
}

const collator = new Intl.Collator(undefined, { numeric: true });

export function filterChoices(results: readonly ReviewItem[]): FilterChoices {
  const counts = {
    viewports: new Map<string, number>(),
    browsers: new Map(),
    tags: new Map(),
    components: new Map(),
  };
  const add = (of: Map<string, number>, word: string) => of.set(word, (of.get(word) ?? 0) + 1);
  for (const result of results) {
    const { viewport, browser, tags } = result;
    const component = componentOf(result);
    if (component) add(counts.components, component);
    if (viewport) add(counts.viewports, viewportText(viewport));
    // A word of a search has no spaces.
    if (browser && !/\s/.test(browser)) add(counts.browsers, browser);
    for (const tag of tags) if (!/\s/.test(tag)) add(counts.tags, tag);
  }
  const listed = (of: ReadonlyMap<string, number>) =>
    [...of]
      .filter(([, count]) => count < results.length)
      .map(([word]) => word)
      .sort(collator.compare);
  return {
    viewports: listed(counts.viewports),
    browsers: listed(counts.browsers),
    tags: listed(counts.tags),
    components: listed(counts.components),
  };
}

const wordsOf = (query: string): string[] => query.split(/\s+/).filter(Boolean);
const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** Which of the words a query has; empty for none. */
export const chosenIn = (query: string, words: readonly string[]): string =>
  words.find((word) => wordsOf(query).some((one) => isSame(one, word))) ?? '';

/** The query with another of the words, or with none of them. */
export const withChoice = (query: string, words: readonly string[], choice: string): string =>
  [...wordsOf(query).filter((one) => !words.some((word) => isSame(one, word))), choice]
    .filter(Boolean)
    .join(' ');
