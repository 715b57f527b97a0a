import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { idOf, openService, post, type Web } from './service/openService.js';
import { moveBaseline, seedGroups } from './service/seedReviews.js';

let web: Web<'groups'>;
let groups: string;
beforeAll(async () => {
  web = await openService({ groups: seedGroups });
  ({ groups } = web.places);
});
afterAll(() => web?.close());

const options = (page: Page) => page.getByRole('listbox').getByRole('option');
const selected = (page: Page) => page.locator('[role=option][aria-selected=true]');
const open = async () => {
  const visit = await web.open(groups);
  await selected(visit.page).waitFor();
  const counts = () => web.counts(groups);
  return { ...visit, counts };
};

describe('a card', () => {
  it('is one row for a change and its variants, says how many, and G opens and closes it', async () => {
    const { page, complaints } = await open();
    expect(await options(page).count()).toBe(4);
    expect(await page.getByTestId('group').allInnerTexts()).toEqual([
      expect.stringContaining('× 6'),
      expect.stringContaining('× 3'),
    ]);
    await page.getByText('6 related snapshots: 5 that share a change, with their variants').waitFor();
    await page.keyboard.press('g');
    await expect.poll(() => options(page).count()).toBe(9);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('g');
    await expect.poll(() => options(page).count()).toBe(4);
    await page.getByTestId('group').nth(1).click();
    await expect.poll(() => options(page).count()).toBe(6);
    expect(complaints).toEqual([]);
  });

  it('keeps its name under the pointer', async () => {
    const { page } = await open();
    const row = options(page).first();
    const name = row.locator('bdi').last();
    const before = [await name.innerText(), await name.boundingBox()];
    await row.hover();
    await row.getByTestId('group').hover();
    expect([await name.innerText(), await name.boundingBox()]).toEqual(before);
    expect(await row.getAttribute('title')).toContain(await name.innerText());
  });

  it('is approved with Shift+A in one request, all of it in sight, and undone', async () => {
    const { page, counts } = await open();
    const requests: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && requests.push(request.url()));
    const pictures = page.getByTestId('set').last().locator('img');
    await expect.poll(() => pictures.count()).toBe(6);
    for (const picture of await pictures.all()) expect(await picture.isVisible()).toBe(true);
    await page.keyboard.press('Shift+A');
    await page.getByTestId('toast').getByText('Approved 6 snapshots').waitFor();
    await expect.poll(counts).toMatchObject({ approved: 6, pending: 5 });
    expect(requests.length).toBe(1);
    await page.keyboard.press('u');
    await expect.poll(counts).toMatchObject({ approved: 0, pending: 11 });
  });

  it('is rejected with Shift+R, and the next pending one is shown', async () => {
    const { page, counts } = await open();
    await page.keyboard.press('Shift+R');
    await expect.poll(counts).toMatchObject({ rejected: 6, pending: 5 });
    await expect.poll(() => selected(page).getAttribute('aria-posinset')).toBe('2');
  });

  it('shows one after the other when each is decided alone', async () => {
    const { page, counts } = await open();
    const name = () => selected(page).getAttribute('title');
    const first = await name();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('a');
    await expect.poll(name).not.toBe(first);
    expect(await selected(page).getAttribute('aria-posinset')).toBe('1');
    await expect.poll(async () => (await counts()).approved).toBeGreaterThan(0);
    await selected(page)
      .getByText(/\d decided/)
      .waitFor();
  });

  it('come back when the server refuses, which says who decided meanwhile', async () => {
    const { page } = await web.open(groups);
    // As in the moment before the page is told.
    await page.route(/\/events$/, () => {});
    await page.reload();
    await selected(page).waitFor();
    const name = 'Forms/Dashboard/Primary';
    await post(web, `/api/v1/diffs/${idOf(groups)}/reject`, { snapshots: [name] });
    await moveBaseline(web, 'groups', { name });
    await page.keyboard.press('Shift+A');
    await page
      .getByTestId('refusal')
      .getByText(/^Saved 4 of 6; the rest stays as it is: API key test rejected /)
      .waitFor();
  });
});

describe('a selection', () => {
  it('is made with X, decided in one, and cleared with Escape', async () => {
    const { page, counts } = await open();
    const bar = page.getByTestId('selection');
    await page.keyboard.press('x');
    await bar.getByText('6 selected').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('x');
    await bar.getByText('7 selected').waitFor();
    await page.keyboard.press('x');
    await bar.getByText('6 selected').waitFor();
    await page.keyboard.press('Escape');
    await bar.waitFor({ state: 'detached' });
    await page.keyboard.press('x');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('x');
    await bar.getByRole('button', { name: /Reject/ }).click();
    await expect.poll(counts).toMatchObject({ rejected: 2 });
  });
});
