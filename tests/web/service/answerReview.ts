import { type DecisionBody, packReview, type ResultStatus, type Review } from '@svc/schema';
import { type UnpackedResult, unpackReview } from '@svc/schema/unpackReview';
import type { Page } from 'playwright-core';
import { idOf } from './openService.js';

/** Of a small review all of it, of a large one what it opens with. */
export const answerOf = (path: string) => new RegExp(`/api/v1/diffs/${idOf(path)}/review(\\?|$)`);

/** Of a part of its results, where there are many. */
export const resultsOf = (path: string) => new RegExp(`/api/v1/diffs/${idOf(path)}/review/results(\\?|$)`);

/** Opens the review at that path, which is answered as the service does but for some fields: a state that nobody can bring about. */
export async function openChanged(
  page: Page,
  path: string,
  change: (review: Review) => Partial<Review>,
): Promise<void> {
  await page.route(answerOf(path), async (route) => {
    const response = await route.fetch();
    const review: Review = await response.json();
    await route.fulfill({ response, json: { ...review, ...change(review) } });
  });
  await page.goto(new URL(path, page.url()).href);
}

/** The fields of a review of its first results only. */
export const firstResults = (review: Review, count: number) =>
  packReview(unpackReview(review).slice(0, count));

const reviewable: readonly ResultStatus[] = ['changed', 'new', 'removed'];

/**
 * Has the review at that path answered with so many results of each status, each of which changed in its own way, with the
 * images of the real ones; decisions about them are taken, and told.
 */
export async function multiplyResults(
  page: Page,
  path: string,
  counts: Partial<Record<ResultStatus, number>>,
) {
  let results: UnpackedResult[] = [];
  const count = (is: (result: UnpackedResult) => boolean) => results.filter(is).length;
  const countAll = () => ({
    changed: count(({ status }) => status === 'changed'),
    new: count(({ status }) => status === 'new'),
    removed: count(({ status }) => status === 'removed'),
    unchanged: count(({ status }) => status === 'unchanged'),
    skipped: count(({ status }) => status === 'skipped'),
    failed: 0,
    pending: count(
      ({ status, approvalStatus }) => reviewable.includes(status) && approvalStatus === 'pending',
    ),
    approved: count((one) => reviewable.includes(one.status) && one.approvalStatus === 'approved'),
    rejected: count((one) => reviewable.includes(one.status) && one.approvalStatus === 'rejected'),
  });
  await page.route(answerOf(path), async (route) => {
    const response = await route.fetch();
    const review: Review = await response.json();
    if (results.length === 0) results = multiplied(unpackReview(review), counts);
    await route.fulfill({ response, json: { ...review, ...packReview(results), counts: countAll() } });
  });
  // The service knows none of these results.
  await page.route(`**/api/v1/diffs/${idOf(path)}/causes/result?*`, (route) =>
    route.fulfill({ json: { causes: null } }),
  );
  await page.route(`**/api/v1/diffs/${idOf(path)}/{approve,reject,revoke}`, async (route) => {
    const verb = idOf(new URL(route.request().url()).pathname);
    const { snapshots, slots }: DecisionBody = route.request().postDataJSON() ?? {};
    const to = ({ approve: 'approved', reject: 'rejected', revoke: 'pending' } as const)[verb] ?? 'pending';
    const names = new Set([...(snapshots ?? []), ...(slots ?? []).map(({ name }) => name)]);
    const isMeant = (one: UnpackedResult) =>
      snapshots || slots ? names.has(one.name) : one.approvalStatus === 'pending';
    results = results.map((one) => (isMeant(one) ? { ...one, approvalStatus: to } : one));
    const total = names.size;
    await route.fulfill({
      json: { [{ approve: 'approved', reject: 'rejected' }[verb] ?? 'revoked']: total, total },
    });
  });
  return { counts: countAll };
}

function multiplied(
  samples: readonly UnpackedResult[],
  counts: Partial<Record<ResultStatus, number>>,
): UnpackedResult[] {
  return Object.entries(counts).flatMap(([status, wanted]) => {
    const own = samples.filter((sample) => sample.status === status);
    return Array.from({ length: wanted }, (_, index): UnpackedResult => {
      const sample = own[index % own.length];
      if (!sample) throw new Error(`there is no result that is ${status}`);
      const name = `${sample.name} ${status} ${index}`;
      const path = sample.path && [...sample.path.slice(0, -1), `${sample.path.at(-1)} ${status} ${index}`];
      return { ...sample, name, path, fingerprint: sample.fingerprint && `${index}` };
    });
  });
}
