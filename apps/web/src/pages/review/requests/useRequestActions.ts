import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../client/call.js';
import { reviewQuery } from '../../../client/queries.js';
import { allWaitingQuery } from '../../../client/recordsQueries.js';

type RequestAction = { do: 'ask'; reviewers: string[] } | { do: 'end'; id: string };

/** Asks members to review a diff, and ends requests. */
export function useRequestActions(project: string, diffId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (action: RequestAction): Promise<void> => {
      if (action.do === 'end') await call('endReviewRequest', { project, params: { id: action.id } });
      else
        await call('requestReview', {
          project,
          params: { id: diffId },
          body: { reviewers: action.reviewers },
        });
    },
    onSuccess: async () => {
      void client.invalidateQueries({ queryKey: allWaitingQuery.queryKey });
      await client.invalidateQueries({ queryKey: reviewQuery(project, diffId).queryKey });
    },
  });
}
