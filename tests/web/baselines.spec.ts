import type { BaselineExplanation, Diff, Review } from '@svc/schema';
import { packReview } from '@svc/schema';
import { unpackReview } from '@svc/schema/unpackReview';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { untilIdle } from '../../apps/server/testing/untilIdle.js';
import { openChanged } from './service/answerReview.js';
import { ask, baseline, capture, head, pathOf } from './service/capture.js';
import { completed, idOf, openService, postAsAda, type Seed, type Web } from './service/openService.js';
import { shotAt } from './service/seedReviews.js';

/** A branch that Ada approved on main, and a change on a branch of its own that is compared with it. */
const seedApproved: Seed = async (world) => {
  const first = await capture(world, 'approved', [shotAt(0, 0)], { ...baseline, autoBaseline: false });
  const { id } = await ask(world, 'approved', first.id);
  await completed.diff(world, id);
  await postAsAda(world, `/api/v1/diffs/${id}/approve`, {});
  const second = await capture(world, 'approved', [shotAt(0, 1)], {
    ...head,
    history: [head.commit, baseline.commit],
  });
  const compared = await ask(world, 'approved', second.id);
  await completed.diff(world, compared.id);
  return pathOf(compared.id);
};

let web: Web<'approved'>;
beforeAll(async () => {
  web = await openService({ approved: seedApproved });
});
afterAll(() => web?.close());

/** Opens the review with other explanations of its baselines. */
const openExplained = (page: Page, part: Partial<BaselineExplanation>) =>
  openChanged(page, web.places.approved, (review: Review) => {
    const results = unpackReview(review).map((result) => ({
      ...result,
      baseline: result.baseline && { ...result.baseline, ...part },
    }));
    return packReview(results);
  });

/**
 * Puts a diff that lost its baseline back to where it still showed it and was about to be computed again: the service stays
 * there for a moment only.
 */
async function holdAtRevoked(diffId: string): Promise<void> {
  const { database } = web.service.resources;
  await untilIdle(web.service);
  const entry = await database
    .selectFrom('baselineEntries')
    .select('id')
    .where('revokedSeq', 'is not', null)
    .executeTakeFirstOrThrow();
  await database.updateTable('results').set({ baseEntryId: entry.id }).where('diffId', '=', diffId).execute();
  await database.updateTable('diffs').set({ status: 'processing' }).where('id', '=', diffId).execute();
}

describe('the baseline of a result', () => {
  it('is named with who approved it, when and where', async () => {
    const { page } = await web.open(web.places.approved);
    await page.getByTestId('source').getByText('Compared with main@9f8e7d6').click();
    const told = page.getByTestId('provenance');
    await told.getByText(/main@9f8e7d6, approved by Ada Lovelace on \d{4}-\d\d-\d\d in dif_/).waitFor();
    await page
      .getByTestId('approval')
      .getByRole('link', { name: /approved by Ada Lovelace on/ })
      .click();
    await expect.poll(() => page.url()).not.toContain(idOf(web.places.approved));
    await page.getByText('Approved', { exact: true }).first().waitFor();
  });

  it('warns of a newer one that the branch lacks, and links to its review', async () => {
    const { page } = await web.open(web.places.approved);
    await openExplained(page, { newer: { ref: 'main', commit: 'decade1000', diffId: 'dif_newer' } });
    const warning = page.getByTestId('baseline-warning');
    await warning.getByText('main has a newer baseline that this branch lacks').waitFor();
    const link = warning.getByRole('link', { name: 'main@decade1' });
    expect(await link.getAttribute('href')).toContain('/acme/web/diffs/dif_newer');
  });

  it('says that it is a guess, and what to do about that', async () => {
    const { page } = await web.open(web.places.approved);
    await openExplained(page, { reason: 'history-unknown' });
    await page.getByTestId('baseline-warning').getByText('fetch-depth: 0').waitFor();
  });
});

describe('a diff', () => {
  it('says that it counts in no check where it judges nothing', async () => {
    const { page } = await web.open(web.places.approved);
    await page.getByTestId('source').waitFor();
    expect(await page.getByTestId('judging').count()).toBe(0);
    await openChanged(page, web.places.approved, () => ({ judging: false }));
    await page.getByTestId('judging').getByText('Not counted in the commit’s check').waitFor();
  });

  it('that is computed again says whose approval was revoked', async () => {
    const { page } = await web.open(web.places.approved);
    const id = idOf(web.places.approved);
    const { body } = await web.service.ask<Diff>('GET', `/api/v1/diffs/${id}`);
    const approvedIn = body.results[0]?.baseline?.approvedIn ?? '';
    await postAsAda(web, `/api/v1/diffs/${approvedIn}/revoke`, {});
    await holdAtRevoked(id);
    await page.reload();
    const revoked = page.getByTestId('revoked');
    await revoked.getByText('An approval that this diff relied on was revoked').waitFor();
    await revoked.getByText('by Ada Lovelace').waitFor();
    expect(await revoked.getByRole('link').getAttribute('href')).toBe(`/acme/web/diffs/${approvedIn}`);
  });
});
