import { queryOptions } from '@tanstack/react-query';
import { call } from './call.js';

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
