import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenOptions, openService, type Web } from './service/openService.js';
import { addPerson } from './service/seedAccess.js';
import { seedReview } from './service/seedReviews.js';

let web: Web<'review'>;
let review: string;
let grace: string;
beforeAll(async () => {
  web = await openService({
    review: async (world) => {
      grace = await addPerson(world, 'Grace Hopper', 'reviewer');
      return seedReview(world);
    },
  });
  ({ review } = web.places);
});
afterAll(() => web?.close());

const selected = (page: Page) => page.locator('[role=option][aria-selected=true]');
const approvals = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('[role=option]')].map((option) => option.getAttribute('data-approval')),
  );

/** Opens the review as Ada and as Grace, at once. */
async function openBoth(options: OpenOptions = {}): Promise<{ ada: Page; grace: Page }> {
  const { page: ada } = await web.open(review, options);
  await selected(ada).waitFor();
  const hers = await web.beside(ada, grace);
  await selected(hers).waitFor();
  return { ada, grace: hers };
}

describe('two people who decide on one diff', () => {
  it('do not overwrite each other: the second learns who decided, when, and sees it', async () => {
    const { ada, grace } = await openBoth();
    await grace.keyboard.press('r');
    await expect.poll(async () => (await web.counts(review)).rejected).toBe(1);

    await ada.keyboard.press('a');
    const refusal = ada.getByTestId('refusal');
    await refusal.getByText(/Not saved: Grace Hopper rejected ".+" (now|\d+ seconds? ago)\./).waitFor();
    expect(await ada.getByTestId('toast').count()).toBe(0);
    await expect.poll(async () => (await approvals(ada))[0]).toBe('rejected');
    expect(await web.counts(review)).toMatchObject({ approved: 0, rejected: 1 });

    await refusal.getByRole('button', { name: 'Look at it' }).click();
    await expect.poll(() => selected(ada).getAttribute('aria-posinset')).toBe('1');
    await ada.getByText('decided by Grace Hopper').waitFor();
    // Having seen it, she may overrule it.
    await ada.keyboard.press('a');
    await expect.poll(() => web.counts(review)).toMatchObject({ approved: 1, rejected: 0 });
  });

  it('keep what they decide after a refusal, however fast the keys come', async () => {
    const { ada, grace } = await openBoth();
    await grace.keyboard.press('r');
    await expect.poll(async () => (await web.counts(review)).rejected).toBe(1);
    for (const key of ['a', 'a', 'r', 'a']) await ada.keyboard.press(key);
    await ada.getByTestId('refusal').waitFor();
    await expect.poll(() => web.counts(review)).toMatchObject({ approved: 2, rejected: 2 });
    await ada.getByText('4 of 20 reviewed').waitFor();
    expect((await approvals(ada)).slice(0, 4)).toEqual(['rejected', 'approved', 'rejected', 'approved']);
    await ada.getByTestId('refusal').getByText('Grace Hopper').waitFor();
  });

  it('agree without a word', async () => {
    const { ada, grace } = await openBoth();
    await grace.keyboard.press('a');
    await expect.poll(async () => (await web.counts(review)).approved).toBe(1);
    await ada.keyboard.press('a');
    await ada.getByText('1 of 20 reviewed').waitFor();
    await expect.poll(() => ada.getByTestId('toast').count()).toBe(1);
    expect(await ada.getByTestId('refusal').count()).toBe(0);
  });

  it('approve all but what the other rejected, and undo no more than their own', async () => {
    const { ada, grace } = await openBoth();
    await grace.keyboard.press('r');
    await expect.poll(async () => (await web.counts(review)).rejected).toBe(1);
    await ada.getByRole('button', { name: 'Approve all' }).click();
    await ada.keyboard.press('Enter');
    await ada.getByTestId('refusal').getByText('Saved 19 of 20').waitFor();
    await expect.poll(() => web.counts(review)).toMatchObject({ approved: 19, rejected: 1 });
    await ada.getByText('20 of 20 reviewed').waitFor();

    await ada.keyboard.press('u');
    await expect.poll(() => web.counts(review)).toMatchObject({ pending: 19, rejected: 1 });
    await ada.getByText('1 of 20 reviewed').waitFor();
  });
});
