import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { firstResults, multiplyResults, openChanged } from './service/answerReview.js';
import { openService, type Web } from './service/openService.js';
import { seedEdges, seedEmpty, seedGroups, seedReview } from './service/seedReviews.js';

let web: Web<'edges' | 'review' | 'groups' | 'empty'>;
let edges: string;
let review: string;
let groups: string;
let empty: string;
beforeAll(async () => {
  web = await openService({ edges: seedEdges, review: seedReview, groups: seedGroups, empty: seedEmpty });
  ({ edges, review, groups, empty } = web.places);
});
afterAll(() => web?.close());

const options = (page: Page) => page.getByRole('listbox').getByRole('option');
const selected = (page: Page) => page.locator('[role=option][aria-selected=true]');
const heading = (page: Page) => page.getByRole('heading', { level: 2 });
const current = (page: Page) => page.getByRole('img', { name: /^Current:/ });
const loaded = (page: Page) =>
  current(page).evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalHeight));
const width = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth);
/** Buttons and sliders of the page that somebody can see but not press, since something lies over them or they are cut off. */
const covered = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main button, main input')]
      .filter(
        (control) =>
          control.offsetParent !== null &&
          !control.closest('[aria-hidden=true]') &&
          // Of a list that scrolls, some are out of sight.
          !control.closest('[role=option], [role=treeitem], [data-testid=set] ul'),
      )
      .filter((control) => {
        // Nor is what scrolls in a short window.
        const head = control.closest('[data-testid=result-head]');
        if (head && head.scrollHeight > head.clientHeight) return false;
        const { left, top, width, height } = control.getBoundingClientRect();
        const hit = document.elementFromPoint(left + width / 2, top + height / 2);
        return !hit || !(control.contains(hit) || hit.contains(control));
      })
      .map((control) => control.getAttribute('aria-label') ?? control.textContent),
  );

describe('a small change', () => {
  it('opens enlarged at least four times, where its image is small', async () => {
    const { page } = await web.open(`${edges}?result=Pixel@1280x720`);
    expect(await loaded(page)).toBe(1);
    const scale = () =>
      page.locator('[data-view]').evaluate(({ style }: HTMLElement) => Number(style.getPropertyValue('--k')));
    await expect.poll(scale).toBeGreaterThanOrEqual(4);
  });
});

describe('images', () => {
  it('of one pixel are shown, enlarged and inspected', async () => {
    const { page, complaints } = await web.open(`${edges}?result=Pixel@1280x720&view=current`);
    expect(await loaded(page)).toBe(1);
    for (let press = 0; press < 12; press++) await page.keyboard.press('+');
    const box = await current(page).boundingBox();
    expect(box?.width).toBe(32);
    if (!box) throw new Error('no image');
    await page.mouse.move(box.x + 10, box.y + 10);
    await page.mouse.move(box.x + 12, box.y + 12);
    // The neighbor, of 20,000 rows, is fetched ahead.
    const inspected = () => page.getByTestId('inspector').textContent();
    await expect.poll(inspected).toMatch(/^0, 0#/);
    await page.keyboard.press('j');
    await page.getByTestId('region').waitFor();
    expect(complaints).toEqual([]);
  });

  it('of 20,000 rows open on the change near their end, under a map of the page; 0 leads to their top', async () => {
    const { page } = await web.open(`${edges}?result=Long page&view=current`);
    expect(await loaded(page)).toBe(20_000);
    const pane = await page.locator('[data-pane]').boundingBox();
    const map = await page.getByTestId('ruler').boundingBox();
    if (!pane || !map) throw new Error('no pane');
    expect(map.width).toBeGreaterThan(50);
    const opened = await current(page).boundingBox();
    expect(opened?.y).toBeLessThan(pane.y - 1_000);
    await page.keyboard.press('j');
    const frame = page.getByTestId('region');
    await expect
      .poll(async () => {
        const box = await frame.boundingBox();
        return box !== null && box.y > pane.y && box.y + box.height < pane.y + pane.height;
      })
      .toBe(true);
    await page.keyboard.press('0');
    await expect.poll(async () => (await current(page).boundingBox())?.y).toBeCloseTo(pane.y + 16, 0);
    expect((await current(page).boundingBox())?.width).toBeGreaterThan(pane.width * 0.8);
    await page.mouse.click(map.x + 20, map.y + map.height / 2);
    const middle = async () => {
      const box = await current(page).boundingBox();
      return box && (pane.y + pane.height / 2 - box.y) / box.height;
    };
    await expect.poll(middle).toBeCloseTo(0.5, 1);
  });

  it('that are gone, or no images, say so, and are there after another try', async () => {
    const { page } = await web.open('/');
    let answer: 'missing' | 'removed' | 'rubbish' | 'real' = 'missing';
    const removed = {
      error: { code: 'IMAGE_NOT_FOUND', message: 'This image was removed on 2026-11-20.' },
    };
    await page.route('**/thumbnail?*', (route) => route.fulfill({ status: 404, json: removed }));
    await page.route('**/api/v1/images/**', (route) => {
      if (answer === 'real') return route.continue();
      if (answer === 'removed') return route.fulfill({ status: 404, json: removed });
      return answer === 'missing'
        ? route.fulfill({ status: 404, body: '{}' })
        : route.fulfill({ status: 200, contentType: 'image/png', body: 'no image' });
    });
    await page.goto(new URL(`${review}?view=current`, page.url()).href);
    const alert = page.getByRole('alert');
    await alert.getByText('The server no longer has this image.').waitFor();
    await alert.getByText(/^Current:/).waitFor();
    answer = 'removed';
    await page.getByRole('button', { name: 'Try again' }).click();
    await alert.getByText('This image was removed on 2026-11-20.').waitFor();
    // Not the browser's mark of a broken image.
    await expect
      .poll(() => page.getByRole('listbox').getByRole('option').first().locator('img').count())
      .toBe(0);
    answer = 'rubbish';
    await page.getByRole('button', { name: 'Try again' }).click();
    await alert.getByText('The response is not an image that this browser can read.').waitFor();
    answer = 'real';
    await page.getByRole('button', { name: 'Try again' }).click();
    await alert.waitFor({ state: 'detached' });
    expect(await loaded(page)).toBeGreaterThan(1);
    await page.keyboard.press('a');
    await page.getByText('1 of 20 reviewed').waitFor();
  });
});

describe('the map of a long page', () => {
  it('shows no broken image where that did not load', async () => {
    const { page } = await web.open('/');
    await page.route('**/api/v1/images/**', (route) => route.fulfill({ status: 404, body: '{}' }));
    await page.goto(new URL(`${edges}?result=Long%20page`, page.url()).href);
    const image = page.locator('.page-map image').first();
    await expect.poll(() => image.getAttribute('visibility')).toBe('hidden');
  });
});

describe('names', () => {
  it('in other scripts and of any length are shown whole in the panel, and nothing is pushed away', async () => {
    const { page } = await web.open(edges);
    await selected(page).waitFor();
    const seen: (string | null)[] = [];
    for (let step = 0; step < 9; step++) {
      seen.push(await heading(page).locator('bdi').textContent());
      expect(await covered(page)).toEqual([]);
      expect(await width(page)).toBe(1440);
      await page.keyboard.press('ArrowDown');
    }
    expect(seen).toEqual(
      expect.arrayContaining([
        'أساسي',
        '主要',
        '既定',
        'Button ✅',
        'Leaf',
        expect.stringMatching(/^(Supercali\w+){1}$/),
      ]),
    );
    await page.keyboard.press('/');
    await page.keyboard.type('زر');
    await expect.poll(() => options(page).count()).toBe(1);
    await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe('زر');
  });
});

describe('failed snapshots', () => {
  it('are counted above the results, each with its reason', async () => {
    const { page } = await web.open(edges);
    const summary = page.getByText('1 snapshot could not be captured');
    await summary.click();
    await page.getByText('its network was never quiet').waitFor();
    await page.getByText('Charts/Live prices').waitFor();
  });
});

describe('a diff', () => {
  it('without any snapshot says what to look at', async () => {
    const { page } = await web.open(empty);
    await page.getByRole('heading', { name: 'There is nothing to compare' }).waitFor();
  });

  it('that is processing shows what it has found, grows as results arrive, and is decided once it is done', async () => {
    let found: number | null = 2;
    const { page } = await web.open('/favicon.svg');
    await openChanged(page, review, (answer) =>
      found === null ? {} : { ...firstResults(answer, found), status: 'processing' },
    );
    await page.locator('[aria-setsize="2"]').first().waitFor();
    await page.getByRole('progressbar').waitFor();
    expect(await page.getByRole('button', { name: 'Approve', exact: true }).isDisabled()).toBe(true);
    const name = await heading(page).textContent();
    await page.keyboard.press('a');
    await page.getByTestId('toast').getByText('The comparison is still running').waitFor();
    found = 5;
    await page.locator('[aria-setsize="5"]').first().waitFor();
    expect(await heading(page).textContent()).toBe(name);
    expect((await web.counts(review)).approved).toBe(0);
    found = null;
    await page.getByRole('progressbar').waitFor({ state: 'detached' });
    await page.keyboard.press('a');
    await expect.poll(async () => (await web.counts(review)).approved).toBe(1);
  });
});

describe('ten thousand results', () => {
  it('are stepped through, scrolled, decided by the hundreds, and undone', async () => {
    const { page, complaints } = await web.open('/favicon.svg');
    const { counts } = await multiplyResults(page, review, { changed: 7_000, new: 2_000, removed: 1_000 });
    await page.goto(new URL(review, page.url()).href);
    await page.locator('[aria-setsize="10000"]').first().waitFor();
    for (let press = 0; press < 20; press++) await page.keyboard.press('ArrowDown');
    await expect.poll(() => selected(page).getAttribute('aria-posinset')).toBe('21');
    const list = page.getByRole('listbox');
    await list.evaluate((element) => {
      element.scrollTop = element.scrollHeight;
    });
    await page.locator('[aria-posinset="10000"]').waitFor();
    expect(await list.locator('*').count()).toBeLessThan(500);

    await page.keyboard.press('/');
    await page.keyboard.type('hover');
    await page.keyboard.press('Enter');
    const size = async () => Number(await options(page).first().getAttribute('aria-setsize'));
    await expect.poll(size).toBeLessThan(10_000);
    const found = await size();
    expect(found).toBeGreaterThan(500);
    await page.keyboard.press('Shift+A');
    const dialog = page.getByRole('dialog', { name: 'Approve all 10,000 pending snapshots?' });
    await dialog.getByText(`The list does not show ${10_000 - found} of them now.`).waitFor();
    await dialog.getByRole('button', { name: 'Approve 10,000' }).click();
    await page.getByText('10,000 of 10,000 reviewed').waitFor();
    await expect.poll(() => counts().approved).toBe(10_000);
    await page.keyboard.press('u');
    await page.getByText('0 of 10,000 reviewed').waitFor();
    await expect.poll(() => counts().pending).toBe(10_000);
    expect(complaints).toEqual([]);
  });
});

describe('a narrow screen', () => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };

  it('of 390 pixels has the regions, the views and the decisions within reach', async () => {
    const { page } = await web.open(groups, phone);
    await options(page).first().tap();
    const count = page.getByTestId('region-count');
    await page.getByRole('button', { name: 'Next changed region' }).tap();
    await expect.poll(() => count.textContent()).toContain('1 of 2');
    await page.getByTestId('region').first().waitFor();
    for (const view of ['One-up', 'Swipe', 'Onion', 'Difference', 'Side by side']) {
      await page.getByRole('button', { name: view, exact: true }).tap();
      expect(await covered(page)).toEqual([]);
      expect(await width(page)).toBe(390);
    }
    await page.getByRole('button', { name: 'Approve', exact: true }).tap();
    await expect.poll(async () => (await web.counts(groups)).approved).toBeGreaterThan(0);
  });

  it('of 320 pixels leaves room for the images under what is said of them', async () => {
    const { page } = await web.open(review, { viewport: { width: 320, height: 640 }, hasTouch: true });
    await options(page).first().tap();
    await current(page).waitFor();
    expect((await page.locator('[data-view]').boundingBox())?.height).toBeGreaterThan(150);
    expect(await covered(page)).toEqual([]);
    expect(await width(page)).toBe(320);
  });

  it('of a desk at a zoom of 200 % gives at least half of itself to the images', async () => {
    const size = { width: 720, height: 450 };
    for (const path of [review, groups]) {
      const { page } = await web.open(path, { viewport: size });
      await options(page).first().click();
      await current(page).waitFor();
      const box = await page.locator('[data-view]').boundingBox();
      expect((box?.width ?? 0) * (box?.height ?? 0)).toBeGreaterThanOrEqual((size.width * size.height) / 2);
      expect(await covered(page)).toEqual([]);
      expect(await width(page)).toBe(size.width);
    }
  });

  it('shows very long names without growing', async () => {
    const { page } = await web.open(edges, phone);
    const count = await options(page).count();
    for (let index = 0; index < count; index++) {
      await options(page).nth(index).tap();
      await heading(page).waitFor();
      expect(await width(page)).toBe(390);
      expect((await page.locator('[data-view]').boundingBox())?.height).toBeGreaterThan(250);
      await page.getByRole('button', { name: 'Back' }).tap();
    }
  });

  it.each([1024, 1280, 1440])(
    'of %i pixels keeps its tool bar in one row, sliders included',
    async (size) => {
      const { page } = await web.open(`${groups}?view=onion&overlay=on`, {
        viewport: { width: size, height: 768 },
      });
      await page.getByRole('slider', { name: 'Opacity of the overlay' }).waitFor();
      const tops = await page.locator('fieldset:has(legend:text("View"))').evaluate((views) =>
        [...(views.parentElement?.querySelectorAll('button, input') ?? [])]
          .map((control) => control.getBoundingClientRect())
          .filter(({ height }) => height > 0)
          .map(({ top, height }) => Math.round(top + height / 2)),
      );
      expect(Math.max(...tops) - Math.min(...tops)).toBeLessThan(4);
      expect(await covered(page)).toEqual([]);
      expect(await width(page)).toBe(size);
    },
  );
});
