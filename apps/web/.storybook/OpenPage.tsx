import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRouter, RouterProvider } from '@tanstack/react-router';
import { router } from '../src/router.js';

/** The whole application at an address, with what `client` already holds for answers. */
export function OpenPage({ at, client }: { at: string; client: QueryClient }) {
  const history = createMemoryHistory({ initialEntries: [at] });
  return (
    <QueryClientProvider client={client}>
      <RouterProvider router={createRouter({ ...router.options, history })} />
    </QueryClientProvider>
  );
}
