import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from './call.js';
import { first, getNextPageParam } from './paging.js';

/** As many as a suite may have. */
const limit = 500;

/** Of the ignore areas of all suites of a project. */
export const areasKey = (project: string) => ['ignoreAreas', project];

/** Ignore areas of a suite, oldest first. */
export const ignoreAreasQuery = (project: string, suite: string) =>
  queryOptions({
    queryKey: [...areasKey(project), suite],
    queryFn: async ({ signal }) =>
      (await call('listIgnoreAreas', { project, query: { suite, limit }, signal })).areas,
  });

/** Snapshots that look different for no reason, the worst first. */
export const flakyQuery = (project: string, of: { suite?: string | undefined; name?: string | undefined }) =>
  infiniteQueryOptions({
    queryKey: ['flaky', project, of],
    queryFn: ({ pageParam, signal }) =>
      call('listFlaky', { project, query: { ...of, limit: 20, cursor: pageParam }, signal }),
    initialPageParam: first,
    getNextPageParam,
  });
