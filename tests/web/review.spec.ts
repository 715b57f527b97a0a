import { readFile } from 'node:fs/promises';
import type { Diff } from '@svc/schema';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { idOf, openService, type Web } from './service/openService.js';
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
const posinset = (option: Locator) => option.getAttribute('aria-posinset');
const search = (page: Page) => new URL(page.url()).searchParams;
const approvals = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('[role=option]')].map((option) => option.getAttribute('data-approval')),
  );

/** The files of a ZIP file that compresses nothing. */
function readStored(zip: Buffer): { name: string; bytes: Buffer }[] {
  const files: { name: string; bytes: Buffer }[] = [];
  for (let at = 0; zip.readUInt32LE(at) === 0x04034b50; ) {
    const [size, nameLength, extraLength] = [
      zip.readUInt32LE(at + 18),
      zip.readUInt16LE(at + 26),
      zip.readUInt16LE(at + 28),
    ];
    const start = at + 30 + nameLength + extraLength;
    files.push({
      name: zip.toString('utf8', at + 30, at + 30 + nameLength),
      bytes: zip.subarray(start, start + size),
    });
    at = start + size;
  }
  return files;
}

describe('keys', () => {
  it('move through the list, and the URL follows', async () => {
    const { page } = await web.open(review);
    await selected(page).waitFor();
    await expect.poll(() => posinset(selected(page))).toBe('1');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => posinset(selected(page))).toBe('3');
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => posinset(selected(page))).toBe('2');
    await expect.poll(() => search(page).get('result')).toBe('Marketing/Chart/Primary');
    const listbox = page.getByRole('listbox');
    expect(await listbox.getAttribute('aria-activedescendant')).toBe(await selected(page).getAttribute('id'));
  });

  it('leave the focus on the list after a click in it', async () => {
    const { page } = await web.open(review);
    await options(page).nth(3).click();
    expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('listbox');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => posinset(selected(page))).toBe('5');
  });

  it('change the view, the overlay and the scale', async () => {
    const { page } = await web.open(review);
    const viewer = page.locator('[data-view]');
    await page.getByRole('img', { name: /^Baseline:/ }).waitFor();
    await page.getByRole('img', { name: /^Current:/ }).waitFor();
    await page.keyboard.press('2');
    await page.locator('[data-view=current]').waitFor();
    expect(await page.getByRole('img', { name: /^Baseline:/ }).count()).toBe(0);
    await page.keyboard.press('2');
    await page.locator('[data-view=baseline]').waitFor();
    expect(await page.getByRole('img', { name: /^Current:/ }).count()).toBe(0);
    await page.keyboard.press('5');
    await page.locator('[data-view=difference]').waitFor();
    await expect.poll(() => search(page).get('view')).toBe('difference');
    await page.keyboard.press('1');
    await page.locator('[data-view=side]').waitFor();
    await page.getByTestId('mask').waitFor();
    await page.keyboard.press('d');
    await page.getByTestId('mask').waitFor({ state: 'detached' });

    const scale = () =>
      viewer.evaluate((element: HTMLElement) => Number(element.style.getPropertyValue('--k')));
    await page.keyboard.press('0');
    const fitted = await scale();
    await page.keyboard.press('+');
    expect(await scale()).toBeGreaterThan(fitted);
    await page.keyboard.press('-');
    await page.keyboard.press('-');
    expect(await scale()).toBeLessThan(fitted);
    await page.keyboard.press('9');
    expect(await scale()).toBe(1);
    await page.keyboard.press('0');
    expect(await scale()).toBe(fitted);
  });

  it('do nothing while typing, with Ctrl, or when switched off', async () => {
    const { page } = await web.open(review);
    await selected(page).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('ar');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+a');
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Keys' });
    await help.waitFor();
    await page.keyboard.press('r');
    await help.getByRole('checkbox').uncheck();
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'detached' });
    await page.keyboard.press('a');
    await page.getByText('0 of 20 reviewed').waitFor();
    expect(new Set(await approvals(page))).toEqual(new Set(['pending']));
  });

  it('are all in the help dialog', async () => {
    const { page } = await web.open(review);
    await selected(page).waitFor();
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    const hints = await dialog.locator('kbd').allInnerTexts();
    const wanted = [...'↓↑NARUXGKJFD12345←→+−09/?', 'Space', '⇧ A', '⇧ R', 'Esc'];
    expect(hints).toEqual(expect.arrayContaining(wanted));
  });
});

describe('the viewer', () => {
  it('shows the changed pixels over the dimmed image, and D takes them off', async () => {
    const { page, complaints } = await web.open(`${review}?view=difference`);
    const mask = page.getByTestId('mask');
    await mask.waitFor();
    const opaque = await mask.evaluate(async (image: HTMLImageElement) => {
      await image.decode();
      const canvas = document.createElement('canvas');
      canvas.width = image.naturalWidth;
      canvas.height = image.naturalHeight;
      const context = canvas.getContext('2d');
      context?.drawImage(image, 0, 0);
      const pixels = context?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
      let count = 0;
      for (let at = 3; at < pixels.length; at += 4) if (pixels[at] === 255) count++;
      return count;
    });
    expect(opaque).toBeGreaterThan(1_000);
    const current = page.getByRole('img', { name: /^Current:/ });
    const filter = () => current.evaluate((image) => getComputedStyle(image).filter);
    expect(await filter()).toContain('grayscale');
    const boxes = [await mask.boundingBox(), await current.boundingBox()];
    expect(boxes[0]?.x).toBe(boxes[1]?.x);
    expect(boxes[0]?.y).toBe(boxes[1]?.y);

    await page.keyboard.press('d');
    await mask.waitFor({ state: 'detached' });
    expect(await filter()).toBe('none');
    expect(complaints).toEqual([]);
  });

  it('pans and zooms both panes as one', async () => {
    const { page } = await web.open(review);
    // Both images and the changed pixels.
    const images = page.locator('[data-view] img');
    await expect.poll(() => images.count()).toBe(3);
    const offsets = async () => {
      const panes = await page.locator('[data-pane]').all();
      return Promise.all(
        panes.map(async (pane) => {
          const outer = await pane.boundingBox();
          const inner = await pane.locator('img').first().boundingBox();
          return {
            x: Math.round((inner?.x ?? 0) - (outer?.x ?? 0)),
            y: Math.round((inner?.y ?? 0) - (outer?.y ?? 0)),
            width: Math.round(inner?.width ?? 0),
          };
        }),
      );
    };
    const before = await offsets();
    expect(before[0]).toEqual(before[1]);
    const pane = await page.locator('[data-pane]').first().boundingBox();
    if (!pane) throw new Error('no pane');
    await page.mouse.move(pane.x + 200, pane.y + 200);
    await page.mouse.wheel(0, -300);
    await page.mouse.down();
    await page.mouse.move(pane.x + 260, pane.y + 230, { steps: 4 });
    await page.mouse.up();
    const after = await offsets();
    expect(after[0]).toEqual(after[1]);
    expect(after[0]?.width).toBeGreaterThan(before[0]?.width ?? 0);

    const transform = () =>
      page
        .locator('[data-view]')
        .evaluate(({ style }: HTMLElement) =>
          ['--x', '--y', '--k'].map((name) => style.getPropertyValue(name)),
        );
    const moved = await transform();
    await page.keyboard.press('5');
    await page.getByTestId('mask').waitFor();
    expect(await transform()).toEqual(moved);
  });

  it('offers a second try for an image that did not load', async () => {
    const remove = (removedAt: Date | null) =>
      web.service.resources.database.updateTable('images').set({ removedAt }).execute();
    const { page } = await web.open(`${review}?view=current`, {
      arrange: async () => {
        await remove(new Date('2026-11-20'));
      },
    });
    const alert = page.getByRole('alert').getByText('This image was removed on 2026-11-20');
    // The image and its changed pixels, each beside the other.
    const again = page.getByRole('button', { name: 'Try again' });
    await expect.poll(() => alert.count()).toBe(2);
    await again.first().click();
    await expect.poll(() => alert.count()).toBe(2);
    await remove(null);
    await again.last().click();
    await again.first().click();
    await expect.poll(() => alert.count()).toBe(0);
  });

  it('says so in sight where it opens at a change far from the corner of the image', async () => {
    const { page } = await web.open('/acme/web');
    await page.route(/\/api\/v1\/images\//, (route) =>
      route.fulfill({
        status: 404,
        json: { error: { code: 'IMAGE_NOT_FOUND', message: 'Image not found' } },
      }),
    );
    await page.goto(new URL(review, page.url()).href);
    const panes = page.locator('[data-pane]');
    await expect.poll(() => panes.getByText('Image not found').count()).toBe(2);
    for (const pane of await panes.all()) {
      const [window, reason] = [
        await pane.boundingBox(),
        await pane.getByText('Image not found').boundingBox(),
      ];
      if (!window || !reason) throw new Error('nothing is drawn');
      expect(reason.x).toBeGreaterThanOrEqual(window.x);
      expect(reason.y).toBeGreaterThanOrEqual(window.y);
      expect(reason.x + reason.width).toBeLessThanOrEqual(window.x + window.width);
      expect(reason.y + reason.height).toBeLessThanOrEqual(window.y + window.height);
    }
  });

  it('gives a link and its images to take along', async () => {
    const { page, complaints } = await web.open(review);
    await page.getByRole('button', { name: 'Share' }).click();
    const menu = page.locator('[popover]');
    await menu.getByRole('button', { name: 'Copy link to this snapshot' }).waitFor();
    const [before, after] = ['Open the baseline’s page', 'Open the current page'].map((name) =>
      menu.getByRole('link', { name }).getAttribute('href'),
    );
    expect(await before).toMatch(/^http.*-0/);
    expect(await after).toBe((await before)?.replace(/-0(?=$|\?)/, '-1'));
    const download = page.waitForEvent('download');
    await menu.getByRole('link', { name: 'Download current' }).click();
    expect((await download).suggestedFilename()).toMatch(/^[\p{L}\p{N}-]+-current\.png$/u);
    const archive = page.waitForEvent('download');
    await menu.getByRole('button', { name: 'Download all as ZIP' }).click();
    const saved = await archive;
    expect(saved.suggestedFilename()).toMatch(/^[\p{L}\p{N}-]+-images\.zip$/u);
    const entries = readStored(await readFile(await saved.path()));
    expect(entries.map(({ name }) => name.replace(/.*-/, ''))).toEqual([
      'baseline.png',
      'current.png',
      'difference.png',
    ]);
    for (const { bytes } of entries) expect(bytes.subarray(1, 4).toString()).toBe('PNG');
    await page.route(/\/api\/v1\/images\//, (route) => route.abort());
    await menu.getByRole('button', { name: 'Download all as ZIP' }).click();
    await menu.getByText('An image did not load. Try again').waitFor();
    complaints.length = 0;
    expect(await menu.getByRole('link').allTextContents()).toEqual([
      'Open the baseline’s page',
      'Open the current page',
      'Download baseline',
      'Download current',
      'Download difference',
    ]);
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'hidden' });
    expect(complaints).toEqual([]);
  });

  it('offers the trace of the test, where there is one', async () => {
    const { service } = web;
    const { body: diff } = await service.ask<Diff>('GET', `/api/v1/diffs/${idOf(review)}`);
    const [traced, other] = diff.results.filter(({ status, viewport }) => status === 'changed' && !viewport);
    if (!traced || !other) throw new Error('two changed results have no viewport');
    const slot = `captures/${diff.headCaptureId}/traces?name=${encodeURIComponent(traced.name)}`;
    const arrange = async () => {
      const zip = Buffer.from('PK\u0003\u0004 and more', 'latin1');
      expect((await service.upload(`/api/v1/${slot}`, zip, 'application/zip')).status).toBe(200);
    };
    const { page, complaints } = await web.open(`${review}?result=${encodeURIComponent(traced.name)}`, {
      arrange,
    });
    const menu = page.locator('[popover]');
    await page.getByRole('button', { name: 'Share' }).click();
    const download = page.waitForEvent('download');
    await menu.getByRole('link', { name: 'Download trace' }).click();
    expect((await download).suggestedFilename()).toMatch(/^[\w-]+-trace\.zip$/);
    await page.goto(page.url().replace(/\?.*/, `?result=${encodeURIComponent(other.name)}`));
    const answered = page.waitForResponse(/\/traces$/);
    await page.getByRole('button', { name: 'Share' }).click();
    await answered;
    await menu.getByRole('link', { name: 'Download current' }).waitFor();
    expect(await menu.getByRole('link', { name: 'Download trace' }).count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  it('says so where there is no image', async () => {
    const { page } = await web.open(`${review}?status=new`);
    await page.getByText('No baseline yet.').waitFor();
    await page.getByTestId('source').getByText('There is no baseline yet', { exact: true }).waitFor();
    await page.getByRole('button', { name: /^Removed/ }).click();
    await page.getByRole('button', { name: /^New/ }).click();
    await options(page).first().click();
    await page.getByText('This snapshot is gone').waitFor();
  });
});
