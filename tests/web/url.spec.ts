import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openService, type Web } from './service/openService.js';
import { seedGroups, seedReview } from './service/seedReviews.js';

let web: Web<'review' | 'groups'>;
let review: string;
let groups: string;
beforeAll(async () => {
  web = await openService({ review: seedReview, groups: seedGroups });
  ({ review, groups } = web.places);
});
afterAll(() => web?.close());

const selected = (page: Page) => page.locator('[aria-selected=true]');
const params = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);
const closedFolder = (page: Page) => page.locator('[role=treeitem][aria-expanded=false]');
const heading = (page: Page) => page.getByRole('heading', { level: 2 });

describe('a link', () => {
  it('opens the same result, groups, selection, region, view and overlay', async () => {
    const { page } = await web.open(groups);
    await selected(page).waitFor();
    for (const key of ['2', 'g', 'ArrowDown', 'x', 'ArrowDown', 'x', 'j', 'd'])
      await page.keyboard.press(key);
    await expect
      .poll(() => params(page))
      .toMatchObject({
        view: 'current',
        overlay: 'off',
        region: '1',
        selected: expect.stringMatching(/^1-2~/),
      });
    const name = await heading(page).textContent();
    const read = () =>
      page.locator('[data-view]').evaluate(({ style }: HTMLElement) => Number(style.getPropertyValue('--k')));
    // The jump to a region is smooth: what counts is where it ends.
    const transform = async () => {
      let last = Number.NaN;
      const isStill = async () => {
        const before = last;
        last = await read();
        return last === before;
      };
      await expect.poll(isStill).toBe(true);
      return last;
    };
    const zoomed = await transform();

    await page.evaluate(() => localStorage.clear());
    await page.reload();
    await selected(page).waitFor();
    expect(await heading(page).textContent()).toBe(name);
    expect(await page.getByRole('listbox').getByRole('option').count()).toBe(9);
    await page.getByTestId('selection').getByText('2 selected').waitFor();
    await page.locator('[data-view=current]').waitFor();
    expect(await page.getByTestId('mask').count()).toBe(0);
    await expect.poll(() => page.getByTestId('region-count').textContent()).toContain('1 of');
    expect(await transform()).toBeCloseTo(zoomed, 1);
  });

  it('of before the diff was computed again selects nothing', async () => {
    const { page } = await web.open(`${groups}?selected=1-2~wrong`);
    await selected(page).waitFor();
    expect(await page.getByTestId('selection').count()).toBe(0);
  });

  it('to a snapshot that the build does not have says so, and shows another', async () => {
    const { page } = await web.open(`${review}?result=Forms/Gone@1280x720@firefox`);
    await selected(page).waitFor();
    await page
      .getByRole('status')
      .getByText('The link is to a snapshot that is not in this build: Forms/Gone · 1280 × 720 · firefox')
      .waitFor();
    expect(await selected(page).getAttribute('aria-posinset')).toBe('1');
  });

  it('keeps where the divider of the swipe and how strong the onion is', async () => {
    const { page } = await web.open(`${review}?view=swipe&mix=25`);
    const divider = page.getByRole('slider', { name: /Divider/ });
    await divider.waitFor();
    expect(await divider.getAttribute('aria-valuenow')).toBe('75');
    await divider.focus();
    await page.keyboard.press('End');
    await expect.poll(() => params(page).mix).toBe('0');
    await page.keyboard.press('4');
    await page.getByRole('slider', { name: 'Opacity of the current image' }).fill('0.3');
    await expect.poll(() => params(page).mix).toBe('30');
  });

  it('without a view opens the one that this browser likes best, and says so', async () => {
    const { page } = await web.open(review);
    await selected(page).waitFor();
    await page.keyboard.press('5');
    await page.locator('[data-view=difference]').waitFor();
    await page.goto(new URL(review, page.url()).href);
    await page.locator('[data-view=difference]').waitFor();
    await expect.poll(() => params(page).view).toBe('difference');
    await page.keyboard.press('1');
    await expect.poll(() => params(page).view).toBe('side');
  });
});

describe('the tree of stories', () => {
  const folder = (page: Page, name: string | RegExp) => page.getByRole('treeitem', { name });

  it('is shown with T, with counts, and a link keeps it', async () => {
    const { page, complaints } = await web.open(review);
    await selected(page).waitFor();
    await page.keyboard.press('t');
    await page.getByRole('tree', { name: 'Results' }).waitFor();
    await expect.poll(() => params(page).list).toBe('tree');
    const first = page.getByRole('treeitem').first();
    expect(await first.getAttribute('aria-expanded')).toBe('true');
    expect(await first.getAttribute('aria-level')).toBe('1');
    expect(await first.textContent()).toMatch(/\d+ pending$/);
    await page.reload();
    await page.getByRole('tree').waitFor();
    await page.getByRole('button', { name: 'Tree of stories' }).click();
    await page.getByRole('listbox').waitFor();
    expect(complaints).toEqual([]);
  });

  it('is stepped through from story to story; C closes the folder and continues behind it', async () => {
    const { page } = await web.open(`${review}?list=tree`);
    await selected(page).waitFor();
    const name = await heading(page).textContent();
    await page.keyboard.press('c');
    await expect.poll(() => closedFolder(page).count()).toBe(1);
    await expect.poll(() => heading(page).textContent()).not.toBe(name);
    const rows = await page
      .getByRole('treeitem')
      .evaluateAll((all) => all.map((row) => [row.ariaExpanded, Number(row.ariaLevel)] as const));
    const place = rows.findIndex(([expanded]) => expanded === 'false');
    expect(rows[place + 1]?.[1]).toBeLessThanOrEqual(rows[place]?.[1] ?? 0);
    await expect.poll(() => params(page).closed).toBeTruthy();
    const closed = await closedFolder(page).getAttribute('title');
    await page.reload();
    await selected(page).waitFor();
    expect(await closedFolder(page).getAttribute('title')).toBe(closed);
    await closedFolder(page).click();
    await expect.poll(() => closedFolder(page).count()).toBe(0);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowDown');
    expect(await selected(page).getAttribute('aria-expanded')).toBeNull();
  });

  it('counts what still waits', async () => {
    const { page } = await web.open(`${review}?list=tree`);
    await selected(page).waitFor();
    const waiting = async () =>
      (await folder(page, /pending/).allTextContents()).map((text) =>
        Number(/(\d+)(?: of \d+)? pending/.exec(text)?.[1]),
      );
    const sum = async () => (await waiting()).reduce((total, one) => total + one, 0);
    const before = await sum();
    await page.keyboard.press('a');
    await expect.poll(sum).toBeLessThan(before);
  });
});

describe('where a result is from', () => {
  it('has details of both sides, with links to their captures', async () => {
    const { page } = await web.open(review);
    await selected(page).waitFor();
    await page.getByTestId('source').click();
    const told = page.getByTestId('provenance');
    await told.getByText('main@9f8e7d6').waitFor();
    await told.getByText('It is a guess, because the history of this commit is incomplete').waitFor();
    await told.getByText('Chrome 156 on linux-x64').first().waitFor();
    await page.keyboard.press('ArrowDown');
    await told.waitFor();
    const links = page.locator('figcaption').getByRole('link');
    expect(await links.allInnerTexts()).toEqual(['main 9f8e7d6', 'feature/checkout a1b2c3d']);
    await links.first().click();
    await page.waitForURL(/captures\/cap_\w+$/);
  });
});
