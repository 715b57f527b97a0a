import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { recordsApi, type SnapshotAddress } from './recordsApi.js';
import { viewportText } from './viewportText.js';

/** Milliseconds between looks at something that moves, and at something that might. */
const live = 1_500;
const calm = 15_000;

const first: string | null = null;
const getNextPageParam = ({ nextCursor }: { nextCursor: string | null }) => nextCursor;

export const suiteQuery = (project: string, suite: string) =>
  queryOptions({
    queryKey: ['suite', project, suite],
    queryFn: ({ signal }) => recordsApi.getSuite(project, suite, signal),
    refetchInterval: calm,
  });

export const baselinesQuery = (project: string, suite: string, branch: string) =>
  infiniteQueryOptions({
    queryKey: ['baselines', project, suite, branch],
    queryFn: ({ pageParam, signal }) => recordsApi.listBaselines(project, suite, branch, pageParam, signal),
    initialPageParam: first,
    getNextPageParam,
  });

export const suiteDiffsQuery = (project: string, suite: string) =>
  infiniteQueryOptions({
    queryKey: ['suite-diffs', project, suite],
    queryFn: ({ pageParam, signal }) => recordsApi.listDiffs(project, suite, pageParam, signal),
    initialPageParam: first,
    getNextPageParam,
    refetchInterval: calm,
  });

export const suiteCapturesQuery = (project: string, suite: string) =>
  infiniteQueryOptions({
    queryKey: ['suite-captures', project, suite],
    queryFn: ({ pageParam, signal }) => recordsApi.listCaptures(project, suite, pageParam, signal),
    initialPageParam: first,
    getNextPageParam,
    refetchInterval: calm,
  });

/** @param suite null for the sessions of all suites */
export const sessionsQuery = (project: string, suite: string | null) =>
  infiniteQueryOptions({
    queryKey: ['sessions', project, suite],
    queryFn: ({ pageParam, signal }) => recordsApi.listSessions(project, suite, pageParam, signal),
    initialPageParam: first,
    getNextPageParam,
    refetchInterval: calm,
  });

export const sessionQuery = (project: string, id: string) =>
  queryOptions({
    queryKey: ['session', project, id],
    queryFn: ({ signal }) => recordsApi.getSession(project, id, signal),
    refetchInterval: ({ state: { data } }) =>
      data && (data.status === 'open' || data.diffs.some(({ status }) => status === 'processing'))
        ? live
        : calm,
  });

export const commitCheckRunsQuery = (project: string, commit: string) =>
  queryOptions({
    queryKey: ['check-runs', project, commit],
    queryFn: ({ signal }) => recordsApi.listCheckRuns(project, commit, signal),
    refetchInterval: ({ state: { data } }) =>
      data?.checkRuns.some(({ isShown }) => !isShown) ? 2 * live : calm,
  });

/** @param isLive whether the capture goes on */
export const captureDetailsQuery = (project: string, id: string, isLive: boolean) =>
  queryOptions({
    queryKey: ['capture-details', project, id],
    queryFn: ({ signal }) => recordsApi.getCaptureDetails(project, id, signal),
    refetchInterval: isLive && 2 * live,
  });

export const historyQuery = (project: string, address: SnapshotAddress) =>
  infiniteQueryOptions({
    queryKey: ['history', project, address.suite, address.name, viewportText(address.viewport)],
    queryFn: ({ pageParam, signal }) => recordsApi.getSnapshotHistory(project, address, pageParam, signal),
    initialPageParam: first,
    getNextPageParam,
  });
