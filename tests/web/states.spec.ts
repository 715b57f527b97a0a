import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { firstResults, openChanged } from './service/answerReview.js';
import { pathOf } from './service/capture.js';
import { openService, type Web, type World } from './service/openService.js';
import {
  beginRunning,
  seedClean,
  seedDiff,
  seedFailed,
  seedNew,
  seedRunning,
} from './service/seedReviews.js';

const seeds = {
  running: seedRunning,
  clean: seedClean,
  fresh: seedNew,
  failed: seedFailed,
  single: (world: World) => seedDiff(world, 'single', { new: 1 }),
};
let web: Web<keyof typeof seeds>;
let clean: string;
let fresh: string;
let failed: string;
beforeAll(async () => {
  web = await openService(seeds);
  ({ clean, fresh, failed } = web.places);
});
afterAll(() => web?.close());

const options = (page: Page) => page.getByRole('listbox').getByRole('option');

describe('states', () => {
  it('follow a running capture and its comparison', async () => {
    let path = '';
    const { page } = await web.open('/favicon.svg', {
      arrange: async (world) => {
        path = pathOf((await beginRunning(world)).diffId);
      },
    });
    await page.goto(new URL(path, page.url()).href);
    const bar = page.getByRole('progressbar', { name: 'Capturing' });
    await bar.waitFor();
    expect(await bar.getAttribute('aria-valuenow')).toBe('12');
    web.fleet.release(8);
    await expect.poll(() => bar.getAttribute('aria-valuenow')).toBe('20');
    web.fleet.release();
    await options(page).first().waitFor();
    await page.getByText('0 of 2 reviewed').waitFor();
  });

  it('say how many images were compared, not of how many: nobody knows yet', async () => {
    const { page } = await web.open('/favicon.svg');
    await openChanged(page, clean, (review) => ({ ...firstResults(review, 4), status: 'processing' }));
    const bar = page.getByRole('progressbar', { name: 'Comparing' }).first();
    await bar.waitFor();
    await page.getByText('4 so far').first().waitFor();
    expect(await bar.getAttribute('aria-valuemax')).toBeNull();
    expect(await page.getByText(/\d of \d/).count()).toBe(0);
  });

  it('speak of one snapshot as of one', async () => {
    const { page } = await web.open(web.places.single);
    await page.getByText('The only snapshot is new').waitFor();
    await page.getByRole('searchbox').fill('no such name');
    await page.getByText('hide the only result').waitFor();
    await page.getByRole('searchbox').fill('');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Approve all' }).click();
    const dialog = page.getByRole('dialog', { name: 'Approve 1 pending snapshot?' });
    await dialog.getByRole('button', { name: 'Approve 1' }).click();
    await page.getByText('1 of 1 reviewed').waitFor();
    await page.goto(new URL('/acme/web', page.url()).href);
    expect(await page.getByText('1 baselines').count()).toBe(0);
  });

  it.each([1440, 390])(
    'keep both buttons in place, so that a second click changes nothing: %i',
    async (width) => {
      const { page } = await web.open(web.places.single, { viewport: { width, height: 900 } });
      await options(page).first().click();
      const button = (name: string) => page.getByRole('button', { name, exact: true });
      const places = async () => [
        (await button('Reject').boundingBox())?.x,
        (await button('Approve').boundingBox())?.x,
      ];
      await button('Approve').waitFor();
      const before = await places();
      await button('Approve').dblclick();
      await button('Revoke').waitFor();
      await expect.poll(() => web.counts(web.places.single)).toMatchObject({ approved: 1, rejected: 0 });
      expect(await places()).toEqual(before);
    },
  );

  it('show a clean diff as good news, with the way to what did not change', async () => {
    const { page } = await web.open(clean);
    await page.getByRole('heading', { name: 'Nothing changed' }).waitFor();
    await page.getByRole('button', { name: 'Show all results' }).click();
    await page.locator('[aria-setsize="24"]').first().waitFor();
    expect(await page.getByRole('button', { name: 'Approve', exact: true }).count()).toBe(0);
  });

  it('say what to do when everything is new, when a diff failed, and when there is none', async () => {
    const everything = await web.open(fresh);
    await everything.page.getByText('All 9 snapshots are new').waitFor();
    const nothing = await web.open(failed);
    await nothing.page.getByText('2 snapshots could not be captured').waitFor();
    const { page } = await web.open('/favicon.svg');
    await openChanged(page, clean, (review) => ({
      ...firstResults(review, 0),
      status: 'failed',
      error: 'The comparison was given up: its worker ran out of memory.',
    }));
    await page.getByRole('alert').getByText('its worker ran out of memory').waitFor();
    await page.getByRole('button', { name: 'Compare again' }).waitFor();
    const missing = await web.open('/acme/web/diffs/dif_missing');
    await missing.page.getByText('DIFF_NOT_FOUND').waitFor();
  });

  it.each([0, 2])('say to run it again when the run was never completed, with %i results', async (count) => {
    const { page } = await web.open('/favicon.svg');
    await openChanged(page, fresh, (review) => ({
      ...firstResults(review, count),
      status: 'failed',
      error: 'The session was never completed, and nothing was uploaded for 24 hours',
      isAbandoned: true,
    }));
    await page.getByRole('alert').getByText('nothing was uploaded for 24 hours').waitFor();
    await page.getByRole('alert').getByText('Run it again').waitFor();
    await page.keyboard.press('a');
    if (count > 0) await page.getByTestId('toast').getByText('The run was never completed.').waitFor();
    await page.keyboard.press('i');
    expect(await page.getByRole('button', { name: 'Compare again' }).count()).toBe(0);
  });
});
