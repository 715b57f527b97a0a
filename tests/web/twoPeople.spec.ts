import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openChanged } from './service/answerReview.js';
import type { Web } from './service/openService.js';
import { openSharedReview } from './service/openSharedReview.js';
import { seedDiff } from './service/seedReviews.js';

let web: Web<'review'>;
let review: string;
let grace: string;
let namesake: string;
let mary: string;
beforeAll(async () => {
  ({ web, review, grace, namesake, mary } = await openSharedReview());
});
afterAll(() => web?.close());

const selected = (page: Page) => page.locator('[role=option][aria-selected=true]');
const approvals = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('[role=option]')].map((option) => option.getAttribute('data-approval')),
  );

/** Opens the review as Ada and as Grace, or somebody in her place, at once. */
async function openBoth(session = grace): Promise<{ ada: Page; grace: Page }> {
  const { page: ada } = await web.open(review);
  await selected(ada).waitFor();
  return { ada, grace: await openAs(ada, session) };
}

/** The same, but no event reaches Ada's page: as in the moment before one does. */
async function openBothAtOnce(): Promise<{ ada: Page; grace: Page }> {
  const { page: ada } = await web.open(review);
  await ada.route(/\/events$/, () => {});
  await ada.reload();
  await selected(ada).waitFor();
  return { ada, grace: await openAs(ada, grace) };
}

async function openAs(ada: Page, session: string): Promise<Page> {
  const hers = await web.beside(ada, session);
  await selected(hers).waitFor();
  return hers;
}

describe('two people who decide on one diff', () => {
  it('do not overwrite each other: the second learns who decided, when, and sees it', async () => {
    const { ada, grace } = await openBothAtOnce();
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
    const { ada, grace } = await openBothAtOnce();
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
    const { ada, grace } = await openBothAtOnce();
    await grace.keyboard.press('a');
    await expect.poll(async () => (await web.counts(review)).approved).toBe(1);
    await ada.keyboard.press('a');
    await ada.getByText('1 of 20 reviewed').waitFor();
    await expect.poll(() => ada.getByTestId('toast').count()).toBe(1);
    expect(await ada.getByTestId('refusal').count()).toBe(0);
  });

  it('approve all but what the other rejected, and undo no more than their own', async () => {
    const { ada, grace } = await openBothAtOnce();
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

describe('a decision that somebody else made too', () => {
  it.each([
    ['another', () => grace],
    ['one of the same name', () => namesake],
  ])('is not taken back by the one who made it first, by %s', async (_who, session) => {
    const { ada, grace: other } = await openBoth(session());
    await ada.keyboard.press('a');
    await other.getByText('decided by Ada Lovelace').waitFor();
    await other.getByRole('button', { name: 'Revoke' }).click();
    await ada.getByText('0 of 20 reviewed').waitFor();
    await other.keyboard.press('a');
    await ada.getByText('1 of 20 reviewed').waitFor();
    await ada.keyboard.press('u');
    await ada.getByTestId('toast').getByText('Nothing to undo').waitFor();
    expect(await web.counts(review)).toMatchObject({ approved: 1 });
  });

  it('is not made twice when its answer is lost, so that a revocation in between stands', async () => {
    const { ada, grace } = await openBoth();
    let attempts = 0;
    await ada.route(/\/approve$/, async (route) => {
      attempts += 1;
      if (attempts > 1) return route.continue();
      await route.fetch();
      await grace.getByText('decided by Ada Lovelace').waitFor();
      await grace.getByRole('button', { name: 'Revoke' }).click();
      await expect.poll(async () => (await web.counts(review)).approved).toBe(0);
      await route.abort();
    });
    await ada.keyboard.press('a');
    await expect.poll(() => attempts).toBe(2);
    await ada.getByText('0 of 20 reviewed').waitFor();
    expect(await web.counts(review)).toMatchObject({ approved: 0, pending: 20 });
  });
});

describe('two people who look at one diff', () => {
  it('see what the other decides, without touching the page', async () => {
    const { ada, grace } = await openBoth();
    await grace.keyboard.press('r');
    await ada.getByText('1 of 20 reviewed').waitFor();
    await expect.poll(async () => (await approvals(ada))[0]).toBe('rejected');
    await ada.keyboard.press('ArrowDown');
    await ada.keyboard.press('a');
    await grace.getByText('2 of 20 reviewed').waitFor();
  });

  it('keep what they opened with when the other decides about it, so that the next key is about what they saw', async () => {
    const { ada, grace } = await openBoth();
    const name = await selected(ada).getAttribute('title');
    await grace.keyboard.press('r');
    await ada.getByText('1 of 20 reviewed').waitFor();
    expect(await selected(ada).getAttribute('title')).toBe(name);
    await ada.getByText('decided by Grace Hopper').waitFor();
    await ada.keyboard.press('a');
    await expect.poll(() => web.counts(review)).toMatchObject({ approved: 1, rejected: 0 });
  });

  it('see each other, as long as both are there', async () => {
    const { ada, grace } = await openBoth();
    await ada.getByTestId('people').getByText('Also here: Grace Hopper').waitFor({ state: 'attached' });
    await grace.getByTestId('people').getByText('Also here: Ada Lovelace').waitFor({ state: 'attached' });
    await grace.context().close();
    await ada.getByTestId('people').waitFor({ state: 'detached' });
  });

  it('see the same where no events come through, a little later', async () => {
    const { page: ada } = await web.open(review);
    await ada.route(/\/events$/, (route) => route.fulfill({ status: 503, body: '{}' }));
    await ada.reload();
    await selected(ada).waitFor();
    const hers = await openAs(ada, grace);
    await hers.keyboard.press('r');
    await ada.getByText('1 of 20 reviewed').waitFor();
  });
});

describe('a build that is not the newest of its branch', () => {
  it('leads to the newest as soon as there is one, and is reviewed no more', async () => {
    const { page } = await web.open(review);
    await selected(page).waitFor();
    const path = await seedDiff(web, 'storybook', {
      changed: 14,
      new: 4,
      removed: 2,
      unchanged: 38,
      skipped: 3,
    });
    const link = page.getByRole('link', { name: 'Show the newest build' });
    await link.waitFor();
    expect(await page.getByRole('button', { name: 'Approve', exact: true }).isDisabled()).toBe(true);
    expect(await page.getByRole('button', { name: 'Approve all' }).isDisabled()).toBe(true);
    await page.keyboard.press('a');
    await page.getByTestId('toast').getByText('This branch has a newer build').waitFor();
    expect((await web.counts(review)).pending).toBe(20);
    await link.click();
    await page.waitForURL((url) => url.pathname === path);
    await link.waitFor({ state: 'detached' });
    await selected(page).waitFor();
    await page.keyboard.press('a');
    await expect.poll(async () => (await web.counts(path)).approved).toBe(1);
  });
});

describe('who may only look', () => {
  it('is told so after the first decision that is refused, where they could decide before', async () => {
    const { page: ada } = await web.open(review);
    const page = await web.beside(ada, grace);
    await selected(page).waitFor();
    const approve = page.getByRole('button', { name: 'Approve', exact: true });
    expect(await approve.isDisabled()).toBe(false);
    const { database } = web.service.resources;
    await database.updateTable('members').set({ role: 'viewer' }).where('role', '=', 'reviewer').execute();
    await page.keyboard.press('a');
    await page.getByTestId('refusal').waitFor();
    await expect.poll(() => approve.isDisabled()).toBe(true);
    expect((await web.counts(review)).pending).toBe(20);
  });

  it('sees no decision that could be made, and is told why', async () => {
    const { page: ada } = await web.open(review);
    await selected(ada).waitFor();
    const page = await web.beside(ada, mary);
    await selected(page).waitFor();
    for (const name of ['Approve', 'Reject', 'Approve all'])
      await expect.poll(() => page.getByRole('button', { name, exact: true }).isDisabled()).toBe(true);
    await page.keyboard.press('x');
    await page.getByTestId('selection').waitFor();
    const bar = page.getByTestId('selection').getByRole('button', { name: /selection, group/i });
    for (const button of await bar.all()) expect(await button.isDisabled()).toBe(true);
    await page.keyboard.press('a');
    await page.getByTestId('toast').getByText('You have the viewer role').waitFor();
    expect((await web.counts(review)).pending).toBe(20);
  });

  it('is not offered to compare again', async () => {
    const { page: ada } = await web.open(review);
    const page = await web.beside(ada, mary);
    await selected(page).waitFor();
    const isFailed = () => ({ status: 'failed', error: 'Its worker ran out of memory' }) as const;
    await openChanged(ada, review, isFailed);
    await ada.getByRole('button', { name: 'Compare again' }).waitFor();
    await openChanged(page, review, isFailed);
    await page.getByRole('alert').getByText('Its worker ran out of memory').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Compare again' }).count()).toBe(0);
  });
});
