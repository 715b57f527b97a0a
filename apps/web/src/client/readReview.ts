import type { ReviewQuery } from '@svc/schema';
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

/** Results that are asked for in one request. */
const partLength = 1_000;
/** How many such requests are under way: while the database reads for one, the service writes the answer of another. */
const requestsAtOnce = 2;

/** Reads all of a review, a large one in parts. */
export async function readReview({ project, id, signal, opening, onOpening }: Reading): Promise<ReviewDiff> {
  const ask = async (query: ReviewQuery) =>
    presentReview(await call('getReview', { project, params: { id }, query, signal }));
  // An address can name what no snapshot is called.
  const first =
    (await ask({ part: 'opening', ...opening }).catch(unless400)) ?? (await ask({ part: 'opening' }));
  if (first.isWhole) return first;
  if (first.results.length > 0) await onOpening?.(first);
  const ofPart = async (part: number) => {
    const query = { from: part * partLength, limit: partLength };
    const packed = await call('listReviewResults', { project, params: { id }, query, signal });
    return presentResults(packed, first.imageToken).map((result, index): Placed => {
      const position = packed.positions[index];
      if (position === undefined) throw new Error('the service left out where a result stands');
      return { result, position };
    });
  };
  const placed = await readParts(ofPart);
  const results = placed.sort((one, other) => one.position - other.position).map(({ result }) => result);
  // A diff that is computed again meanwhile has other results.
  if (results.length !== countOf(first)) return ask({});
  forgetLoneGroups(results);
  return { ...first, isWhole: true, results };
}

const countOf = ({ counts }: ReviewDiff): number =>
  counts.changed + counts.new + counts.removed + counts.unchanged + counts.skipped;

interface Placed {
  result: ReviewItem;
  position: number;
}

/** Reads parts until one is not full, or fails; each is asked for once. */
async function readParts<Item>(ofPart: (part: number) => Promise<Item[]>): Promise<Item[]> {
  const parts: Item[][] = [];
  let next = 0;
  let isEnded = false;
  const read = async () => {
    while (!isEnded) {
      const part = next++;
      const items = await ofPart(part);
      parts[part] = items;
      if (items.length < partLength) isEnded = true;
    }
  };
  await Promise.all(Array.from({ length: requestsAtOnce }, read)).finally(() => {
    isEnded = true;
  });
  return parts.flat();
}

function unless400(error: unknown): null {
  if (isStatus(error, 400)) return null;
  throw error;
}
