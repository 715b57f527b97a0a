import { queryOptions } from '@tanstack/react-query';
import { call } from './call.js';

/** Milliseconds. Records of a completed diff stay as they are; decisions of others are rare. */
const calm = 15_000;

/** What changed for assistive technology in a diff. */
export const accessibilityQuery = (project: string, id: string) =>
  queryOptions({
    queryKey: ['accessibility', project, id],
    queryFn: ({ signal }) => call('getAccessibility', { project, params: { id }, signal }),
    staleTime: calm,
    refetchInterval: calm,
  });
