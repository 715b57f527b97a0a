import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../client/call.js';
import { reviewQuery } from '../../../client/queries.js';

/** Compares the diff again. */
export function useReDiff(project: string, id: string, onRefused: (message: string) => void) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => call('reDiff', { project, params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: reviewQuery(project, id).queryKey }),
    onError: (error) => onRefused(error.message),
  });
  return { reDiff: mutate, reDiffing: isPending };
}
