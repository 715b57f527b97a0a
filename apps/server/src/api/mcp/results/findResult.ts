import { browser, name, type Review, viewportKey } from '@svc/schema';
import { type UnpackedResult, unpackReview } from '@svc/schema/unpackReview';
import { z } from 'zod';
import { Refusal } from '../Refusal.js';
import type { Asker } from '../Tool.js';

/** Names results, as tools take it. */
export const resultOfName = z.strictObject({
  name: name.describe('Name of the snapshot, exactly as another tool answered it.'),
  viewport: z
    .string()
    .regex(/^\d{1,5}x\d{1,5}$/, 'must look like 1280x720')
    .optional()
    .describe('Such as 1280x720. Only needed where the name has several.'),
  browser: browser.optional().describe('Only needed where the name has several.'),
});
type ResultOfName = z.output<typeof resultOfName>;

/** A diff and its results. */
export async function readResults(
  { call }: Pick<Asker, 'call'>,
  diffId: string,
): Promise<{ review: Review; results: UnpackedResult[] }> {
  const review = await call('getReview', { params: { id: diffId } });
  return { review, results: unpackReview(review) };
}

/** The results that a name means: in all viewports and browsers that it does not say. */
export const resultsNamed = (results: readonly UnpackedResult[], wanted: ResultOfName): UnpackedResult[] =>
  results.filter(
    (result) =>
      result.name === wanted.name &&
      (wanted.viewport === undefined || viewportKey(result.viewport) === wanted.viewport) &&
      (wanted.browser === undefined || result.browser === wanted.browser),
  );

/** How an answer names a result, and how a tool is asked for it. */
export const nameOf = ({
  name,
  viewport,
  browser,
}: Pick<UnpackedResult, 'name' | 'viewport' | 'browser'>) => ({
  name,
  viewport: viewportKey(viewport),
  browser,
});

export const notInDiff = () =>
  new Refusal({
    code: 'SNAPSHOT_NOT_IN_DIFF',
    message: 'The diff has no such result; read_diff with show: "all" lists them',
  });

/** @throws Refusal SNAPSHOT_NOT_IN_DIFF, or VALIDATION_ERROR with the results that a name could mean */
export function findResult(results: readonly UnpackedResult[], wanted: ResultOfName): UnpackedResult {
  const found = resultsNamed(results, wanted);
  const [result, ...others] = found;
  if (result === undefined) throw notInDiff();
  if (others.length === 0) return result;
  const message = `${found.length} results have this name: say which viewport or browser`;
  throw new Refusal({ code: 'VALIDATION_ERROR', message }, { results: found.slice(0, 50).map(nameOf) });
}

export const isReviewable = ({ status }: Pick<UnpackedResult, 'status'>): boolean =>
  status === 'changed' || status === 'new' || status === 'removed';
