import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { multiplyResults } from './service/answerReview.js';
import { openService, type Web } from './service/openService.js';
import { seedReview } from './service/seedReviews.js';

let web: Web<'review'>;
let review: string;
beforeAll(async () => {
  web = await openService({ review: seedReview });
  ({ review } = web.places);
});
afterAll(() => web?.close());

const options = (page: Page) => page.getByRole('listbox').getByRole('option');
const selected = (page: Page) => page.locator('[role=option][aria-selected=true]');
const search = (page: Page) => new URL(page.url()).searchParams;

/** The review of two thousand results. */
const openLarge = async () => {
  const visit = await web.open('/favicon.svg');
  await multiplyResults(visit.page, review, { changed: 1_200, new: 500, removed: 300 });
  await visit.page.goto(new URL(review, visit.page.url()).href);
  return visit;
};

describe('the list', () => {
  it('shows what needs review, with counts, and only the rows in sight', async () => {
    const { page, complaints } = await openLarge();
    await selected(page).waitFor();
    expect(await selected(page).getAttribute('aria-setsize')).toBe('2000');
    expect(await options(page).count()).toBeLessThan(40);
    expect(await page.getByRole('button', { name: 'Changed 1,200' }).getAttribute('aria-pressed')).toBe(
      'true',
    );

    await page.getByRole('listbox').evaluate((list) => {
      list.scrollTop = list.scrollHeight;
    });
    const last = page.locator('[aria-posinset="2000"]');
    await last.waitFor();
    expect(await last.textContent()).toContain('Removed');
    expect(await options(page).count()).toBeLessThan(40);
    expect(complaints).toEqual([]);
  });

  it('fetches no thumbnail of what only flies past', async () => {
    const { page } = await openLarge();
    const list = page.getByRole('listbox', { name: 'Results' });
    await list.locator('img').first().waitFor();
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    const fly = (to: number) =>
      list.evaluate((element, top) => {
        element.scrollTop = top;
      }, to);
    await fly(20_000);
    await list.getByRole('option').and(page.locator('[aria-posinset="270"]')).waitFor();
    expect(await list.locator('img').count()).toBe(0);
    await fly(60_000);
    await list.getByRole('option').and(page.locator('[aria-posinset="800"]')).waitFor();
    expect(await list.locator('img').count()).toBe(0);
    await page.clock.runFor(200);
    await expect.poll(() => list.locator('img').count()).toBeGreaterThan(5);
  });

  it('filters by status and by words, and keeps both in the URL', async () => {
    const { page } = await web.open(review);
    await selected(page).waitFor();
    expect(await selected(page).getAttribute('aria-setsize')).toBe('20');

    await page.getByRole('button', { name: 'Unchanged 38' }).click();
    await page.locator('[aria-setsize="58"]').first().waitFor();
    await page.getByRole('button', { name: 'New 4' }).click();
    await page.locator('[aria-setsize="54"]').first().waitFor();
    await expect.poll(() => search(page).get('status')).toBe('changed,removed,unchanged');

    await page.keyboard.press('/');
    await page.keyboard.type('navigation chart hover');
    await page.locator('[aria-setsize="1"]').first().waitFor();
    expect(await options(page).textContent()).toContain('Navigation / Chart');
    await expect.poll(() => search(page).get('q')).toBe('navigation chart hover');

    await page.reload();
    await options(page).first().waitFor();
    expect(await options(page).count()).toBe(1);
    expect(await page.getByRole('searchbox').inputValue()).toBe('navigation chart hover');
  });

  it('filters by component, and keeps it in the URL', async () => {
    const { page } = await web.open(review);
    await selected(page).waitFor();
    const component = page.getByRole('combobox', { name: 'Component' });
    await component.selectOption('Navigation / Chart');
    await expect.poll(() => search(page).get('component')).toBe('Navigation/Chart');
    await expect.poll(() => selected(page).getAttribute('aria-setsize')).not.toBe('20');
    const listed = async () => (await options(page).allTextContents()).map((text) => text.trim());
    expect((await listed()).every((text) => text.includes('Navigation / Chart'))).toBe(true);

    await page.reload();
    await options(page).first().waitFor();
    expect((await listed()).every((text) => text.includes('Navigation / Chart'))).toBe(true);
    expect(await component.inputValue()).toBe('Navigation/Chart');
    await component.selectOption('All components');
    await page.locator('[aria-setsize="20"]').first().waitFor();
    await expect.poll(() => search(page).has('component')).toBe(false);
  });

  it('says when nothing matches and leads back', async () => {
    const { page } = await web.open(`${review}?q=nothing-like-this`);
    await page.getByRole('heading', { name: 'No snapshot matches' }).waitFor();
    await page.getByRole('button', { name: 'Show what needs review' }).click();
    await options(page).first().waitFor();
    expect(await page.getByRole('searchbox').inputValue()).toBe('');
  });

  it('shows a linked result even when the filter hides it', async () => {
    const { page } = await web.open(
      `${review}?result=${encodeURIComponent('Forms/Dashboard/Primary@1280x720')}`,
    );
    await page.getByRole('heading', { level: 2, name: 'Primary 1280 × 720' }).waitFor();
    await page.getByRole('button', { name: 'Changed 14' }).click();
    await page.locator('[aria-setsize="6"]').first().waitFor();
    expect(await page.getByRole('heading', { level: 2, name: 'Primary 1280 × 720' }).isVisible()).toBe(true);
    expect(await selected(page).count()).toBe(0);
  });
});

describe('a narrow screen', () => {
  it('shows the list, then the result, and Back leads to the list again', async () => {
    const { page } = await web.open(review, { viewport: { width: 390, height: 844 } });
    await options(page).nth(2).click();
    const heading = page.getByRole('heading', { level: 2 });
    await heading.waitFor();
    expect(await page.getByRole('listbox').isVisible()).toBe(false);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await page.goBack();
    await page.getByRole('listbox').waitFor();
    expect(await heading.isVisible()).toBe(false);
  });

  it.each(['a', 'r', 'v'])('shows what a key would decide before it decides: %s', async (key) => {
    const { page } = await web.open(review, { viewport: { width: 720, height: 450 } });
    await options(page).first().waitFor();
    await page.keyboard.press(key);
    await page.getByRole('heading', { level: 2 }).waitFor();
    expect((await web.counts(review)).pending).toBe(20);
    if (key === 'v') return;
    await page.keyboard.press(key);
    await expect.poll(async () => (await web.counts(review)).pending).toBe(19);
    await page.goBack();
    await page.getByRole('listbox').waitFor();
  });
});

describe('the edge of the list', () => {
  it('is moved with keys and pointer, within bounds, and stays where it was left', async () => {
    const { page, complaints } = await web.open(review);
    const pane = page.getByTestId('list-pane');
    const edge = page.getByRole('separator', { name: 'Width of the list' });
    const width = async () => Math.round((await pane.boundingBox())?.width ?? 0);
    await expect.poll(width).toBe(320);
    await edge.focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(width).toBe(340);
    await page.keyboard.press('Home');
    await expect.poll(width).toBe(240);
    const box = await edge.boundingBox();
    if (!box) throw new Error('no edge');
    await page.mouse.move(box.x + box.width / 2, 400);
    await page.mouse.down();
    await page.mouse.move(460, 400, { steps: 4 });
    await page.mouse.up();
    await expect.poll(width).toBe(460);
    await page.reload();
    await expect.poll(width).toBe(460);
    await edge.dblclick();
    await expect.poll(width).toBe(320);
    expect(complaints).toEqual([]);
  });
});
