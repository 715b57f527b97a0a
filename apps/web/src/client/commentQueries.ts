import type { Thread } from '@svc/schema';
import { queryOptions } from '@tanstack/react-query';
import { call } from './call.js';

/** The most threads that a diff shows, by pages of a hundred. */
const mostPages = 11;

/** All threads of comments that a diff shows, oldest first. */
export const threadsQuery = (project: string, id: string) =>
  queryOptions({
    queryKey: ['threads', project, id],
    queryFn: async ({ signal }) => {
      const threads: Thread[] = [];
      let cursor: string | undefined;
      for (let page = 0; page < mostPages; page++) {
        const query = { limit: 100, ...(cursor ? { cursor } : {}) };
        const answer = await call('listThreads', { project, params: { id }, query, signal });
        threads.push(...answer.threads);
        if (answer.nextCursor === null) break;
        cursor = answer.nextCursor;
      }
      return threads;
    },
  });

export const membersQuery = (org: string) =>
  queryOptions({
    queryKey: ['mentionable', org],
    queryFn: async ({ signal }) => (await call('listMembers', { params: { org }, signal })).members,
    staleTime: 60_000,
  });
