import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from './call.js';
import { first, getNextPageParam } from './paging.js';
import { type Variant, variantSearch } from './variantSearch.js';

/** Milliseconds between looks at something that moves, and at something that might. */
const live = 1_500;
const calm = 15_000;

/** One snapshot of a suite. */
export interface SnapshotAddress extends Variant {
  suite: string;
  name: string;
}

export const suiteQuery = (project: string, suite: string) =>
  queryOptions({
    queryKey: ['suite', project, suite],
    queryFn: ({ signal }) => call('getSuite', { project, query: { suite }, signal }),
    refetchInterval: calm,
  });

export const badgeQuery = (project: string, suite: string, branch: string) =>
  queryOptions({
    queryKey: ['badge', project, suite, branch],
    queryFn: ({ signal }) => call('getBadge', { project, query: { suite, branch }, signal }),
  });

export const baselinesQuery = (project: string, suite: string, branch: string) =>
  infiniteQueryOptions({
    queryKey: ['baselines', project, suite, branch],
    queryFn: ({ pageParam, signal }) =>
      call('listBaselines', { project, query: { suite, branch, limit: 500, cursor: pageParam }, signal }),
    initialPageParam: first,
    getNextPageParam,
  });

/** What waits for a decision in the project. */
export const waitingDiffsQuery = (project: string) =>
  infiniteQueryOptions({
    queryKey: ['waiting-diffs', project],
    queryFn: ({ pageParam, signal }) =>
      call('listDiffs', { project, query: { waiting: 'true', limit: 20, cursor: pageParam }, signal }),
    initialPageParam: first,
    getNextPageParam,
    refetchInterval: calm,
  });

/** What waits for a decision in all projects of the person. */
export const allWaitingQuery = infiniteQueryOptions({
  queryKey: ['all-waiting'],
  queryFn: ({ pageParam, signal }) =>
    call('listWaiting', { query: { limit: 20, cursor: pageParam }, signal }),
  initialPageParam: first,
  getNextPageParam,
  refetchInterval: calm,
});

/** @param q what to find them by: words of a branch, a commit or a pull request */
export const suiteDiffsQuery = (project: string, suite: string, q = '') =>
  infiniteQueryOptions({
    queryKey: ['suite-diffs', project, suite, q],
    queryFn: ({ pageParam, signal }) =>
      call('listDiffs', {
        project,
        query: { suite, q: q || undefined, limit: 20, cursor: pageParam },
        signal,
      }),
    placeholderData: keepPreviousData,
    initialPageParam: first,
    getNextPageParam,
    refetchInterval: calm,
  });

export const suiteCapturesQuery = (project: string, suite: string) =>
  infiniteQueryOptions({
    queryKey: ['suite-captures', project, suite],
    queryFn: ({ pageParam, signal }) =>
      call('listCaptures', { project, query: { suite, limit: 20, cursor: pageParam }, signal }),
    initialPageParam: first,
    getNextPageParam,
    refetchInterval: calm,
  });

/** The builds of a diff's suite and branch right before and after it. */
export const neighborsQuery = (project: string, id: string) =>
  queryOptions({
    queryKey: ['neighbors', project, id],
    queryFn: ({ signal }) => call('getNeighbors', { project, params: { id }, signal }),
    staleTime: calm,
  });

/** Builds of a branch in a suite, the newest first. */
export const buildsQuery = (project: string, suite: string, branch: string) =>
  infiniteQueryOptions({
    queryKey: ['builds', project, suite, branch],
    queryFn: ({ pageParam, signal }) =>
      call('listBuilds', { project, query: { suite, branch, limit: 20, cursor: pageParam }, signal }),
    initialPageParam: first,
    getNextPageParam,
    refetchInterval: calm,
  });

/** @param suite null for the sessions of all suites */
export const sessionsQuery = (project: string, suite: string | null) =>
  infiniteQueryOptions({
    queryKey: ['sessions', project, suite],
    queryFn: ({ pageParam, signal }) =>
      call('listSessions', {
        project,
        query: { suite: suite ?? undefined, limit: 20, cursor: pageParam },
        signal,
      }),
    initialPageParam: first,
    getNextPageParam,
    refetchInterval: calm,
  });

export const sessionQuery = (project: string, id: string) =>
  queryOptions({
    queryKey: ['session', project, id],
    queryFn: ({ signal }) => call('getSession', { project, params: { id }, signal }),
    refetchInterval: ({ state: { data } }) =>
      data && (data.status === 'open' || data.diffs.some(({ status }) => status === 'processing'))
        ? live
        : calm,
  });

export const commitCheckRunsQuery = (project: string, commit: string) =>
  queryOptions({
    queryKey: ['check-runs', project, commit],
    queryFn: ({ signal }) => call('listCheckRuns', { project, query: { commit, limit: 500 }, signal }),
    refetchInterval: ({ state: { data } }) =>
      data?.checkRuns.some(({ isShown }) => !isShown) ? 2 * live : calm,
  });

/** @param isLive whether the capture is still running */
export const captureDetailsQuery = (project: string, id: string, isLive: boolean) =>
  queryOptions({
    queryKey: ['capture-details', project, id],
    queryFn: ({ signal }) => call('getCaptureDetails', { project, params: { id }, signal }),
    refetchInterval: isLive && 2 * live,
  });

export const historyQuery = (project: string, address: SnapshotAddress) =>
  infiniteQueryOptions({
    queryKey: ['history', project, address.suite, address.name, variantSearch(address)],
    queryFn: ({ pageParam, signal }) => {
      const { suite, name } = address;
      const query = { suite, name, ...variantSearch(address), limit: 20, cursor: pageParam };
      return call('getSnapshotHistory', { project, query, signal });
    },
    initialPageParam: first,
    getNextPageParam,
  });
