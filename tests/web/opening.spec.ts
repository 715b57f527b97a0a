import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resultsOf } from './service/answerReview.js';
import { openService, type Web } from './service/openService.js';
import { seedDiff } from './service/seedReviews.js';

let web: Web<'large'>;
beforeAll(async () => {
  web = await openService({
    large: (world) => seedDiff(world, 'large', { unchanged: 170, changed: 26, new: 4, removed: 2 }),
  });
});
afterAll(() => web?.close());

const heading = (page: Page) => page.getByRole('region', { name: 'Result' }).getByRole('heading').first();
const skeleton = (page: Page) => page.getByRole('status', { name: 'Loading the list' });
const listbox = (page: Page) => page.getByRole('listbox', { name: 'Results' });
const shownImages = (page: Page) =>
  page.waitForFunction(() => {
    const images = [...document.querySelectorAll<HTMLImageElement>('[data-view] img')];
    return images.length > 0 && images.every(({ complete, naturalWidth }) => complete && naturalWidth > 0);
  });

/** Opens the large review with its whole list held back. @returns what lets the list through */
async function openHeld(search = '', answer: 'list' | 'error' = 'list') {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { page, complaints } = await web.open('/');
  await page.route(resultsOf(web.places.large), async (route) => {
    await released;
    if (answer === 'list') return route.continue();
    return route.fulfill({
      status: 400,
      json: { error: { code: 'VALIDATION_ERROR', message: 'No list today.' } },
    });
  });
  await page.goto(new URL(`${web.places.large}${search}`, page.url()).href);
  return { page, complaints, release };
}

describe('a review of many results', () => {
  it('shows the first change before its list is there, and stays at it', async () => {
    const { page, complaints, release } = await openHeld();
    await shownImages(page);
    await skeleton(page).waitFor();
    const first = await heading(page).textContent();
    const image = await page.locator('[data-view] img').first().elementHandle();
    expect(await listbox(page).count()).toBe(0);
    await page.getByText('0 of 32 reviewed').waitFor();

    release();
    await listbox(page).waitFor();
    expect(await skeleton(page).count()).toBe(0);
    expect(await heading(page).textContent()).toBe(first);
    expect(await image?.evaluate((element) => element.isConnected)).toBe(true);
    expect(await page.locator('[role=option][aria-selected=true]').getAttribute('aria-posinset')).toBe('1');
    await page.getByText('1 of 32', { exact: false }).first().waitFor();
    expect(complaints).toEqual([]);
  });

  it('decides nothing before that, and says why', async () => {
    const { page, release } = await openHeld();
    await shownImages(page);
    expect(await page.getByRole('button', { name: 'Approve', exact: false }).first().isDisabled()).toBe(true);
    for (const key of ['a', 'r', 'Shift+A']) await page.keyboard.press(key);
    await page.getByText('The list is still loading. Decide once it is there.').first().waitFor();
    release();
    await listbox(page).waitFor();
    expect(await web.counts(web.places.large)).toMatchObject({ pending: 32, approved: 0, rejected: 0 });
    await page.keyboard.press('a');
    await expect.poll(() => web.counts(web.places.large)).toMatchObject({ pending: 31, approved: 1 });
  });

  it('opens at what the address names, wherever that is in the list', async () => {
    const whole = await web.open(web.places.large);
    await listbox(whole.page).waitFor();
    await whole.page.keyboard.press('End');
    await expect.poll(() => new URL(whole.page.url()).searchParams.get('result')).not.toBeNull();
    const search = new URL(whole.page.url()).search;
    const last = await heading(whole.page).textContent();

    const { page, release } = await openHeld(search);
    await shownImages(page);
    await skeleton(page).waitFor();
    expect(await heading(page).textContent()).toBe(last);
    release();
    await listbox(page).waitFor();
    expect(await heading(page).textContent()).toBe(last);
  });

  it('keeps the keys for the first changes working', async () => {
    const { page, release } = await openHeld();
    await shownImages(page);
    const first = await heading(page).textContent();
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => heading(page).textContent()).not.toBe(first);
    const second = await heading(page).textContent();
    release();
    await listbox(page).waitFor();
    expect(await heading(page).textContent()).toBe(second);
    expect(await page.locator('[role=option][aria-selected=true]').getAttribute('aria-posinset')).toBe('2');
  });

  it('waits for the list where filters say what comes first', async () => {
    const { page, release } = await openHeld('?sort=change');
    await page.getByRole('status', { name: 'Loading the review' }).waitFor();
    expect(await page.locator('[data-view] img').count()).toBe(0);
    release();
    await listbox(page).waitFor();
  });

  it('opens even where the address names what cannot be a snapshot', async () => {
    for (const result of ['x'.repeat(2_000), '%00', 'nowhere', '%25']) {
      const { page, release } = await openHeld(`?result=${result}`);
      release();
      await listbox(page).waitFor();
      await shownImages(page);
    }
  });

  it('says what went wrong where the list does not come', async () => {
    const { page, release } = await openHeld('', 'error');
    await shownImages(page);
    release();
    await page.getByText('No list today.').waitFor();
    expect(await page.locator('[data-view] img').count()).toBe(0);
  });
});
