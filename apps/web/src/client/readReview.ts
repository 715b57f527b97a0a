import type { ReviewQuery, ReviewResults } from '@svc/schema';
import { forgetLoneGroups } from '@svc/schema/unpackReview';
import { isStatus } from './ApiError.js';
import { call } from './call.js';
import { presentResults, presentReview, type ReviewDiff, type ReviewItem } from './presentReview.js';

/** The snapshot that a review opens at; without one, the first that waits for a decision. */
export type ReviewOpening = Pick<ReviewQuery, 'name'>;

interface Reading {
  /** `org/project`. */
  project: string;
  id: string;
  signal?: AbortSignal | undefined;
  opening?: ReviewOpening | null | undefined;
  /** Is given what a large review opens with, where there is such a thing, before all of it is read. */
  onOpening?: ((opening: ReviewDiff) => Promise<void>) | undefined;
}

/** Results that are asked for at once. */
const pageLength = 1_000;

/** Reads all of a review: a large one a page after the other, since each answer is read while the next one is made. */
export async function readReview({ project, id, signal, opening, onOpening }: Reading): Promise<ReviewDiff> {
  const ask = async (query: ReviewQuery) =>
    presentReview(await call('getReview', { project, params: { id }, query, signal }));
  // An address can name what no snapshot is called.
  const first =
    (await ask({ part: 'opening', ...opening }).catch(unless400)) ?? (await ask({ part: 'opening' }));
  if (first.isWhole) return first;
  if (first.results.length > 0) await onOpening?.(first);
  const results = await readResults(
    (cursor) =>
      call('listReviewResults', {
        project,
        params: { id },
        query: { limit: pageLength, ...(cursor !== null && { cursor }) },
        signal,
      }),
    first.imageToken,
  );
  return { ...first, isWhole: true, results };
}

async function readResults(
  ask: (cursor: string | null) => Promise<ReviewResults>,
  imageToken: string,
): Promise<ReviewItem[]> {
  const results: ReviewItem[] = [];
  for (let next: Promise<ReviewResults> | null = ask(null); next; ) {
    const page: ReviewResults = await next;
    next = page.nextCursor === null ? null : ask(page.nextCursor);
    for (const result of presentResults(page, imageToken)) results.push(result);
  }
  forgetLoneGroups(results);
  return results;
}

function unless400(error: unknown): null {
  if (isStatus(error, 400)) return null;
  throw error;
}
