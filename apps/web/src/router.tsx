import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
} from '@tanstack/react-router';
import { parseSearch, stringifySearch } from './client/searchText.js';
import type { VariantSearch } from './client/variantSearch.js';
import { NotFoundPage } from './pages/NotFoundPage.js';
import type { WaitingFilter } from './pages/projects/filterWaiting.js';
import { readReviewSearch } from './pages/review/address/reviewSearch.js';

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFoundPage });

/** Of what needs a review, and of the suites of a project. */
interface InboxSearch extends WaitingFilter {
  suites?: string | undefined;
}
const readInboxSearch = (search: Record<string, unknown>): InboxSearch => ({
  q: text(search.q),
  whose: text(search.whose),
  progress: text(search.progress),
  suites: text(search.suites),
});

const projects = createRoute({
  getParentRoute: () => root,
  path: '/',
  validateSearch: readInboxSearch,
  component: lazyRouteComponent(() => import('./pages/projects/ProjectsPage.js'), 'ProjectsPage'),
});

interface SignInSearch {
  /** Path to go on to. */
  next?: string | undefined;
  /** What became of a sign-in elsewhere, and where that was. */
  problem?: string | undefined;
  provider?: string | undefined;
}

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: (search): SignInSearch => ({
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

const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: '/forgot-password',
  component: lazyRouteComponent(() => import('./pages/access/ForgotPasswordPage.js'), 'ForgotPasswordPage'),
});

const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/reset-password',
  component: lazyRouteComponent(() => import('./pages/access/ResetPasswordPage.js'), 'ResetPasswordPage'),
});

const unsubscribe = createRoute({
  getParentRoute: () => root,
  path: '/unsubscribe',
  component: lazyRouteComponent(() => import('./pages/access/UnsubscribePage.js'), 'UnsubscribePage'),
});

const cliLogin = createRoute({
  getParentRoute: () => root,
  path: '/cli-login',
  validateSearch: (search): { code?: string | undefined } => ({ code: text(search.code) }),
  component: lazyRouteComponent(() => import('./pages/access/CliLoginPage.js'), 'CliLoginPage'),
});

const account = createRoute({
  getParentRoute: () => root,
  path: '/account',
  validateSearch: (search): { problem?: string | undefined; provider?: string | undefined } => ({
    problem: text(search.problem),
    provider: text(search.provider),
  }),
  component: lazyRouteComponent(() => import('./pages/settings/account/AccountPage.js'), 'AccountPage'),
});

const organisation = createRoute({
  getParentRoute: () => root,
  path: '/organisations/$org/{-$section}',
  component: lazyRouteComponent(
    () => import('./pages/settings/organisation/OrganisationPage.js'),
    'OrganisationPage',
  ),
});

const settings = createRoute({
  getParentRoute: () => root,
  path: '/$org/$project/settings/{-$section}',
  component: lazyRouteComponent(
    () => import('./pages/settings/project/ProjectSettingsPage.js'),
    'ProjectSettingsPage',
  ),
});

const project = createRoute({
  getParentRoute: () => root,
  path: '/$org/$project',
  validateSearch: readInboxSearch,
  component: lazyRouteComponent(() => import('./pages/projects/ProjectPage.js'), 'ProjectPage'),
});

const capture = createRoute({
  getParentRoute: () => root,
  path: '/$org/$project/captures/$id',
  validateSearch: (search): { view?: string | undefined } => ({ view: text(search.view) }),
  component: lazyRouteComponent(() => import('./pages/capture/CapturePage.js'), 'CapturePage'),
});

interface SuiteSearch {
  view?: string | undefined;
  /** Of the baselines that are shown, and the filters on them. */
  branch?: string | undefined;
  q?: string | undefined;
  viewport?: string | undefined;
  browser?: string | undefined;
  age?: string | undefined;
}

const suite = createRoute({
  getParentRoute: () => root,
  path: '/$org/$project/suites/$suite',
  validateSearch: (search): SuiteSearch => ({
    view: text(search.view),
    branch: text(search.branch),
    q: text(search.q),
    viewport: text(search.viewport),
    browser: text(search.browser),
    age: text(search.age),
  }),
  component: lazyRouteComponent(() => import('./pages/suite/SuitePage.js'), 'SuitePage'),
});

const compare = createRoute({
  getParentRoute: () => root,
  path: '/$org/$project/suites/$suite/compare',
  validateSearch: (search): { base?: string | undefined; head?: string | undefined } => ({
    base: text(search.base),
    head: text(search.head),
  }),
  component: lazyRouteComponent(() => import('./pages/suite/ComparePage.js'), 'ComparePage'),
});

const branch = createRoute({
  getParentRoute: () => root,
  path: '/$org/$project/suites/$suite/branches/$branch',
  component: lazyRouteComponent(() => import('./pages/suite/BranchPage.js'), 'BranchPage'),
});

const history = createRoute({
  getParentRoute: () => root,
  path: '/$org/$project/suites/$suite/snapshots/$name',
  validateSearch: (search): VariantSearch => ({
    viewport: text(search.viewport),
    browser: text(search.browser),
  }),
  component: lazyRouteComponent(() => import('./pages/history/HistoryPage.js'), 'HistoryPage'),
});

const flaky = createRoute({
  getParentRoute: () => root,
  path: '/$org/$project/flaky',
  validateSearch: (search): { suite?: string | undefined; name?: string | undefined } => ({
    suite: text(search.suite),
    name: text(search.name),
  }),
  component: lazyRouteComponent(() => import('./pages/flaky/FlakyPage.js'), 'FlakyPage'),
});

const session = createRoute({
  getParentRoute: () => root,
  path: '/$org/$project/sessions/$id',
  component: lazyRouteComponent(() => import('./pages/session/SessionPage.js'), 'SessionPage'),
});

const review = createRoute({
  getParentRoute: () => root,
  path: '/$org/$project/diffs/$id',
  validateSearch: readReviewSearch,
  component: lazyRouteComponent(() => import('./pages/review/ReviewPage.js'), 'ReviewPage'),
});

const accessibility = createRoute({
  getParentRoute: () => root,
  path: '/$org/$project/diffs/$id/accessibility',
  component: lazyRouteComponent(
    () => import('./pages/accessibility/AccessibilityPage.js'),
    'AccessibilityPage',
  ),
});

export const router = createRouter({
  routeTree: root.addChildren([
    projects,
    signIn,
    invitation,
    forgotPassword,
    resetPassword,
    unsubscribe,
    cliLogin,
    account,
    organisation,
    settings,
    project,
    capture,
    suite,
    compare,
    branch,
    history,
    flaky,
    session,
    review,
    accessibility,
  ]),
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
