import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
} from '@tanstack/react-router';
import { parseSearch, stringifySearch } from './client/searchText.js';
import { CapturePage } from './pages/CapturePage.js';
import { NotFoundPage } from './pages/NotFoundPage.js';
import { ProjectPage } from './pages/ProjectPage.js';
import { ProjectsPage } from './pages/ProjectsPage.js';
import { SignInPage } from './pages/SignInPage.js';

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFoundPage });

const projects = createRoute({ getParentRoute: () => root, path: '/', component: ProjectsPage });

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: (search): { token?: string; next?: string } => ({
    token: text(search.token),
    next: text(search.next),
  }),
  component: SignInPage,
});

const project = createRoute({ getParentRoute: () => root, path: '/$org/$project', component: ProjectPage });

const capture = createRoute({
  getParentRoute: () => root,
  path: '/$org/$project/captures/$id',
  component: CapturePage,
});

/** Everything that a link to a review shows to a colleague. */
export interface ReviewSearch {
  /** Slot of the result that is looked at. */
  result?: string;
  view?: string;
  /** Comma-separated statuses that the list shows. */
  status?: string;
  /** Search text. */
  q?: string;
}

const review = createRoute({
  getParentRoute: () => root,
  path: '/$org/$project/diffs/$id',
  validateSearch: (search): ReviewSearch => ({
    result: text(search.result),
    view: text(search.view),
    status: text(search.status),
    q: text(search.q),
  }),
  component: lazyRouteComponent(() => import('./pages/review/ReviewPage.js'), 'ReviewPage'),
});

export const router = createRouter({
  routeTree: root.addChildren([projects, signIn, project, capture, review]),
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
