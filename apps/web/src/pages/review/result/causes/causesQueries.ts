import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../../client/call.js';
import type { ReviewItem } from '../../../../client/presentReview.js';
import { variantSearch } from '../../../../client/variantSearch.js';
import { slotKey } from '../../../../words/slotKey.js';

/** Why a result changed; null where nothing is known. Another comparison may have other causes. */
export const resultCausesQuery = (project: string, diffId: string, result: ReviewItem) =>
  queryOptions({
    queryKey: ['result-causes', project, diffId, slotKey(result), result.comparisonId],
    queryFn: async ({ signal }) => {
      const { name } = result;
      const query = { name, ...variantSearch(result) };
      const { causes } = await call('getResultCauses', { project, params: { id: diffId }, query, signal });
      return causes;
    },
    enabled: result.status === 'changed',
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The causes of all results of a diff. */
export const diffCausesQuery = (project: string, diffId: string) =>
  queryOptions({
    queryKey: ['causes', project, diffId],
    queryFn: ({ signal }) => call('getCauses', { project, params: { id: diffId }, signal }),
    staleTime: 60_000,
  });
