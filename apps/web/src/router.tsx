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

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFoundPage });

const projects = createRoute({ getParentRoute: () => root, path: '/', component: ProjectsPage });

interface SignInSearch {
  /** Of a one-time link. */
  token?: string;
  /** Path to go on to. */
  next?: string;
  /** What became of a sign-in elsewhere, and where that was. */
  problem?: string;
  provider?: string;
}

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: (search): SignInSearch => ({
    token: text(search.token),
    next: text(search.next),
    problem: text(search.problem),
    provider: text(search.provider),
  }),
  component: lazyRouteComponent(() => import('./pages/access/SignInPage.js'), 'SignInPage'),
});

const invitation = createRoute({
  getParentRoute: () => root,
  path: '/invitation',
  component: lazyRouteComponent(() => import('./pages/access/InvitationPage.js'), 'InvitationPage'),
});

const cliLogin = createRoute({
  getParentRoute: () => root,
  path: '/cli-login',
  validateSearch: (search): { code?: string } => ({ code: text(search.code) }),
  component: lazyRouteComponent(() => import('./pages/access/CliLoginPage.js'), 'CliLoginPage'),
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
  routeTree: root.addChildren([projects, signIn, invitation, cliLogin, project, capture, review]),
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
