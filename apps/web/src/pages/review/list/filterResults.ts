import type { ResultStatus } from '@svc/schema';
import type { ReviewItem } from '../../../client/presentReview.js';
import { componentOf } from '../../../words/displayName.js';
import { isIgnoredNow } from '../ignoring/isIgnoredNow.js';

/** Every status, in the order in which a reviewer wants to see them. */
export const statusOrder = ['changed', 'new', 'removed', 'unchanged', 'skipped'] as const;
export const reviewableStatuses: readonly ResultStatus[] = ['changed', 'new', 'removed'];

export const isReviewable = ({ status }: Pick<ReviewItem, 'status'>): boolean =>
  reviewableStatuses.includes(status);

/** What the list can be asked to show: results of a status, and those with an accessibility change, whatever their images. */
export const listKinds = [...statusOrder, 'accessibility'] as const;
export type ListKind = (typeof listKinds)[number];

/** The kinds named in the text; the reviewable statuses if it is absent. */
export const kindsOf = (text: string | undefined): readonly ListKind[] =>
  text === undefined ? reviewableStatuses : listKinds.filter((kind) => text.split(',').includes(kind));

/** The text for the URL; undefined for the default. `none` stands for an empty selection. */
export function kindsText(kinds: readonly ListKind[]): string | undefined {
  const chosen = listKinds.filter((kind) => kinds.includes(kind));
  const text = chosen.join(',') || 'none';
  return text === reviewableStatuses.join(',') ? undefined : text;
}

/** What the list can be sorted by. */
export const sortOrders = ['status', 'change', 'name', 'component', 'viewport', 'browser', 'tag'] as const;
export type SortOrder = (typeof sortOrders)[number];

export const sortOf = (text: string | undefined): SortOrder =>
  sortOrders.find((order) => order === text) ?? 'status';

/** What the list shows: kinds, what was searched for, and in which order. */
export interface Filter {
  kinds: readonly ListKind[];
  /** Each of its words must occur in name or path, or begin what is said of a result: `firefox`, `390x844`, `flaky`, a tag. */
  query: string;
  /** The only one that is shown; undefined for all. */
  component?: string | undefined;
  /** `diff` for the order in which the diff has them. */
  order: SortOrder | 'diff';
}

export function filterResults(
  results: readonly ReviewItem[],
  { kinds, query, component, order }: Filter,
): ReviewItem[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const isChosen = ({ status, accessibility }: ReviewItem) =>
    kinds.includes(status) || (accessibility !== null && kinds.includes('accessibility'));
  const shown = results.filter(
    (result) =>
      isChosen(result) &&
      (component === undefined || componentOf(result) === component) &&
      (words.length === 0 || hasWords(result, words)),
  );
  if (order === 'diff') return shown;
  if (order === 'status')
    return statusOrder.flatMap((status) => shown.filter((one) => one.status === status));
  return shown.toSorted(comparisons[order]);
}

/** Names as people sort them: `Item 2` before `Item 10`. */
const collator = new Intl.Collator(undefined, { numeric: true });

type Compare = (one: ReviewItem, other: ReviewItem) => number;

/** By a text; those that have none come last. */
const byText =
  (textOf: (result: ReviewItem) => string): Compare =>
  (one, other) => {
    const [text, second] = [textOf(one), textOf(other)];
    return text === '' || second === ''
      ? Number(text === '') - Number(second === '')
      : collator.compare(text, second);
  };

const comparisons: Record<Exclude<SortOrder, 'status'>, Compare> = {
  change: (one, other) => sizeOf(other) - sizeOf(one),
  name: byText(({ name }) => name),
  component: byText(componentOf),
  viewport: (one, other) => widthOf(one) - widthOf(other) || heightOf(one) - heightOf(other),
  browser: byText(({ browser }) => browser ?? ''),
  tag: byText(({ tags }) => tags.join(' ')),
};

const widthOf = ({ viewport }: ReviewItem) => viewport?.width ?? Number.MAX_SAFE_INTEGER;
const heightOf = ({ viewport }: ReviewItem) => viewport?.height ?? Number.MAX_SAFE_INTEGER;

/** What came or went has changed as a whole. */
const sizeOf = ({ status, diffPercentage }: ReviewItem) =>
  status === 'changed' ? (diffPercentage ?? 0) : isReviewable({ status }) ? 100 : -1;

/** Letters of a word that is said of a result: a single one would find nearly everything. */
const leastLetters = 3;

/** Whether each word occurs in name or path, or begins what is said of the result. */
function hasWords(result: ReviewItem, words: readonly string[]): boolean {
  const text = `${result.path?.join(' ') ?? ''} ${result.name}`.toLowerCase();
  const isSaid = (word: string) =>
    word.length >= leastLetters && saidOf(result).some((said) => said.startsWith(word));
  return words.every((word) => text.includes(word) || isSaid(word));
}

function saidOf(result: ReviewItem): string[] {
  const { viewport, browser, status, approvalStatus, flakeCount, unstable, ignored, accessibility, tags } =
    result;
  return [
    ...(viewport ? [`${viewport.width}x${viewport.height}`, `${viewport.width}×${viewport.height}`] : []),
    ...(browser === null ? [] : [browser.toLowerCase()]),
    status,
    ...(isReviewable(result) ? [approvalStatus] : []),
    ...(flakeCount > 0 ? ['flaky'] : []),
    ...(unstable ? ['unstable'] : []),
    ...(ignored || isIgnoredNow(result) ? ['ignored'] : []),
    ...(accessibility ? ['accessibility'] : []),
    ...tags.map((tag) => tag.toLowerCase()),
  ];
}
