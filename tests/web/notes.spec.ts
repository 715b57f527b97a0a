import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openService, type Web } from './service/openService.js';
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
const posinset = (page: Page) => selected(page).getAttribute('aria-posinset');
const shownNote = (page: Page) => page.getByTestId('rejection-note');
const field = (page: Page) => page.getByTestId('note').getByRole('textbox');

async function open(): Promise<{ page: Page; complaints: readonly string[] }> {
  const opened = await web.open(review);
  await selected(opened.page).waitFor();
  return opened;
}

describe('a note on a rejection', () => {
  it('is offered, never required: the next keys decide on', async () => {
    const { page, complaints } = await open();
    for (const key of ['r', 'r', 'a']) await page.keyboard.press(key);
    await expect.poll(() => web.counts(review)).toMatchObject({ rejected: 2, approved: 1 });
    expect(await page.getByTestId('note').count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  it('is written by keys alone, and saved by Enter', async () => {
    const { page, complaints } = await open();
    await page.keyboard.press('r');
    await page.getByTestId('toast').getByRole('button', { name: 'Add a note' }).waitFor();
    await page.keyboard.press('e');
    await page.keyboard.type('The label is cut off,');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('a b c r');
    const saved = page.waitForResponse(
      (response) => response.request().postData()?.includes('note') ?? false,
    );
    await page.keyboard.press('Enter');
    expect(await page.getByTestId('note').count()).toBe(0);
    // Keys are for the list again, and what was typed decided nothing.
    await expect.poll(() => posinset(page)).toBe('2');
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => shownNote(page).innerText()).toBe('The label is cut off,\na b c r');
    await expect.poll(() => web.counts(review)).toMatchObject({ rejected: 1, approved: 0 });
    expect((await saved).status()).toBe(200);
    // The address follows the list a moment after it stops.
    await expect.poll(() => page.url()).not.toContain('Marketing/Chart/Primary');
    await page.reload();
    await expect.poll(() => shownNote(page).innerText()).toBe('The label is cut off,\na b c r');
    expect(complaints).toEqual([]);
  });

  it('is left out with Escape, and what was rejected stays rejected', async () => {
    const { page } = await open();
    await page.keyboard.press('r');
    await page.keyboard.press('e');
    await page.keyboard.type('never mind');
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByTestId('note').count()).toBe(0);
    await page.keyboard.press('ArrowUp');
    await page.getByText('decided by').waitFor();
    expect(await shownNote(page).count()).toBe(0);
    expect(await web.counts(review)).toMatchObject({ rejected: 1 });
  });

  it('covers all that was rejected at once, is changed later, and undone with it', async () => {
    const { page } = await open();
    for (const key of ['x', 'ArrowDown', 'x', 'Shift+R']) await page.keyboard.press(key);
    await page.keyboard.press('e');
    await page.getByLabel('Why are 2 snapshots rejected?').waitFor();
    await page.keyboard.type('Wrong font');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Home');
    await expect.poll(() => shownNote(page).innerText()).toBe('Wrong font');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => shownNote(page).innerText()).toBe('Wrong font');
    await page.getByRole('button', { name: 'Edit note' }).click();
    await expect.poll(() => field(page).inputValue()).toBe('Wrong font');
    await field(page).fill('Wrong weight');
    await page.getByRole('button', { name: 'Save note' }).click();
    await expect.poll(() => shownNote(page).innerText()).toBe('Wrong weight');
    await page.keyboard.press('u');
    await expect.poll(() => web.counts(review)).toMatchObject({ rejected: 0 });
    await expect.poll(() => shownNote(page).count()).toBe(0);
  });

  it('reaches another reviewer within moments', async () => {
    const { page: ada } = await open();
    const hers = await web.beside(ada, grace);
    await selected(hers).waitFor();
    // Otherwise her page moves to what is pending.
    await hers.locator('[role=option]').first().click();
    await ada.keyboard.press('r');
    await ada.keyboard.press('e');
    await ada.keyboard.type('Too dark');
    await ada.keyboard.press('Enter');
    await expect.poll(() => shownNote(hers).innerText()).toBe('Too dark');
    await hers.getByText('decided by').waitFor();
    // Hers replaces it, and then the rejection is hers.
    await hers.keyboard.press('e');
    await expect.poll(() => field(hers).inputValue()).toBe('Too dark');
    await field(hers).fill('Far too dark');
    await hers.keyboard.press('Enter');
    await ada.keyboard.press('ArrowUp');
    await expect.poll(() => shownNote(ada).innerText()).toBe('Far too dark');
    await ada.getByText('decided by Grace Hopper').waitFor();
  });

  it('waits with its rejection for a server that does not answer', async () => {
    const { page } = await open();
    await page.context().setOffline(true);
    await page.keyboard.press('r');
    await page.keyboard.press('e');
    await page.keyboard.type('While offline');
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => shownNote(page).innerText()).toBe('While offline');
    expect(await web.counts(review)).toMatchObject({ rejected: 0 });
    await page.context().setOffline(false);
    await expect.poll(() => web.counts(review), { timeout: 30_000 }).toMatchObject({ rejected: 1 });
    await expect
      .poll(async () => {
        await page.reload();
        return shownNote(page).innerText();
      })
      .toBe('While offline');
  });
});
