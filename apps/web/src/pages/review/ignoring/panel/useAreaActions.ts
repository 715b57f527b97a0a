import type { AddIgnoreAreaBody, ChangeIgnoreAreaBody } from '@svc/schema';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../../client/call.js';
import { ignoreAreasQuery } from '../../../../client/noiseQueries.js';

type AreaAction =
  | { do: 'add'; body: AddIgnoreAreaBody }
  | { do: 'change'; id: string; body: ChangeIgnoreAreaBody }
  | { do: 'remove'; id: string };

/** What can be done about the ignore areas of a suite. */
export function useAreaActions(project: string, suite: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (action: AreaAction): Promise<void> => {
      switch (action.do) {
        case 'add':
          await call('addIgnoreArea', { project, body: action.body });
          return;
        case 'change':
          await call('changeIgnoreArea', { project, params: { id: action.id }, body: action.body });
          return;
        case 'remove':
          await call('removeIgnoreArea', { project, params: { id: action.id } });
      }
    },
    onSettled: () => client.invalidateQueries({ queryKey: ignoreAreasQuery(project, suite).queryKey }),
  });
}

export type AreaActions = ReturnType<typeof useAreaActions>;
