import type { CaptureStatus } from '@svc/schema';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from './call.js';
import type { ReviewDiff, ReviewItem } from './presentReview.js';
import { type ReviewOpening, readReview } from './readReview.js';
import { variantSearch } from './variantSearch.js';

/** Milliseconds between looks at something that is still moving. */
const live = 1_000;
const calm = 15_000;

export const isRunning = (status: CaptureStatus): boolean => status !== 'completed' && status !== 'failed';

export const identityQuery = queryOptions({
  queryKey: ['identity'],
  queryFn: ({ signal }) => call('whoAmI', { signal }),
  staleTime: 60_000,
});

export const projectsQuery = queryOptions({
  queryKey: ['projects'],
  queryFn: ({ signal }) => call('listProjects', { query: { limit: 500 }, signal }),
  refetchInterval: (query) => (query.state.data?.projects.length === 0 ? 3_000 : calm),
});

export const suitesQuery = (project: string, busy = false) =>
  queryOptions({
    queryKey: ['suites', project],
    queryFn: ({ signal }) => call('listSuites', { project, query: { limit: 500 }, signal }),
    refetchInterval: busy ? 2 * live : calm,
  });

export const overviewQuery = (project: string) =>
  queryOptions({
    queryKey: ['overview', project],
    queryFn: ({ signal }) => call('getOverview', { project, query: { limit: 20 }, signal }),
    refetchInterval: ({ state: { data } }) =>
      data?.captures.length === 0 ||
      data?.captures.some(({ status }) => isRunning(status)) ||
      data?.diffs.some(({ status }) => status === 'processing')
        ? 2 * live
        : calm,
  });

export const captureQuery = (project: string, id: string) =>
  queryOptions({
    queryKey: ['capture', project, id],
    queryFn: async ({ signal }) => {
      const capture = await call('getCapture', { project, params: { id }, signal });
      if (!('snapshots' in capture)) throw new Error('the service left the snapshots of a capture out');
      return capture;
    },
    refetchInterval: ({ state: { data } }) => (data && isRunning(data.status) ? live : false),
  });

/** Until the page has drawn what it knows, which the rest must not slow down; a page in the background draws nothing. */
const untilDrawn = () =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, 300);
    requestAnimationFrame(() => setTimeout(resolve));
  });

/** How far a capture is, without its snapshots. */
export const captureProgressQuery = (project: string, id: string) =>
  queryOptions({
    queryKey: ['capture-progress', project, id],
    queryFn: ({ signal }) =>
      call('getCapture', { project, params: { id }, query: { fields: 'summary' }, signal }),
    refetchInterval: ({ state: { data } }) => (data && isRunning(data.status) ? live : false),
  });

export const captureDiffsQuery = (project: string, captureId: string) =>
  queryOptions({
    queryKey: ['capture-diffs', project, captureId],
    queryFn: ({ signal }) => call('listDiffs', { project, query: { headCaptureId: captureId }, signal }),
    refetchInterval: ({ state: { data } }) =>
      data?.diffs.some(({ status }) => status === 'processing') ? live : false,
  });

interface ReviewReading {
  /** What the page opens with, where that can be shown before all is there. */
  opening?: ReviewOpening | null;
  /** Called when a reading begins; answers what is shown of what was read. */
  begin?: (client: QueryClient) => (read: ReviewDiff) => ReviewDiff;
}

const asRead: ReviewReading['begin'] = () => (read) => read;

/** A review, whole in the end. */
export const reviewQuery = (
  project: string,
  id: string,
  { opening = null, begin = asRead }: ReviewReading = {},
) =>
  queryOptions({
    queryKey: ['review', project, id],
    queryFn: ({ client, queryKey, signal }) => {
      const isShown = client.getQueryData(queryKey) !== undefined;
      const shownOf = begin(client);
      return readReview({
        project,
        id,
        signal,
        ...(opening &&
          !isShown && {
            opening,
            onOpening: async (first) => {
              client.setQueryData(queryKey, first);
              await untilDrawn();
            },
          }),
      }).then(shownOf);
    },
    // Comparing thousands of results with what they were takes longer than drawing the few in sight again.
    structuralSharing: false,
    // A large answer is asked for less often.
    refetchInterval: ({ state: { data } }) =>
      data?.status === 'processing' ? live + data.results.length : false,
  });

/** What test runners recorded of the tests behind a diff; their addresses are good for an hour. */
export const tracesQuery = (project: string, id: string) =>
  queryOptions({
    queryKey: ['traces', project, id],
    queryFn: async ({ signal }) => (await call('listTraces', { project, params: { id }, signal })).traces,
    staleTime: 600_000,
  });

/** Where the pages behind both images of a result are. */
export const livePagesQuery = (project: string, id: string, { name, ...variant }: ReviewItem) =>
  queryOptions({
    queryKey: ['live-pages', project, id, name, variantSearch(variant)],
    queryFn: ({ signal }) =>
      call('getLivePages', { project, params: { id }, query: { name, ...variantSearch(variant) }, signal }),
    staleTime: 60_000,
  });
