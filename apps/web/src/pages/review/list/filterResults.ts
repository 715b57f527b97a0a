import type { ResultStatus } from '@svc/schema';
import type { ReviewItem } from '../../../client/presentReview.js';

/** Every status, in the order in which a reviewer wants to see them. */
export const statusOrder = ['changed', 'new', 'removed', 'unchanged', 'skipped'] as const;
export const reviewableStatuses: readonly ResultStatus[] = ['changed', 'new', 'removed'];

export const isReviewable = ({ status }: Pick<ReviewItem, 'status'>): boolean =>
  reviewableStatuses.includes(status);

/** The statuses named in the text; the reviewable ones if it is absent. */
export const statusesOf = (text: string | undefined): readonly ResultStatus[] =>
  text === undefined ? reviewableStatuses : statusOrder.filter((status) => text.split(',').includes(status));

/** The text for the URL; undefined for the default. `none` stands for an empty selection. */
export function statusText(statuses: readonly ResultStatus[]): string | undefined {
  const chosen = statusOrder.filter((status) => statuses.includes(status));
  const text = chosen.join(',') || 'none';
  return text === reviewableStatuses.join(',') ? undefined : text;
}

/**
 * What the list shows, by status and then as the diff has it, or only as the diff has it. All words of the query must occur in
 * name or path.
 */
export function filterResults(
  results: readonly ReviewItem[],
  statuses: readonly ResultStatus[],
  query: string,
  inOrder = false,
): ReviewItem[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = ({ name, path }: ReviewItem) => {
    if (words.length === 0) return true;
    const text = `${path?.join(' ') ?? ''} ${name}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  if (inOrder) return results.filter((result) => statuses.includes(result.status) && matches(result));
  return statusOrder
    .filter((status) => statuses.includes(status))
    .flatMap((status) => results.filter((result) => result.status === status && matches(result)));
}
