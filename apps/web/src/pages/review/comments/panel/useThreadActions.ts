import type { StartThreadBody, Thread } from '@svc/schema';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../../client/call.js';
import { threadsQuery } from '../../../../client/commentQueries.js';

type ThreadAction =
  | { do: 'start'; body: Omit<StartThreadBody, 'pin'> & { pin: Thread['pin'] } }
  | { do: 'reply'; thread: string; text: string }
  | { do: 'resolve' | 'reopen'; thread: string }
  | { do: 'edit'; comment: string; text: string }
  | { do: 'delete'; comment: string };

/** What can be done about threads; the answer of the server is shown at once. */
export function useThreadActions(project: string, diffId: string) {
  const client = useQueryClient();
  const { queryKey } = threadsQuery(project, diffId);
  return useMutation({
    mutationFn: async (action: ThreadAction): Promise<Thread | null> => {
      switch (action.do) {
        case 'start':
          return call('startThread', { project, params: { id: diffId }, body: action.body });
        case 'reply':
          return call('reply', { project, params: { id: action.thread }, body: { text: action.text } });
        case 'resolve':
          return call('resolveThread', { project, params: { id: action.thread } });
        case 'reopen':
          return call('reopenThread', { project, params: { id: action.thread } });
        case 'edit':
          return call('editComment', {
            project,
            params: { id: action.comment },
            body: { text: action.text },
          });
        case 'delete':
          await call('deleteComment', { project, params: { id: action.comment } });
          return null;
      }
    },
    onSuccess: (thread) => {
      if (!thread) return;
      client.setQueryData<Thread[]>(queryKey, (known = []) =>
        known.some(({ id }) => id === thread.id)
          ? known.map((one) => (one.id === thread.id ? thread : one))
          : [...known, thread],
      );
    },
    // Nobody waits for it: the answer is shown already.
    onSettled: () => void client.invalidateQueries({ queryKey }),
  });
}

export type ThreadActions = ReturnType<typeof useThreadActions>;
