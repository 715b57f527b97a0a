import type { Viewport } from '@svc/schema';
import type { Answer } from './api.js';
import { request } from './request.js';
import { viewportText } from './viewportText.js';

/** A page of a list: after `cursor`, or the first. */
type Cursor = string | null;

const paged = (limit: number, cursor: Cursor) => ({ limit, ...(cursor ? { cursor } : {}) });

/** One snapshot of a suite. */
export interface SnapshotAddress {
  suite: string;
  name: string;
  viewport: Viewport | null;
}

/** The operations behind the pages of suites, snapshots and sessions. `project` is `org/project`. */
export const recordsApi = {
  getSuite: (project: string, suite: string, signal?: AbortSignal) =>
    request<Answer<'getSuite'>>({ path: '/api/v1/suite', project, query: { suite }, signal }),
  listBaselines: (project: string, suite: string, branch: string, cursor: Cursor, signal?: AbortSignal) =>
    request<Answer<'listBaselines'>>({
      path: '/api/v1/baselines',
      project,
      query: { suite, branch, ...paged(500, cursor) },
      signal,
    }),
  listDiffs: (project: string, suite: string, cursor: Cursor, signal?: AbortSignal) =>
    request<Answer<'listDiffs'>>({
      path: '/api/v1/diffs',
      project,
      query: { suite, ...paged(20, cursor) },
      signal,
    }),
  listCaptures: (project: string, suite: string, cursor: Cursor, signal?: AbortSignal) =>
    request<Answer<'listCaptures'>>({
      path: '/api/v1/captures',
      project,
      query: { suite, ...paged(20, cursor) },
      signal,
    }),
  listSessions: (project: string, suite: string | null, cursor: Cursor, signal?: AbortSignal) =>
    request<Answer<'listSessions'>>({
      path: '/api/v1/sessions',
      project,
      query: { ...(suite === null ? {} : { suite }), ...paged(20, cursor) },
      signal,
    }),
  getCaptureDetails: (project: string, id: string, signal?: AbortSignal) =>
    request<Answer<'getCaptureDetails'>>({
      path: `/api/v1/captures/${encodeURIComponent(id)}/details`,
      project,
      signal,
    }),
  getSession: (project: string, id: string, signal?: AbortSignal) =>
    request<Answer<'getSession'>>({ path: `/api/v1/sessions/${encodeURIComponent(id)}`, project, signal }),
  listCheckRuns: (project: string, commit: string, signal?: AbortSignal) =>
    request<Answer<'listCheckRuns'>>({
      path: '/api/v1/check-runs',
      project,
      query: { commit, limit: 500 },
      signal,
    }),
  deliverCheckRun: (project: string, id: string) =>
    request<Answer<'deliverCheckRun'>>({
      method: 'POST',
      path: `/api/v1/check-runs/${encodeURIComponent(id)}/deliver`,
      project,
    }),
  getSnapshotHistory: (
    project: string,
    { suite, name, viewport }: SnapshotAddress,
    cursor: Cursor,
    signal?: AbortSignal,
  ) =>
    request<Answer<'getSnapshotHistory'>>({
      path: '/api/v1/snapshots/history',
      project,
      query: { suite, name, ...(viewport ? { viewport: viewportText(viewport) } : {}), ...paged(20, cursor) },
      signal,
    }),
};
