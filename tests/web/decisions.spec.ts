import { setTimeout as sleep } from 'node:timers/promises';
import type { Diff } from '@svc/schema';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { idOf, openService, postAsAda, type Web } from './service/openService.js';
import { moveBaseline, seedReview } from './service/seedReviews.js';

let web: Web<'review'>;
let review: string;
beforeAll(async () => {
  web = await openService({ review: seedReview });
  ({ review } = web.places);
});
afterAll(() => web?.close());

const selected = (page: Page) => page.locator('[role=option][aria-selected=true]');
const posinset = (option: Locator) => option.getAttribute('aria-posinset');
const approvals = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('[role=option]')].map((option) => option.getAttribute('data-approval')),
  );

/** Holds decisions back on their way to the service. */
const delayDecisions = (page: Page, milliseconds: number) =>
  page.route(/\/diffs\/\w+\/(approve|reject|revoke)$/, async (route) => {
    await sleep(milliseconds);
    await route.continue();
  });

describe('decisions', () => {
  it('approve, go to the next pending one, and undo', async () => {
    const { page, complaints } = await web.open(review);
    await selected(page).waitFor();
    await page.keyboard.press('a');
    await expect.poll(() => posinset(selected(page))).toBe('2');
    await page.getByText('1 of 20 reviewed').waitFor();
    await expect.poll(async () => (await web.counts(review)).approved).toBe(1);

    await page.keyboard.press('r');
    await expect.poll(() => posinset(selected(page))).toBe('3');
    await expect.poll(async () => (await web.counts(review)).rejected).toBe(1);
    await expect
      .poll(async () => (await approvals(page)).slice(0, 3))
      .toEqual(['approved', 'rejected', 'pending']);

    await page.getByTestId('toast').getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => posinset(selected(page))).toBe('2');
    await page.keyboard.press('u');
    await expect.poll(() => posinset(selected(page))).toBe('1');
    await page.getByText('0 of 20 reviewed').waitFor();
    await expect.poll(async () => (await web.counts(review)).pending).toBe(20);
    expect(complaints).toEqual([]);
  });

  it('skip what is decided when looking for the next pending one, however fast the keys come', async () => {
    const { page } = await web.open(review);
    await selected(page).waitFor();
    await page.evaluate(async () => {
      for (const key of ['ArrowDown', 'a', 'ArrowUp', 'ArrowUp', 'n']) {
        window.dispatchEvent(new KeyboardEvent('keydown', { key }));
        // Everything that follows from the key, but no timer.
        for (let turn = 0; turn < 20; turn += 1) await null;
      }
    });
    await expect.poll(() => posinset(selected(page))).toBe('3');
  });

  it('are not lost with a page that is closed too soon: the browser asks', async () => {
    const { page } = await web.open(review);
    await selected(page).waitFor();
    await delayDecisions(page, 1_000);
    await page.keyboard.press('a');
    const asked = page.waitForEvent('dialog');
    await page.close({ runBeforeUnload: true });
    const dialog = await asked;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();
    await expect.poll(async () => (await web.counts(review)).approved).toBe(1);
  });

  it('do not wait for the server', async () => {
    const { page } = await web.open(review);
    await selected(page).waitFor();
    await delayDecisions(page, 2_500);
    for (const key of ['a', 'a', 'r', 'a']) await page.keyboard.press(key);
    await expect.poll(() => posinset(selected(page))).toBe('5');
    expect((await approvals(page)).slice(0, 5)).toEqual([
      'approved',
      'approved',
      'rejected',
      'approved',
      'pending',
    ]);
    expect((await web.counts(review)).pending).toBeGreaterThan(16);
    await expect
      .poll(() => web.counts(review), { timeout: 40_000 })
      .toMatchObject({
        approved: 3,
        rejected: 1,
      });
    await page.getByText('4 of 20 reviewed').waitFor();
  });

  it('are rolled back on a 409, which is explained, and fetch the diff again', async () => {
    const { page } = await web.open(review);
    await selected(page).waitFor();
    await delayDecisions(page, 200);
    await moveBaseline(web, 'storybook', {
      name: 'Forms/Dashboard/Primary',
      viewport: { width: 1280, height: 720 },
    });
    await page.keyboard.press('a');
    const refusal = page.getByTestId('refusal');
    await refusal.getByText('has changed. Compare again').waitFor();
    await page.getByText('0 of 20 reviewed').waitFor();
    expect(new Set(await approvals(page))).toEqual(new Set(['pending']));

    await page.getByText('The baselines have changed').waitFor();
    const moves = page.getByTestId('moves');
    await moves.getByText('Forms/Dashboard/Primary').waitFor();
    await moves.getByText('approved a baseline on').waitFor();
    await refusal.getByRole('button', { name: 'Compare again' }).click();
    await page.getByText('The baselines have changed').waitFor({ state: 'detached' });
  });

  it('revoke what is approved, and say who decided', async () => {
    const { page } = await web.open(review);
    await selected(page).waitFor();
    await page.keyboard.press('a');
    await page.keyboard.press('ArrowUp');
    await page.getByText('decided by Ada Lovelace').waitFor();
    await page.getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('0 of 20 reviewed').waitFor();
    await expect.poll(async () => (await web.counts(review)).approved).toBe(0);
  });

  it('approve all after a confirmation that says how many, and undo it', async () => {
    const { page } = await web.open(review);
    await selected(page).waitFor();
    await page.keyboard.press('r');
    await page.getByRole('button', { name: 'Approve all' }).click();
    const dialog = page.getByRole('dialog', { name: 'Approve all 19 pending snapshots?' });
    await dialog.getByText('feature/checkout').waitFor();
    await dialog.getByRole('button', { name: 'Approve 19' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('20 of 20 reviewed').waitFor();
    await expect.poll(() => web.counts(review)).toMatchObject({ approved: 19, rejected: 1 });
    await page.getByText('Everything is reviewed: 19 approved, 1 rejected.').waitFor();
    await page.getByRole('link', { name: 'Other builds of storybook' }).waitFor();

    await page.keyboard.press('u');
    await expect.poll(() => web.counts(review)).toMatchObject({ pending: 19, rejected: 1 });
    await page.getByText('1 of 20 reviewed').waitFor();
  });

  it('leave out what is ignored of all, and say how many that are', async () => {
    const { page } = await web.open(review);
    await selected(page).waitFor();
    await page.keyboard.press('Shift+I');
    await selected(page).getByTestId('ignored-until').waitFor();
    await page.getByRole('button', { name: 'Approve all' }).click();
    const dialog = page.getByRole('dialog', { name: 'Approve all 19 pending snapshots?' });
    await dialog.getByRole('button', { name: 'Approve 19' }).click();
    await expect.poll(() => web.counts(review)).toMatchObject({ approved: 19, pending: 1 });
    await expect.poll(() => page.getByRole('button', { name: 'Approve all' }).isDisabled()).toBe(true);
  });

  it('wait for a server that does not answer, say so, and are sent once it does', async () => {
    const { page } = await web.open(review);
    await selected(page).waitFor();
    const decisions = /\/diffs\/\w+\/(approve|reject|revoke)$/;
    await page.route(decisions, (route) => route.abort());
    await page.keyboard.press('a');
    await page.keyboard.press('r');
    await page.getByTestId('unsent').getByText('2 decisions are not saved yet').waitFor();
    expect((await approvals(page)).slice(0, 2)).toEqual(['approved', 'rejected']);
    expect((await web.counts(review)).pending).toBe(20);
    await page.unroute(decisions);
    await page.getByTestId('unsent').waitFor({ state: 'detached' });
    await expect.poll(() => web.counts(review)).toMatchObject({ approved: 1, rejected: 1 });
    expect(await page.getByTestId('refusal').count()).toBe(0);
  });

  it('stay on the screen when the review is read again before they are sent', async () => {
    const { page } = await web.open(review);
    await selected(page).waitFor();
    await page.route(/\/diffs\/\w+\/approve$/, (route) => route.abort());
    await page.keyboard.press('a');
    await page.getByTestId('unsent').waitFor();
    const { body } = await web.service.ask<Diff>('GET', `/api/v1/diffs/${idOf(review)}`);
    const { name, viewport, browser } = body.results.filter(({ status }) => status === 'changed')[9] ?? {};
    await web.service.ask('POST', `/api/v1/diffs/${idOf(review)}/reject`, {
      slots: [{ name, viewport, browser }],
    });
    // What was read is old by now, and read again once the browser has a connection.
    await page.clock.setFixedTime(Date.now() + 60_000);
    await page.context().setOffline(true);
    // A busy browser would tell the page of neither.
    await page.waitForFunction(() => !navigator.onLine);
    await page.context().setOffline(false);
    await page.getByText('2 of 20 reviewed').waitFor();
    expect((await approvals(page))[0]).toBe('approved');
  });

  it('can be undone after a change of the name of who decided', async () => {
    const { page } = await web.open(review);
    await selected(page).waitFor();
    // The old name is known.
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/api/v1/me/account')),
    );
    await postAsAda(web, '/api/v1/me/account', { name: 'Ada King' });
    await page.clock.setFixedTime(Date.now() + 60_000);
    // As when she comes back from the page on which she changed it.
    const account = page.waitForResponse(/\/api\/v1\/me\/account$/);
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    await account;
    await page.keyboard.press('a');
    await page.keyboard.press('ArrowUp');
    await page.getByText('decided by Ada King').waitFor();
    await page.keyboard.press('u');
    await page.getByTestId('toast').getByText('Revoked').waitFor();
    await expect.poll(() => web.counts(review)).toMatchObject({ pending: 20 });
  });

  it('of an ended session are sent after signing in again', async () => {
    const { page } = await web.open(review);
    await selected(page).waitFor();
    // It is known who decides.
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/api/v1/me/account')),
    );
    const [cookie] = await page.context().cookies();
    if (!cookie) throw new Error('nobody is signed in');
    await page.context().clearCookies();
    await page.keyboard.press('a');
    await page.waitForURL(/\/sign-in\?/);
    // Another request may have been refused before the decision was.
    await page.waitForFunction(() =>
      Object.keys(sessionStorage).some((key) => key.startsWith('svc.unsent.')),
    );
    await page.getByText('Your session ended before your last decisions were saved.').waitFor();
    expect((await web.counts(review)).pending).toBe(20);
    const next = new URL(page.url()).searchParams.get('next') ?? '';
    // As after signing in elsewhere: the page is loaded again.
    await page.context().addCookies([cookie]);
    await page.goto(new URL(next, page.url()).href);
    await expect.poll(() => web.counts(review)).toMatchObject({ approved: 1 });
    await page.getByText('1 of 20 reviewed').waitFor();
  });
});
