import { queryOptions } from '@tanstack/react-query';
import { call } from './call.js';

/** As many as a suite may have. */
const limit = 500;

/** Ignore areas of a suite, oldest first. */
export const ignoreAreasQuery = (project: string, suite: string) =>
  queryOptions({
    queryKey: ['ignoreAreas', project, suite],
    queryFn: async ({ signal }) =>
      (await call('listIgnoreAreas', { project, query: { suite, limit }, signal })).areas,
  });
