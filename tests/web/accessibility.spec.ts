import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { firstResults, openChanged } from './service/answerReview.js';
import { pathOf } from './service/capture.js';
import { openService, type Web } from './service/openService.js';
import {
  beginRunning,
  seedClean,
  seedEdges,
  seedEmpty,
  seedGroups,
  seedNew,
  seedReview,
  seedRunning,
  seedStale,
} from './service/seedReviews.js';
import { expectNoViolations, violations } from './violations.js';

const seeds = {
  review: seedReview,
  stale: seedStale,
  clean: seedClean,
  groups: seedGroups,
  edges: seedEdges,
  fresh: seedNew,
  empty: seedEmpty,
  running: seedRunning,
};

let web: Web<keyof typeof seeds>;
beforeAll(async () => {
  web = await openService(seeds);
});
afterAll(() => web?.close());

const calm = { reducedMotion: 'reduce' } as const;

describe('accessibility', () => {
  const pages: [what: string, seed: keyof typeof seeds, query: string][] = [
    ['review', 'review', '?view=difference'],
    ['stale review', 'stale', ''],
    ['clean review', 'clean', ''],
    ['review with groups', 'groups', ''],
    ['tree of a review', 'review', '?list=tree&view=onion&overlay=on'],
    ['review of edges', 'edges', '?view=swipe'],
    ['one result of a review', 'review', '?result=Marketing/Chart/Primary&region=1'],
    ['new review', 'fresh', ''],
    ['empty review', 'empty', ''],
  ];

  it.each(pages)('finds nothing moderate or worse: %s', (_, seed, query) =>
    expectNoViolations(async (look) => {
      const { page } = await web.open(web.places[seed] + query, { ...look, ...calm });
      await page.locator('h1, h2').first().waitFor();
      return page;
    }),
  );

  it('finds nothing moderate or worse: running review', () =>
    expectNoViolations(async (look) => {
      let path = '';
      const { page } = await web.open('/favicon.svg', {
        ...look,
        ...calm,
        arrange: async (world) => {
          path = pathOf((await beginRunning(world)).diffId);
        },
      });
      await page.goto(new URL(path, page.url()).href);
      await page.getByRole('progressbar', { name: 'Capturing' }).waitFor();
      return page;
    }));

  it('finds nothing moderate or worse: failed review', () =>
    expectNoViolations(async (look) => {
      const { page } = await web.open('/favicon.svg', { ...look, ...calm });
      await openChanged(page, web.places.clean, (review) => ({
        ...firstResults(review, 0),
        status: 'failed',
        error: 'The comparison was given up: its worker ran out of memory.',
      }));
      await page.getByRole('heading', { name: 'The comparison failed' }).waitFor();
      return page;
    }));

  it('finds nothing moderate or worse in the dialogs and with a toast', async () => {
    const { page } = await web.open(web.places.review, calm);
    await page.getByRole('listbox').waitFor();
    await page.keyboard.press('a');
    await page.getByTestId('toast').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Shift+A');
    await page.getByRole('dialog', { name: 'Approve all 19' }).waitFor();
    expect(await violations(page)).toEqual([]);
  });
});
