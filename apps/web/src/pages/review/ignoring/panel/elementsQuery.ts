import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../../client/call.js';
import type { ReviewItem } from '../../../../client/presentReview.js';
import { variantSearch } from '../../../../client/variantSearch.js';
import { slotKey } from '../../../../words/slotKey.js';

export interface ImagePoint {
  x: number;
  y: number;
}

/** The elements at a point of a result's image, the innermost first. */
export const elementsQuery = (project: string, diffId: string, result: ReviewItem, { x, y }: ImagePoint) =>
  queryOptions({
    queryKey: ['elements', project, diffId, slotKey(result), x, y],
    queryFn: ({ signal }) => {
      const query = { name: result.name, ...variantSearch(result), x, y };
      return call('pickElements', { project, params: { id: diffId }, query, signal });
    },
    // An image does not change.
    staleTime: Number.POSITIVE_INFINITY,
  });
