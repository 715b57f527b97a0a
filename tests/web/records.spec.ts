import type { Diff } from '@svc/schema';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startFakeReceiver } from '../../apps/server/testing/codeHosts/startFakeReceiver.js';
import { deliver, useReceiver } from './service/deliver.js';
import { idOf, openService, type Web, type World, whereIs } from './service/openService.js';
import {
  addLarge,
  approved,
  hardNames,
  paged,
  postpone,
  seedHardNames,
  seedIcons,
  seedPast,
  seedSessions,
  seedUpload,
} from './service/seedRecords.js';
import { beginRunning, moveBaseline, seedFailed } from './service/seedReviews.js';
import { expectNoViolations } from './violations.js';

const seeds = {
  past: seedPast,
  names: seedHardNames,
  icons: seedIcons,
  uploaded: seedUpload,
  failed: seedFailed,
  sessions: seedSessions,
};
let web: Web<keyof typeof seeds>;
/** The review. */
let past: string;
let headCapture: string;
let failedCapture: string;
beforeAll(async () => {
  web = await openService(seeds);
  ({ past } = web.places);
  const captureOf = async (path: string) => {
    const { body } = await web.service.ask<Diff>('GET', `/api/v1/diffs/${idOf(path)}`);
    return `/acme/web/captures/${body.headCaptureId}`;
  };
  headCapture = await captureOf(past);
  failedCapture = await captureOf(web.places.failed);
});
afterAll(() => web?.close());

const suite = '/acme/web/suites/storybook';
const historyOf = (name: string, of = 'storybook') =>
  `/acme/web/suites/${encodeURIComponent(of)}/snapshots/${encodeURIComponent(name)}`;

describe('a suite', () => {
  it('is reached from the project, and shows the baselines of the default branch', async () => {
    const { page, complaints } = await web.open('/acme/web');
    await page.getByRole('heading', { name: 'storybook' }).first().getByRole('link').click();
    await page.getByText('57 baselines').waitFor();
    await expect.poll(() => whereIs(page)).toBe(suite);
    await page.getByTestId('newest-build').getByText('14 changed, 4 new, 2 removed').waitFor();
    const cards = page.getByRole('region', { name: 'Baselines' }).getByRole('listitem').getByRole('link');
    await expect.poll(() => cards.first().locator('img').count()).toBe(1);
    expect(complaints).toEqual([]);
  });

  it('searches by name, viewport and age, keeps that in the address, and takes it back', async () => {
    const { page } = await web.open(suite);
    await page.getByText('57 baselines').waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('primary forms');
    await page.getByText(/^[1-9] of 57 baselines$/).waitFor();
    await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe('primary forms');
    await page.keyboard.press('Escape');
    await page.getByText('57 baselines', { exact: true }).waitFor();
    await page.getByLabel('Viewport').selectOption({ label: '1280 × 720' });
    await page.getByText('20 of 57 baselines').waitFor();
    await page.getByLabel('Changed').selectOption({ label: 'In the last day' });
    await page.getByText('1 of 57 baselines').waitFor();
    await page.reload();
    await page.getByText('1 of 57 baselines').waitFor();
    await page.getByRole('searchbox').fill('no such name');
    await page.getByText('No baseline matches').waitFor();
  });

  it('shows the baselines of another branch', async () => {
    const { page } = await web.open(suite);
    await page.getByLabel('Branch').selectOption('feature/checkout');
    await page.getByText('4 baselines').waitFor();
    await expect.poll(() => new URL(page.url()).searchParams.get('branch')).toBe('feature/checkout');
  });

  it('keeps 10,000 baselines out of the document but for those in sight, and finds any of them', async () => {
    const { page } = await web.open('/acme/web/suites/icons', { arrange: addLarge });
    await page.getByText('10,000 baselines', { exact: true }).waitFor({ timeout: 30_000 });
    const cards = page.locator('li[aria-setsize="10000"]');
    expect(await cards.count()).toBeLessThan(60);
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await page.locator('li[aria-posinset="10000"]').waitFor();
    expect(await cards.count()).toBeLessThan(60);
    await page.getByRole('searchbox').fill('story 9876');
    await page.getByText('1 of 10,000 baselines').waitFor();
    await page.getByRole('link', { name: /Story 9876/ }).click();
    await page.getByRole('heading', { name: 'Story 9876' }).waitFor();
  });

  it('lists diffs, sessions and captures, older ones on demand', async () => {
    const { page } = await web.open(suite, {
      arrange: async (world) => void (await beginRunning(world, 'storybook')),
    });
    const views = page.getByRole('navigation', { name: 'Of this suite' });
    await views.getByRole('link', { name: 'Diffs' }).click();
    await page.getByRole('heading', { name: 'Diffs' }).waitFor();
    await page.getByRole('link', { name: /14 changed, 4 new, 2 removed/ }).waitFor();
    await page.getByRole('searchbox').fill('no-such-branch');
    await page.getByText('No diff matches “no-such-branch”.').waitFor();
    await page.getByRole('searchbox').fill('CHECKOUT a1b2');
    await page.getByRole('link', { name: /14 changed, 4 new, 2 removed/ }).waitFor();
    await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe('CHECKOUT a1b2');
    await views.getByRole('link', { name: 'Sessions' }).click();
    const rows = page.getByRole('region', { name: 'Sessions' }).getByRole('listitem');
    await expect.poll(() => rows.count()).toBe(20);
    await page.getByRole('button', { name: 'Show older sessions' }).click();
    await expect.poll(() => rows.count()).toBe(32);
    expect(await page.getByRole('button', { name: 'Show older sessions' }).count()).toBe(0);
    await views.getByRole('link', { name: 'Captures' }).click();
    await page.getByRole('link', { name: /12 of 30 snapshots/ }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'Sessions' }).waitFor();
  });

  it('says what is stale, and leads there', async () => {
    const { page } = await web.open(suite, { arrange: moveOn });
    await page.getByText('is stale: baselines have changed since').waitFor();
    await page.getByRole('link', { name: 'Open it to compare again' }).click();
    await page.getByRole('listbox').waitFor();
    await expect.poll(() => whereIs(page)).toContain(past);
  });

  it('without baselines says how there come to be some', async () => {
    const { page } = await web.open('/acme/web/suites/icons');
    await page.getByRole('heading', { name: 'No baselines yet' }).waitFor();
  });

  it('that is none says so, and one that did not load can be asked for again', async () => {
    const { page } = await web.open('/acme/web/suites/no-such-suite');
    await page.getByRole('alert').getByText('Not found', { exact: true }).waitFor();
    const failing = '**/api/v1/suite?*';
    await page.route(failing, (route) =>
      route.fulfill({ status: 403, json: { error: { code: 'FORBIDDEN', message: 'Not for you.' } } }),
    );
    await page.goto(new URL(suite, page.url()).href);
    await page.getByRole('alert').getByText('Not for you.').waitFor();
    await page.unroute(failing);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('57 baselines').waitFor();
  });
});

/** Moves a baseline that the review was compared with. */
const moveOn = (world: World) => moveBaseline(world, 'storybook', paged);

describe('the life of a snapshot', () => {
  it('tells what happened, why, who decided and what came of it', async () => {
    const { page, complaints } = await web.open(`${historyOf(approved.name)}?viewport=1280x720`);
    const newest = page.getByRole('listitem').filter({ hasText: /Changed by \d+(\.\d+)?%/ });
    await newest.getByText('Compared with the baseline of main, its target.').waitFor();
    await newest.getByText('Ada Lovelace approved it').waitFor();
    await newest.getByText('Baseline of feature/checkout, current').waitFor();
    await newest.getByText('This capture was flaky').waitFor();
    expect(await newest.getByRole('img').count()).toBe(2);
    await page.getByText('of 1 (100%)', { exact: true }).waitFor();
    await page.getByRole('heading', { name: 'Set as baseline' }).waitFor();
    expect(await page.getByRole('list', { name: 'Baselines by branch' }).getByRole('listitem').count()).toBe(
      2,
    );
    expect(complaints).toEqual([]);

    await newest.getByRole('link', { name: 'Open the review' }).click();
    await page.getByRole('listbox').waitFor();
    await expect.poll(() => whereIs(page)).toContain(`${past}?result=`);
  });

  it('is reached from the review of a result', async () => {
    const { page } = await web.open(past);
    await page.getByRole('listbox').waitFor();
    await page.getByRole('link', { name: 'History' }).click();
    await expect.poll(() => whereIs(page)).toContain('/acme/web/suites/storybook/snapshots/');
  });

  it('is read in pages', async () => {
    const { page } = await web.open(historyOf(paged.name));
    const events = page.getByRole('region', { name: 'What happened' }).getByRole('heading', { level: 3 });
    await expect.poll(() => events.count()).toBe(20);
    await page.getByRole('button', { name: 'Show older events' }).click();
    await expect.poll(() => events.count()).toBe(32);
    await page.getByText('The same change was approved before').first().waitFor();
    expect(await page.getByRole('link', { name: 'See that review' }).first().getAttribute('href')).toContain(
      past,
    );
  });

  it('switches between the viewports of a name', async () => {
    const { page } = await web.open(historyOf(approved.name));
    await page
      .getByRole('navigation', { name: 'Viewports and browsers' })
      .getByRole('link', { name: '1280 × 720' })
      .click();
    await expect.poll(() => new URL(page.url()).searchParams.get('viewport')).toBe('1280x720');
    await expect.poll(() => page.locator('[aria-current="page"]').allTextContents()).toEqual(['1280 × 720']);
  });

  it.each(hardNames)('bears the name %j', async (name) => {
    const { page, complaints } = await web.open(historyOf(name, 'names'), {
      viewport: { width: 390, height: 844 },
    });
    await page.getByRole('heading', { name: 'What happened' }).waitFor();
    const title = name.split('/').at(-1)?.trim() ?? '';
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(title);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await page.getByRole('link', { name: 'names' }).click();
    await page.getByText(`${hardNames.length} baselines`).waitFor();
    await page.locator(`a[title="${quoted(name)}"]`).click();
    await page.getByRole('heading', { name: 'What happened' }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('of nothing is not found', async () => {
    const { page } = await web.open(historyOf('never seen'));
    await page.getByRole('alert').getByText('Not found', { exact: true }).waitFor();
    await page.getByRole('alert').getByText('you may not have access to it').waitFor();
  });
});

/** For a text within double quotes. */
const quoted = (text: string) => text.replaceAll('\\', '\\\\').replaceAll('"', '\\"');

describe('a session', () => {
  it('shows each suite with its diff, capture and check run', async () => {
    const { page, complaints } = await web.open('/acme/web/sessions/ses_done', { arrange: postpone });
    await page.getByRole('heading', { name: 'Session on feature/checkout' }).waitFor();
    await page.getByText('20 to review').first().waitFor();
    const row = page.getByRole('listitem').filter({ hasText: 'storybook' });
    await row.getByText('14 changed, 4 new, 2 removed').waitFor();
    await row.getByText('tried 3 times, next in 4 min').waitFor();
    await row.getByText('GitHub answered 502').waitFor();
    expect(await page.getByRole('link', { name: 'Check run' }).getAttribute('href')).toBe(
      'https://github.example/acme/web/runs/1',
    );
    await row.getByRole('link', { name: '56 of 56 captured' }).click();
    await page.getByRole('region', { name: 'Snapshots' }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('delivers a check run when asked to', async () => {
    const receiver = await startFakeReceiver();
    try {
      const { page } = await web.open('/acme/web/sessions/ses_done', {
        arrange: async (world) => {
          await postpone(world);
          await useReceiver(world, receiver);
        },
      });
      const row = page.getByRole('listitem').filter({ hasText: 'storybook' });
      const asked = page.waitForResponse((answer) => answer.request().method() === 'POST');
      await row.getByRole('button', { name: 'Deliver now' }).click();
      await asked;
      await deliver(web);
      await row.getByText('shown on the code host').waitFor();
      expect([...receiver.runs.values()].map(({ detailsUrl }) => new URL(detailsUrl).pathname)).toEqual([
        past,
      ]);
      expect(await row.getByText('GitHub answered 502').count()).toBe(0);
    } finally {
      await receiver.stop();
    }
  });

  it('says so when there is no code host', async () => {
    const { page } = await web.open('/acme/web/sessions/ses_done', {
      arrange: async ({ service }) =>
        void (await service.resources.database.deleteFrom('codeHosts').execute()),
    });
    await page.getByText('not connected to a code host').waitFor();
    expect(await page.getByRole('button', { name: 'Deliver now' }).count()).toBe(0);
  });

  it('compares again what is stale', async () => {
    const { page } = await web.open('/acme/web/sessions/ses_done', { arrange: moveOn });
    await page.getByText('Stale').waitFor();
    await page.getByRole('button', { name: 'Compare again' }).click();
    await page.getByText('Stale').waitFor({ state: 'detached' });
    expect(await page.getByRole('button', { name: 'Compare again' }).count()).toBe(0);
  });

  it.each([
    ['ses_open', 'The run is still running.', 'Open'],
    ['ses_expired', 'Nothing was sent for a day', 'Expired'],
    ['ses_red', 'The command ended with 3, so nothing was approved', 'Command ended with 3'],
  ])('%s says where it stands', async (id, words, badge) => {
    const { page } = await web.open(`/acme/web/sessions/${id}`);
    await page.getByText(words).waitFor();
    await page.getByText(badge, { exact: true }).first().waitFor();
  });

  it('promises suites only while the run may send some', async () => {
    const { page } = await web.open('/acme/web/sessions/ses_open');
    await page.getByText('Nothing sent yet').waitFor();
    await page.goto(new URL('/acme/web/sessions/ses_expired', page.url()).href);
    await page.getByText('The run ended without a snapshot.').waitFor();
  });

  it('of nothing is not found', async () => {
    const { page } = await web.open('/acme/web/sessions/ses_none');
    await page.getByRole('alert').getByText('Not found', { exact: true }).waitFor();
  });
});

describe('a capture', () => {
  it('leads to its suite, and from each image to its life', async () => {
    const { page, complaints } = await web.open(headCapture);
    const card = page.getByRole('region', { name: 'Snapshots' }).getByRole('listitem').first();
    expect(await card.getByRole('link', { name: /^Image of/ }).getAttribute('href')).toContain('/images/');
    await card.getByRole('link').last().click();
    await page.getByRole('heading', { name: 'What happened' }).waitFor();
    await page.goBack();
    await page
      .getByRole('navigation', { name: 'Breadcrumb' })
      .getByRole('link', { name: 'storybook' })
      .click();
    await page.getByText('57 baselines').waitFor();
    expect(complaints).toEqual([]);
  });

  it('says where the time went, and how each image was made', async () => {
    const { page, complaints } = await web.open(headCapture);
    await page.getByRole('link', { name: 'Timings' }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get('view')).toBe('timings');
    await page.getByText('of work for 56 images').waitFor();
    const rows = page
      .getByRole('region', { name: 'Timings' })
      .getByRole('listitem')
      .filter({ has: page.getByRole('button') });
    const slowest = rows.first().getByRole('img');
    const parts = await slowest.getAttribute('aria-label');
    expect(parts).toMatch(
      /^Load 900 ms, Delay 50 ms, Settle 120 ms, Steps 12 ms, Screenshot 90 ms, Compare 8 ms, Upload \d+ ms$/,
    );
    const upload = Number(/(\d+) ms$/.exec(parts ?? '')?.[1]);
    const [bar, frame] = await Promise.all([
      slowest.locator('span').first().boundingBox(),
      slowest.boundingBox(),
    ]);
    expect((bar?.width ?? 0) / (frame?.width ?? 1)).toBeCloseTo(900 / (1_180 + upload), 1);
    await rows.first().getByRole('button').focus();
    await page.keyboard.press('Enter');
    await rows.first().getByText('http://drawings.example/').waitFor();
    await rows.first().getByText('growth').waitFor();
    await rows.first().getByText('HeadlessChrome/156').waitFor();
    await page.keyboard.press('Enter');
    await rows.first().getByText('growth').waitFor({ state: 'detached' });
    await page.getByText('flaky: 2 captures differed without a change').first().waitFor();
    expect(complaints).toEqual([]);
  });

  it('of uploaded images has nothing to time', async () => {
    const { page } = await web.open(`${web.places.uploaded}?view=timings`);
    await page.getByRole('heading', { name: 'No timings' }).waitFor();
  });

  it('says what a failed page said on its console', async () => {
    const { page } = await web.open(failedCapture);
    await page.getByText('2 lines on the console').click();
    await page.getByText('TypeError: theme is undefined').waitFor();
  });
});

describe('accessibility', () => {
  const paths = {
    suite,
    'diffs of a suite': `${suite}?view=diffs`,
    'sessions of a suite': `${suite}?view=sessions`,
    'suite without baselines': '/acme/web/suites/icons',
    'suite with hard names': '/acme/web/suites/names',
    session: '/acme/web/sessions/ses_done',
    'open session': '/acme/web/sessions/ses_open',
    timings: () => `${headCapture}?view=timings`,
    'failed capture': () => failedCapture,
    'history with hard names': historyOf(hardNames[1] ?? '', 'names'),
  };
  it.each(Object.entries(paths))('finds nothing moderate or worse: %s', (_, place) =>
    expectNoViolations(async (look) => {
      const path = typeof place === 'string' ? place : place();
      const { page } = await web.open(path, { ...look, reducedMotion: 'reduce' });
      await page.locator('h1, h2').first().waitFor();
      return page;
    }),
  );
});
