import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWeb, review, type Web } from './openWeb.js';

let web: Web;
beforeAll(async () => {
  web = await openWeb();
});
afterAll(() => web?.close());

const options = (page: Page) => page.getByRole('option');
const selected = (page: Page) => page.locator('[role=option][aria-selected=true]');
const posinset = (option: Locator) => option.getAttribute('aria-posinset');
const search = (page: Page) => new URL(page.url()).searchParams;
const approvals = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('[role=option]')].map((option) => option.getAttribute('data-approval')),
  );

describe('the list', () => {
  it('shows what needs review, with counts, and only the rows in sight', async () => {
    const { page, complaints } = await web.open('/acme/web/diffs/dif_large', {
      arrange: (data) => data.addLarge(),
    });
    await selected(page).waitFor();
    expect(await selected(page).getAttribute('aria-setsize')).toBe('2000');
    expect(await options(page).count()).toBeLessThan(40);
    expect(await page.getByRole('button', { name: 'Changed 1200' }).getAttribute('aria-pressed')).toBe(
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
    const { page } = await web.open('/acme/web/diffs/dif_large', { arrange: (data) => data.addLarge() });
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
    await page.keyboard.press('d');
    await page.getByTestId('mask').waitFor();

    const scale = () =>
      viewer.evaluate((element: HTMLElement) => Number(element.style.getPropertyValue('--k')));
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
    const hints = await page.getByRole('dialog').locator('kbd').allInnerTexts();
    const wanted = [...'↓↑NARUXGKJFD12345←→+−09/?', 'Space', '⇧ A', '⇧ R', 'Esc'];
    expect(hints).toEqual(expect.arrayContaining(wanted));
  });
});

describe('decisions', () => {
  it('approve, go to the next pending one, and undo', async () => {
    const { page, fixtures, complaints } = await web.open(review);
    await selected(page).waitFor();
    await page.keyboard.press('a');
    await expect.poll(() => posinset(selected(page))).toBe('2');
    await page.getByText('1 of 20 reviewed').waitFor();
    await expect.poll(() => fixtures.diffs.get('dif_review')?.counts.approved).toBe(1);

    await page.keyboard.press('r');
    await expect.poll(() => posinset(selected(page))).toBe('3');
    await expect.poll(() => fixtures.diffs.get('dif_review')?.counts.rejected).toBe(1);
    await expect
      .poll(async () => (await approvals(page)).slice(0, 3))
      .toEqual(['approved', 'rejected', 'pending']);

    await page.getByTestId('toast').getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => posinset(selected(page))).toBe('2');
    await page.keyboard.press('u');
    await expect.poll(() => posinset(selected(page))).toBe('1');
    await page.getByText('0 of 20 reviewed').waitFor();
    await expect.poll(() => fixtures.diffs.get('dif_review')?.counts.pending).toBe(20);
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
    const { page, fixtures } = await web.open(review, {
      arrange: (data) => {
        data.decisionDelay = 1_000;
      },
    });
    await selected(page).waitFor();
    await page.keyboard.press('a');
    const asked = page.waitForEvent('dialog');
    await page.close({ runBeforeUnload: true });
    const dialog = await asked;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();
    await expect.poll(() => fixtures.diffs.get('dif_review')?.counts.approved).toBe(1);
  });

  it('do not wait for the server', async () => {
    const { page, fixtures } = await web.open(review, {
      arrange: (data) => {
        data.decisionDelay = 2_500;
      },
    });
    await selected(page).waitFor();
    for (const key of ['a', 'a', 'r', 'a']) await page.keyboard.press(key);
    await expect.poll(() => posinset(selected(page))).toBe('5');
    expect((await approvals(page)).slice(0, 5)).toEqual([
      'approved',
      'approved',
      'rejected',
      'approved',
      'pending',
    ]);
    expect(fixtures.diffs.get('dif_review')?.counts.pending).toBeGreaterThan(16);
    await expect
      .poll(() => fixtures.diffs.get('dif_review')?.counts, { timeout: 40_000 })
      .toMatchObject({
        approved: 3,
        rejected: 1,
      });
    await page.getByText('4 of 20 reviewed').waitFor();
  });

  it('are rolled back on a 409, which is explained, and fetch the diff again', async () => {
    const { page, fixtures } = await web.open(review, {
      arrange: (data) => {
        data.decisionDelay = 200;
        data.refusals.push({
          path: /\/approve$/,
          status: 409,
          code: 'DIFF_STALE',
          message: 'A baseline moved since this diff was made. Compare again.',
        });
        const diff = data.diffs.get('dif_review');
        if (diff) diff.isStale = false;
      },
    });
    await selected(page).waitFor();
    const diff = fixtures.diffs.get('dif_review');
    if (diff) diff.isStale = true;
    await page.keyboard.press('a');
    await page.getByTestId('toast').getByText('A baseline moved since this diff was made').waitFor();
    await page.getByText('0 of 20 reviewed').waitFor();
    expect(new Set(await approvals(page))).toEqual(new Set(['pending']));

    await page.getByText('The baselines have moved').waitFor();
    await page.getByRole('button', { name: 'Re-diff' }).click();
    await page.getByText('The baselines have moved').waitFor({ state: 'detached' });
  });

  it('revoke what is approved, and say who decided', async () => {
    const { page, fixtures } = await web.open(review);
    await selected(page).waitFor();
    await page.keyboard.press('a');
    await page.keyboard.press('ArrowUp');
    await page.getByText('decided by Ada Lovelace').waitFor();
    await page.getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('0 of 20 reviewed').waitFor();
    await expect.poll(() => fixtures.diffs.get('dif_review')?.counts.approved).toBe(0);
  });

  it('approve all after a confirmation that says how many, and undo it', async () => {
    const { page, fixtures } = await web.open(review);
    await selected(page).waitFor();
    await page.keyboard.press('r');
    await page.getByRole('button', { name: 'Approve all' }).click();
    const dialog = page.getByRole('dialog', { name: 'Approve all 19 pending snapshots?' });
    await dialog.getByText('feature/checkout').waitFor();
    await dialog.getByRole('button', { name: 'Approve 19' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('20 of 20 reviewed').waitFor();
    await expect
      .poll(() => fixtures.diffs.get('dif_review')?.counts)
      .toMatchObject({ approved: 19, rejected: 1 });

    await page.keyboard.press('u');
    await expect
      .poll(() => fixtures.diffs.get('dif_review')?.counts)
      .toMatchObject({ pending: 19, rejected: 1 });
    await page.getByText('1 of 20 reviewed').waitFor();
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
    const images = page.locator('[data-view] img');
    await expect.poll(() => images.count()).toBe(2);
    const offsets = async () => {
      const panes = await page.locator('[data-pane]').all();
      return Promise.all(
        panes.map(async (pane) => {
          const outer = await pane.boundingBox();
          const inner = await pane.locator('img').boundingBox();
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
    const { page } = await web.open(`${review}?view=current`, {
      arrange: (data) => {
        const [first] = data.diffs.get('dif_review')?.results ?? [];
        if (first) first.currentImageUrl = 'http://elsewhere.invalid/api/v1/images/gone';
      },
    });
    await page.getByRole('alert').getByText('The server does not have this image any more').waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('alert').getByText('The server does not have this image any more').waitFor();
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

describe('states', () => {
  it('follow a running capture and its comparison', async () => {
    const { page, fixtures } = await web.open('/acme/web/diffs/dif_running');
    const bar = page.getByRole('progressbar', { name: 'Capturing' });
    await bar.waitFor();
    expect(await bar.getAttribute('aria-valuenow')).toBe('12');
    const capture = fixtures.captures.get('cap_running');
    if (capture) capture.completedSnapshots = 20;
    await expect.poll(() => bar.getAttribute('aria-valuenow'), { timeout: 5_000 }).toBe('20');
    fixtures.finishCapture('cap_running');
    await options(page).first().waitFor();
    await page.getByText('0 of 2 reviewed').waitFor();
  });

  it('show a clean diff as good news, with the way to what did not change', async () => {
    const { page } = await web.open('/acme/web/diffs/dif_clean');
    await page.getByRole('heading', { name: 'Nothing changed' }).waitFor();
    await page.getByRole('button', { name: 'Look at them all the same' }).click();
    await page.locator('[aria-setsize="24"]').first().waitFor();
    expect(await page.getByRole('button', { name: 'Approve', exact: true }).count()).toBe(0);
  });

  it('say what to do when everything is new, when a diff failed, and when there is none', async () => {
    const fresh = await web.open('/acme/web/diffs/dif_new');
    await fresh.page.getByText('All 9 snapshots are new').waitFor();
    const failed = await web.open('/acme/web/diffs/dif_failed');
    await failed.page.getByText('none of its 2 snapshots could be captured').waitFor();
    await failed.page.getByRole('button', { name: 'Compare again' }).waitFor();
    const missing = await web.open('/acme/web/diffs/dif_missing');
    await missing.page.getByText('DIFF_NOT_FOUND').waitFor();
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
});
