import { packReview } from '@svc/schema';
import { unpackReview } from '@svc/schema/unpackReview';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openChanged } from './service/answerReview.js';
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

const ready = (page: Page) => expect.poll(() => page.locator('[data-view] img').count()).toBeGreaterThan(0);
const scaleOf = (page: Page) =>
  page.locator('[data-view]').evaluate(({ style }: HTMLElement) => Number(style.getPropertyValue('--k')));

/** A jump to a region takes some frames. */
async function untilStill(page: Page) {
  let before = '';
  await expect
    .poll(async () => {
      const now = await page.locator('[data-view]').evaluate(({ style }: HTMLElement) => style.cssText);
      const isStill = now === before;
      before = now;
      return isStill;
    })
    .toBe(true);
}

it('says what was ignored, and hatches it over both images', async () => {
  const { page, complaints } = await web.open('/');
  const regions = [
    { x: 10, y: 20, width: 30, height: 40 },
    { x: 50, y: 0, width: 8, height: 8 },
  ];
  await openChanged(page, review, (answer) =>
    packReview(
      unpackReview(answer).map((one) => ({
        ...one,
        ignored: { regions, percentage: 12.34, isLarge: false },
      })),
    ),
  );
  await ready(page);
  expect(await page.getByTestId('ignored').textContent()).toBe('12.3% of the page ignored');
  const panes = await page.locator('[data-pane]').count();
  const boxes = page.getByTestId('ignored-box');
  await expect.poll(() => boxes.count()).toBe(panes * regions.length);
  const place = await boxes
    .first()
    .evaluate(({ style }: HTMLElement) => [style.left, style.top, style.width]);
  expect(place).toEqual(['10px', '20px', '30px']);
  expect(complaints).toEqual([]);
});

it('tints columns that came and blocks that moved where each image has them, and frames regions there', async () => {
  const { page } = await web.open('/');
  const box = { x: 40, y: 10, width: 30, height: 20 };
  const region = { ...box, kind: 'moved', severity: 'low', base: { ...box, x: 5, y: 6 } } as const;
  await openChanged(page, review, (answer) =>
    packReview(
      unpackReview(answer).map((one) => ({
        ...one,
        regions: [region],
        rowChanges: [],
        columnChanges: [{ kind: 'inserted', x: 100, baseX: 90, width: 7 }],
        moves: [{ from: region.base, to: box }],
      })),
    ),
  );
  await ready(page);
  const placesOf = (side: 'Baseline' | 'Current', testId: 'band' | 'region') =>
    page
      .locator('figure', { has: page.getByText(side, { exact: true }) })
      .getByTestId(testId)
      .evaluateAll((spans: HTMLElement[]) => spans.map(({ style }) => [style.left, style.top, style.width]));
  const [now, then] = [
    ['40px', '10px', '30px'],
    ['5px', '6px', '30px'],
  ];
  await expect.poll(() => placesOf('Current', 'band')).toEqual([['100px', '0px', '7px'], now]);
  expect(await placesOf('Baseline', 'band')).toEqual([then]);
  await page.keyboard.press('j');
  await expect.poll(() => placesOf('Current', 'region')).toEqual([now]);
  expect(await placesOf('Baseline', 'region')).toEqual([then]);
});

describe('views', () => {
  it('swipe with 3: the divider is a slider for keys and pointer', async () => {
    const { page, complaints } = await web.open(review);
    await ready(page);
    await page.keyboard.press('3');
    const slider = page.getByRole('slider', { name: /Divider/ });
    await slider.waitFor();
    await expect.poll(() => new URL(page.url()).searchParams.get('view')).toBe('swipe');
    await slider.focus();
    await page.keyboard.press('ArrowLeft');
    expect(await slider.getAttribute('aria-valuenow')).toBe('48');
    expect(await page.locator('[data-view]').getAttribute('data-view')).toBe('swipe');
    await page.keyboard.press('End');
    expect(await slider.getAttribute('aria-valuenow')).toBe('100');
    await page.keyboard.press('Home');
    const pane = await page.locator('[data-pane]').boundingBox();
    if (!pane) throw new Error('no pane');
    await page.mouse.move(pane.x + 2, pane.y + 100);
    await page.mouse.down();
    await page.mouse.move(pane.x + pane.width / 4, pane.y + 100, { steps: 3 });
    await page.mouse.up();
    expect(Number(await slider.getAttribute('aria-valuenow'))).toBeCloseTo(25, -1);
    expect(complaints).toEqual([]);
  });

  it('lay one image over the other with 4, as strong as wanted', async () => {
    const { page } = await web.open(review);
    await ready(page);
    await page.keyboard.press('4');
    const layer = page.getByTestId('onion');
    await layer.waitFor();
    const opacity = () => layer.evaluate((element) => getComputedStyle(element).opacity);
    expect(await opacity()).toBe('0.5');
    await page.getByRole('slider', { name: 'Opacity of the current image' }).fill('0.2');
    expect(await opacity()).toBe('0.2');
  });

  it('show the other image as long as Space is held', async () => {
    const { page } = await web.open(`${review}?view=current`);
    await page.locator('[data-view=current]').waitFor();
    await page.keyboard.down(' ');
    await page.locator('[data-view=baseline]').waitFor();
    await page.keyboard.up(' ');
    await page.locator('[data-view=current]').waitFor();
    await page.keyboard.press('ArrowLeft');
    await page.locator('[data-view=baseline]').waitFor();
    await page.keyboard.press('ArrowRight');
    await page.locator('[data-view=current]').waitFor();
  });

  it('remember color and opacity of the overlay', async () => {
    const { page } = await web.open(`${review}?view=difference`);
    const mask = page.getByTestId('mask');
    await mask.waitFor();
    await page.getByLabel('Color of the overlay').fill('#00ff00');
    await page.getByRole('slider', { name: 'Opacity of the overlay' }).fill('0.3');
    await expect.poll(() => mask.evaluate((element) => getComputedStyle(element).opacity)).toBe('0.3');
    await page.reload();
    await mask.waitFor();
    expect(await mask.evaluate((element) => getComputedStyle(element).opacity)).toBe('0.3');
    expect(await page.getByLabel('Color of the overlay').inputValue()).toBe('#00ff00');
  });
});

describe('regions', () => {
  it('are stepped through with J and K, in the middle of the pane and framed', async () => {
    const { page } = await web.open(groups);
    await ready(page);
    const count = page.getByTestId('region-count');
    expect(await count.textContent()).toBe('2 regions');
    const fitted = await scaleOf(page);
    await page.keyboard.press('j');
    await expect.poll(() => count.textContent()).toBe('1 of 2 regions');
    await expect.poll(() => scaleOf(page)).toBeGreaterThan(fitted);
    await untilStill(page);
    const offCenter = async () => {
      const frame = await page.getByTestId('region').first().boundingBox();
      const pane = await page.locator('[data-pane]').first().boundingBox();
      if (!frame || !pane) throw new Error('no region');
      const [x, y] = [frame.x + frame.width / 2 - pane.x, frame.y + frame.height / 2 - pane.y];
      return Math.max(Math.abs(x - pane.width / 2), Math.abs(y - pane.height / 2));
    };
    expect(await offCenter()).toBeLessThan(5);
    // A panel that opens beside the panes, or another window, leaves it there.
    const size = page.viewportSize();
    if (!size) throw new Error('no window');
    await page.setViewportSize({ width: size.width - 200, height: size.height - 100 });
    await expect.poll(offCenter).toBeLessThan(5);
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await expect.poll(() => count.textContent()).toBe('1 of 2 regions');
    await page.keyboard.press('k');
    await expect.poll(() => count.textContent()).toBe('2 of 2 regions');
  });

  it('are told in words, as are reasons for doubt', async () => {
    const { page } = await web.open(groups);
    await ready(page);
    await page.keyboard.press('g');
    await page.keyboard.press('ArrowDown');
    await page.getByText('Flaky: 3 earlier captures differed without a change').waitFor();
    await page
      .getByText('Rendered differently from the baseline: Chrome 149.0.0.0 → 156.0.8078.79')
      .waitFor();
    await page.getByRole('listbox').getByRole('option', { name: 'Article' }).click();
    await page.getByTestId('change').getByText('20 rows inserted at y = 300; nothing else changed').waitFor();
  });
});

describe('rows that shifted', () => {
  const tops = (page: Page, side: 'Baseline' | 'Current') =>
    page
      .locator('figure', { has: page.getByText(side, { exact: true }) })
      .locator('.stage > span:has(img.paper)')
      .evaluateAll((spans: HTMLElement[]) => spans.map(({ style }) => [style.top, style.height]));

  it('have words in a gap only where they fit', async () => {
    const { page } = await web.open(`${review}?result=Navigation/Form/Primary`);
    const words = page.getByTestId('gap').getByText('rows inserted');
    await expect.poll(() => words.count()).toBe(3);
    const opacities = () =>
      words.evaluateAll((all) => all.map((element) => getComputedStyle(element).opacity));
    await expect.poll(opacities).toEqual(['0', '0', '0']);
    await expect
      .poll(async () => {
        await page.keyboard.press('+');
        return opacities();
      })
      .toEqual(['1', '1', '1']);
  });

  it('are level on both sides, beside a gap that says what came; L shows them in place', async () => {
    const { page, complaints } = await web.open(groups);
    await ready(page);
    await page.getByRole('listbox').getByRole('option', { name: 'Article' }).click();
    await page.getByTestId('gap').getByText('20 rows inserted').waitFor();
    // Of what changed beside them, which is nothing here.
    const mask = page.getByTestId('mask').first();
    await mask.waitFor();
    expect(await mask.getAttribute('src')).toMatch(/\/aligned-mask\?/);
    await expect.poll(() => mask.evaluate((one: HTMLImageElement) => one.naturalHeight)).toBe(620);
    expect(await tops(page, 'Baseline')).toEqual([
      ['0px', '300px'],
      ['320px', '300px'],
    ]);
    expect(await tops(page, 'Current')).toEqual([
      ['0px', '300px'],
      ['300px', '20px'],
      ['320px', '300px'],
    ]);
    await page.keyboard.press('j');
    await page.getByTestId('region').first().waitFor();
    const frames = await page
      .getByTestId('region')
      .evaluateAll((spans: HTMLElement[]) => spans.map(({ style }) => [style.top, style.height]));
    expect(frames).toEqual([
      ['300px', '20px'],
      ['300px', '20px'],
    ]);
    await page.keyboard.press('l');
    await expect.poll(() => page.getByTestId('gap').count()).toBe(0);
    await expect.poll(() => new URL(page.url()).searchParams.get('rows')).toBe('in-place');
    await page.getByTestId('mask').waitFor();
    await page.getByRole('button', { name: 'Align rows' }).click();
    await page.getByTestId('gap').waitFor();
    expect(complaints).toEqual([]);
  });

  it('are level in every view that shows both images on one stage', async () => {
    const { page } = await web.open(groups);
    await ready(page);
    await page.getByRole('listbox').getByRole('option', { name: 'Article' }).click();
    for (const key of ['3', '4', '6']) {
      await page.keyboard.press(key);
      await expect.poll(() => page.getByTestId('gap').count()).toBe(1);
      const stages = await page
        .locator('.stage')
        .evaluateAll((found: HTMLElement[]) => found.map(({ style }) => style.height));
      expect(new Set(stages)).toEqual(new Set(['620px']));
    }
  });
});

describe('the ruler', () => {
  it('has a mark for every region, and a click on one goes there', async () => {
    const { page } = await web.open(groups);
    await ready(page);
    const marks = page.getByTestId('ruler-mark');
    expect(await marks.count()).toBe(2);
    await marks.nth(1).click();
    await expect.poll(() => page.getByTestId('region-count').textContent()).toBe('2 of 2 regions');
    await page.getByTestId('region').first().waitFor();
    expect(await marks.nth(1).getAttribute('data-current')).toBe('true');
  });

  it('does not stand in the way of axe or of the tab key', async () => {
    const { page } = await web.open(groups);
    await ready(page);
    expect(await page.getByTestId('ruler').getAttribute('aria-hidden')).toBe('true');
    const stops = await page
      .getByTestId('ruler-mark')
      .evaluateAll((found: HTMLElement[]) => found.map(({ tabIndex }) => tabIndex));
    expect(stops).toEqual([-1, -1]);
  });
});

describe('blink', () => {
  it('shows both images in turn at one place, and holds still for people who want no motion', async () => {
    const { page } = await web.open(`${review}?view=blink`);
    const face = page.getByTestId('face');
    await face.getByText('Current').waitFor();
    await face.getByText('Baseline').waitFor();
    await face.getByText('Current').waitFor();

    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.reload();
    await face.getByText('Current').waitFor();
    const turns = await page.evaluate(
      () =>
        new Promise((resolve) => {
          let seen = 0;
          const observer = new MutationObserver(() => {
            seen++;
          });
          observer.observe(document.body, { subtree: true, characterData: true });
          setTimeout(() => resolve(seen), 1_500);
        }),
    );
    expect(turns).toBe(0);
    await page.keyboard.down(' ');
    await page.locator('[data-view=baseline]').waitFor();
  });
});

it('shows what lies behind transparent pixels as checks, white or black, and remembers it', async () => {
  const { page } = await web.open(review);
  const viewer = page.locator('[data-background]');
  await ready(page);
  expect(await viewer.getAttribute('data-background')).toBe('checks');
  await page.keyboard.press('b');
  await page.locator('[data-background=white]').waitFor();
  await page.getByRole('button', { name: /Background/ }).click();
  await page.locator('[data-background=black]').waitFor();
  await page.reload();
  await page.locator('[data-background=black]').waitFor();
});

describe('pixels', () => {
  it('are told under the pointer for both sides, and stay sharp above 100 %', async () => {
    const { page } = await web.open(`${review}?view=current`);
    await ready(page);
    await page.keyboard.press('9');
    const image = await page.getByRole('img', { name: /^Current:/ }).boundingBox();
    if (!image) throw new Error('no image');
    const inspector = page.getByTestId('inspector');
    await expect
      .poll(async () => {
        await page.mouse.move(image.x + 3.5, image.y + 2.5);
        await page.mouse.move(image.x + 4.5, image.y + 2.5);
        return inspector.textContent();
      })
      .toMatch(/4, 2\s*#[0-9a-f]{6}\s*→\s*#[0-9a-f]{6}/);
    await page.keyboard.press('+');
    const rendering = await page
      .getByRole('img', { name: /^Current:/ })
      .evaluate((element) => getComputedStyle(element).imageRendering);
    expect(rendering).toBe('pixelated');
  });

  it('are not there yet, but their place is', async () => {
    const { page } = await web.open('/');
    await page.route('**/api/v1/images/**', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 3_000));
      await route.continue().catch(() => {});
    });
    await page.goto(new URL(`${review}?view=current`, page.url()).href);
    const image = page.getByRole('img', { name: /^Current:/ });
    await image.waitFor({ state: 'attached' });
    await page.getByTestId('loading').getByText('Loading…').waitFor();
    const box = await image.boundingBox();
    expect(box?.width).toBeGreaterThan(100);
    expect(box?.height).toBeGreaterThan(50);
    await page.getByTestId('loading').waitFor({ state: 'detached', timeout: 20_000 });
  });
});

describe('F', () => {
  it('leads to the filters', async () => {
    const { page } = await web.open(review);
    await ready(page);
    await page.keyboard.press('f');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Changed');
  });
});
