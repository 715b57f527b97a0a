import type { OperationName, operations, Viewport } from '@svc/schema';
import { request } from './request.js';

/** What an operation answers. */
export type Answer<Name extends OperationName> = (typeof operations)[Name]['response']['_output'];

const at = (collection: string, id: string, action = '') =>
  `/api/v1/${collection}/${encodeURIComponent(id)}${action}`;

/** What a decision is about: snapshots by name, in all their viewports, or single slots; nothing for all. */
export interface Decided {
  snapshots?: readonly string[];
  slots?: readonly { name: string; viewport: Viewport | null }[];
}

/** The operations that the web uses. `project` is `org/project`. */
export const api = {
  whoAmI: (signal?: AbortSignal) => request<Answer<'whoAmI'>>({ path: '/api/v1/me', signal }),
  signIn: (token: string) =>
    request<Answer<'signIn'>>({ method: 'POST', path: '/api/v1/sign-in', body: { token } }),
  signOut: () => request<Answer<'signOut'>>({ method: 'POST', path: '/api/v1/sign-out' }),
  listProjects: (signal?: AbortSignal) =>
    request<Answer<'listProjects'>>({ path: '/api/v1/projects', query: { limit: 500 }, signal }),
  listSuites: (project: string, signal?: AbortSignal) =>
    request<Answer<'listSuites'>>({ path: '/api/v1/suites', project, query: { limit: 500 }, signal }),
  getOverview: (project: string, signal?: AbortSignal) =>
    request<Answer<'getOverview'>>({ path: '/api/v1/overview', project, query: { limit: 20 }, signal }),
  getCapture: (project: string, id: string, signal?: AbortSignal) =>
    request<Answer<'getCapture'>>({ path: at('captures', id), project, signal }),
  listDiffsOf: (project: string, headCaptureId: string, signal?: AbortSignal) =>
    request<Answer<'listDiffs'>>({ path: '/api/v1/diffs', project, query: { headCaptureId }, signal }),
  getReview: (project: string, id: string, signal?: AbortSignal) =>
    request<Answer<'getReview'>>({ path: at('diffs', id, '/review'), project, signal }),
  reDiff: (project: string, id: string) =>
    request<Answer<'reDiff'>>({ method: 'POST', path: at('diffs', id, '/rediff'), project }),
  approve: (project: string, id: string, decided: Decided) =>
    request<Answer<'approve'>>({
      method: 'POST',
      path: at('diffs', id, '/approve'),
      project,
      body: decided,
    }),
  reject: (project: string, id: string, decided: Decided) =>
    request<Answer<'reject'>>({
      method: 'POST',
      path: at('diffs', id, '/reject'),
      project,
      body: decided,
    }),
  revoke: (project: string, id: string, decided: Decided) =>
    request<Answer<'revoke'>>({
      method: 'POST',
      path: at('diffs', id, '/revoke'),
      project,
      body: decided,
    }),
};
