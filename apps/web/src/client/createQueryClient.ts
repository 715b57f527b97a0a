import { MutationCache, notifyManager, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError, isStatus, isTransient } from './ApiError.js';
import { organisationsQuery } from './accessQueries.js';

// By default a timer: the next key could come before the page knows what the last one decided.
notifyManager.setScheduler(queueMicrotask);

/** `onSignedOut` is told whenever the server no longer knows who is asking. */
export function createQueryClient(onSignedOut: () => void): QueryClient {
  const onError = (error: unknown) => {
    if (isStatus(error, 401)) onSignedOut();
  };
  const client = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => {
        // Who gives a wrong password stays where it was asked for.
        if (!mutation.meta?.isSignIn) onError(error);
        // The page offered what the person no longer may.
        if (isStatus(error, 403)) void client.invalidateQueries({ queryKey: organisationsQuery.queryKey });
      },
    }),
    defaultOptions: {
      // Whatever the browser thinks of its connection, the server is asked: it may be on the same machine.
      mutations: { networkMode: 'always' },
      queries: {
        networkMode: 'always',
        refetchOnReconnect: true,
        staleTime: 5_000,
        // An answer from before a decision must not undo it on the screen.
        refetchOnWindowFocus: () => client.isMutating() === 0,
        retry: (count, error) => isTransient(error) && count < 3,
        retryDelay: (attempt, error) =>
          error instanceof ApiError && error.retryAfterSeconds
            ? error.retryAfterSeconds * 1_000
            : 500 * 2 ** attempt,
      },
    },
  });
  return client;
}
