import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { multiplyResults } from './service/answerReview.js';
import { type OpenOptions, openService, type Web } from './service/openService.js';
import { seedReview } from './service/seedReviews.js';

let web: Web<'review'>;
let review: string;
beforeAll(async () => {
  web = await openService({ review: seedReview });
  ({ review } = web.places);
});
afterAll(() => web?.close());

const selected = (page: Page) => page.locator('[role=option][aria-selected=true]');
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
const open = async (path = review, options: OpenOptions = {}) => {
  const visit = await web.open(path, options);
  await selected(visit.page).waitFor();
  return visit;
};

describe('Escape', () => {
  it('goes back one step at a time: message, selection, search; and stays', async () => {
    const { page } = await open();
    await page.keyboard.press('/');
    await page.keyboard.type('chart');
    await page.keyboard.press('Enter');
    await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe('chart');
    await page.keyboard.press('x');
    await page.keyboard.press('a');
    await page.getByTestId('toast').waitFor();

    await page.keyboard.press('Escape');
    await page.getByTestId('toast').waitFor({ state: 'detached' });
    await page.getByTestId('selection').waitFor();
    await page.keyboard.press('Escape');
    await page.getByTestId('selection').waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('');
    const place = page.url();
    await page.keyboard.press('Escape');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => new URL(page.url()).pathname).toBe(new URL(place).pathname);
    await page.getByRole('heading', { level: 2 }).waitFor();
  });
});

describe('Home, End and the page keys', () => {
  it('lead to the ends of the list, and ten rows on or back', async () => {
    const { page } = await open();
    const steps = [
      ['End', '20'],
      ['PageUp', '10'],
      ['Home', '1'],
      ['PageDown', '11'],
      ['PageDown', '20'],
    ] as const;
    for (const [key, place] of steps) {
      await page.keyboard.press(key);
      await expect.poll(() => selected(page).getAttribute('aria-posinset'), { message: key }).toBe(place);
    }
  });
});

describe('forced colors', () => {
  it('outline what is selected, marked and pressed, and nothing else', async () => {
    const { page } = await open(review, { forcedColors: 'active' });
    await page.keyboard.press('x');
    await page.keyboard.press('ArrowDown');
    const outlined = (selector: string) =>
      page.locator(selector).evaluateAll((all) =>
        all.map((element) => {
          const { outlineStyle, outlineWidth } = getComputedStyle(element);
          return outlineStyle === 'solid' && Number.parseFloat(outlineWidth) > 0;
        }),
      );
    expect(await outlined('[role=option][aria-selected=true]')).toEqual([true]);
    expect(await outlined('[role=option][data-marked]')).toEqual([true]);
    const others = await outlined('[role=option][aria-selected=false]:not([data-marked])');
    expect(others.length).toBeGreaterThan(3);
    expect(others).not.toContain(true);
    expect(new Set(await outlined('button[aria-pressed=true]'))).toEqual(new Set([true]));
    expect(new Set(await outlined('button[aria-pressed=false]'))).toEqual(new Set([false]));
  });
});

describe('the focus', () => {
  it('starts at the top of the help, with its button in sight', async () => {
    const { page } = await web.open(review, { viewport: { width: 1024, height: 600 } });
    await page.locator('[role=option][aria-selected=true]').waitFor();
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Keys' });
    const close = dialog.getByRole('button', { name: 'Close' });
    expect(await close.evaluate((button) => button === document.activeElement)).toBe(true);
    expect(await dialog.evaluate((element) => element.scrollTop)).toBe(0);
    const [box, frame] = [await close.boundingBox(), await dialog.boundingBox()];
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual((frame?.y ?? 0) + (frame?.height ?? 0));
    await expect
      .poll(async () => {
        await page.keyboard.press('End');
        return dialog.evaluate((element) => element.scrollTop);
      })
      .toBeGreaterThan(0);
  });

  it('returns to the list when a dialog closes', async () => {
    const { page } = await open();
    await page.getByRole('button', { name: 'Approve all' }).click();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => focused(page)).toBe('Results');
    await page.getByRole('button', { name: 'Keys' }).click();
    await page.getByRole('button', { name: 'Close' }).click();
    await expect.poll(() => focused(page)).toBe('Results');
    await page.getByRole('button', { name: 'Approve all' }).click();
    await page.getByRole('button', { name: 'Approve 20' }).click();
    await expect.poll(() => focused(page)).toBe('Results');
  });

  it('can be seen on every control that Tab leads to', async () => {
    const { page } = await open();
    for (let press = 0; press < 30; press++) {
      await page.keyboard.press('Tab');
      const outline = await page.evaluate(() => {
        const { activeElement: element } = document;
        return element && element !== document.body
          ? [
              element.getAttribute('aria-label') ?? element.textContent,
              getComputedStyle(element).outlineStyle,
            ]
          : null;
      });
      if (outline) expect(outline).toEqual([outline[0], 'solid']);
    }
  });
});

describe('every button with a key', () => {
  it('says it in its tooltip and to assistive technology, and none takes Ctrl or ⌘', async () => {
    const { page } = await open();
    const buttons = await page
      .locator('button[aria-keyshortcuts]')
      .evaluateAll((all) =>
        all.map((button) => [button.getAttribute('aria-keyshortcuts'), button.getAttribute('data-tip')]),
      );
    expect(buttons.length).toBeGreaterThan(15);
    for (const [keys, tip] of buttons) {
      expect(keys).not.toMatch(/control|meta|alt/i);
      expect(tip).toBeTruthy();
    }
    const view = page.locator('[data-view]');
    await page.keyboard.press('Control+3');
    await page.keyboard.press('Meta+5');
    expect(await view.getAttribute('data-view')).toBe('side');
  });
});

describe('decisions', () => {
  it('are announced, and told by icon and word', async () => {
    const { page } = await open();
    await page.keyboard.press('a');
    const region = page.locator('[role=status][aria-live=polite]');
    await region.getByText(/^Approved /).waitFor();
    const row = page.locator('[data-approval=approved]').first();
    expect(await row.textContent()).toContain('Approved');
    expect(await row.locator('svg').count()).toBeGreaterThan(1);
  });

  it('of a whole selection are one request, whatever their number', async () => {
    const { page } = await open();
    const requests: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && requests.push(request.url()));
    await page.goto(page.url().replace(/\?.*/, '?selected='));
    await selected(page).waitFor();
    for (let press = 0; press < 5; press++) {
      await page.keyboard.press('x');
      await page.keyboard.press('ArrowDown');
    }
    await page.getByTestId('selection').getByText('5 selected').waitFor();
    await page.keyboard.press('Shift+R');
    await expect.poll(async () => (await web.counts(review)).rejected).toBe(5);
    expect(requests.length).toBe(1);
  });
});

describe('a held arrow key', () => {
  it('runs through the list, and the URL follows when it stops', async () => {
    const { page } = await web.open('/favicon.svg');
    await multiplyResults(page, review, { changed: 2_000 });
    await page.goto(new URL(review, page.url()).href);
    await selected(page).waitFor();
    // What follows the first press without a release is a repetition.
    for (let press = 0; press < 40; press++) await page.keyboard.down('ArrowDown');
    await page.keyboard.up('ArrowDown');
    await expect.poll(() => selected(page).getAttribute('aria-posinset')).toBe('41');
    const title = await selected(page).getAttribute('title');
    await expect.poll(() => new URL(page.url()).searchParams.get('result')?.split('@')[0]).toBe(title);
  });
});

describe('images of different size', () => {
  it('align at the top left, and the missing area is hatched', async () => {
    const { page } = await open(`${review}?result=Navigation/Form/Primary&rows=in-place&overlay=off`);
    const panes = page.locator('[data-pane]');
    await expect.poll(() => page.locator('[data-view] img').count()).toBe(2);
    const offsets = await panes.evaluateAll((all) =>
      all.map((pane) => {
        const outer = pane.getBoundingClientRect();
        const stage = pane.querySelector('.stage')?.getBoundingClientRect();
        const image = pane.querySelector('img')?.getBoundingClientRect();
        const place = (box: DOMRect | undefined) =>
          box && [box.left - outer.left, box.top - outer.top].map(Math.round);
        return {
          stage: place(stage),
          image: place(image),
          rest: Math.round((stage?.height ?? 0) - (image?.height ?? 0)),
        };
      }),
    );
    expect(offsets[0]?.stage).toEqual(offsets[1]?.stage);
    for (const { stage, image } of offsets) expect(image).toEqual(stage);
    expect(offsets.map(({ rest }) => rest > 0)).toEqual([true, false]);
    const background = await page
      .locator('.stage')
      .first()
      .evaluate((stage) => getComputedStyle(stage).backgroundImage);
    expect(background).toContain('repeating-linear-gradient');
  });
});

describe('motion', () => {
  it('ends at once where less of it is wanted', async () => {
    const { page } = await open(review, { reducedMotion: 'reduce' });
    const longest = await page.evaluate(() =>
      Math.max(
        ...[...document.querySelectorAll('*')].flatMap((element) =>
          getComputedStyle(element)
            .transitionDuration.split(',')
            .map((text) => Number.parseFloat(text)),
        ),
      ),
    );
    expect(longest).toBeLessThanOrEqual(0.001);
  });
});
