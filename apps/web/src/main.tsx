import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from './client/createQueryClient.js';
import { showTheme } from './client/theme.js';
import { router } from './router.js';
import './theme.css';

showTheme();

const client = createQueryClient(() => {
  const { pathname, href } = router.state.location;
  if (pathname !== '/sign-in')
    void router.navigate({ to: '/sign-in', search: { next: href }, replace: true });
});

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
