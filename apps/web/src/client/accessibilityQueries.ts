import { queryOptions } from '@tanstack/react-query';
import { call } from './call.js';

/** What changed for assistive technology in a diff. */
export const accessibilityQuery = (project: string, id: string) =>
  queryOptions({
    queryKey: ['accessibility', project, id],
    queryFn: ({ signal }) => call('getAccessibility', { project, params: { id }, signal }),
  });
