import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensureSuite } from '../../apps/server/src/store/projects/suites.js';
import { capture, compare } from './service/capture.js';
import { openService, type Seed, type Web, whereIs } from './service/openService.js';
import { projectOf } from './service/seedProject.js';
import { expectNoViolations } from './violations.js';

// Two suites of one pull request and one of another wait; a build that a newer one replaced does not.

const shot = (version: 0 | 1, hue: number) => [{ name: 'Card', drawing: `card-${hue}-${version}` }];
const main = { branch: 'main', commit: '9f8e7d6c5b4a3f2e', autoBaseline: true };

const ci = {
  runUrl: 'https://ci.acme.test/runs/5',
  commitUrl: 'https://git.acme.test/web/commit/aaaaaaa2',
  pullRequest: {
    number: 7,
    title: 'Show what the cart holds',
    author: 'alice',
    url: 'https://git.acme.test/web/pull/7',
  },
};

const seed: Seed = async (world) => {
  const build = async (suite: string, branch: string, commit: string, hue: number, origin = {}) => {
    const { id } = await capture(world, suite, shot(1, hue), { branch, commit, ...origin });
    return compare(world, suite, id);
  };
  for (const suite of ['web', 'emails']) await capture(world, suite, shot(0, 10), main);
  await build('web', 'feature/cart', 'aaaaaaa1', 20);
  await build('web', 'feature/search', 'ccccccc1', 30);
  await build('emails', 'feature/cart', 'aaaaaaa2', 40);
  return build('web', 'feature/cart', 'aaaaaaa2', 50, { ci });
};

let web: Web<'newest'>;
beforeAll(async () => {
  web = await openService({ newest: seed });
});
afterAll(() => web?.close());

it('lists what needs a review, the newest build of each branch alone', async () => {
  const { page, complaints } = await web.open('/acme/web');
  const rows = page.getByTestId('waiting').getByRole('listitem');
  await expect.poll(() => rows.count()).toBe(3);
  const texts = (await rows.allTextContents()).map((text) => text.replace(/\s+/g, ' '));
  expect(
    texts.map((text) => [/web|emails/.exec(text)?.[0], /feature\/(cart|search)/.exec(text)?.[0]]),
  ).toEqual([
    ['web', 'feature/cart'],
    ['emails', 'feature/cart'],
    ['web', 'feature/search'],
  ]);
  expect(texts[0]).toContain('aaaaaaa');
  expect(texts[0]).toContain('#7 Show what the cart holds by alice');
  expect(complaints).toEqual([]);
});

it('shows what waits in all projects on the start page, and how much in each', async () => {
  const { page, complaints } = await web.open('/');
  const rows = page.getByTestId('waiting').getByRole('listitem');
  await expect.poll(() => rows.count()).toBe(3);
  expect(await rows.first().textContent()).toContain('acme/web · web');
  await page.getByRole('link', { name: 'web' }).filter({ hasText: '3 need review' }).waitFor();
  await rows.nth(1).getByRole('link').click();
  await page.getByRole('listbox').getByRole('option').first().waitFor();
  expect(whereIs(page)).toContain('/acme/web/diffs/');
  expect(complaints).toEqual([]);
});

it('filters what needs a review, and keeps that in the address', async () => {
  const { page } = await web.open('/?q=cart');
  const rows = page.getByTestId('waiting').getByRole('listitem');
  await expect.poll(() => rows.count()).toBe(2);
  await page.getByRole('searchbox').fill('#7 alice');
  await expect.poll(() => rows.count()).toBe(1);
  await page.getByLabel('Whose builds').selectOption('My pull requests');
  await page.getByText('Nothing that needs review matches.').waitFor();
  await page.getByRole('searchbox').fill('');
  await page.getByLabel('Whose builds').selectOption('All builds');
  await page.getByLabel('Progress').selectOption('Not begun');
  await expect.poll(() => rows.count()).toBe(3);
  await page.reload();
  await expect.poll(() => page.getByLabel('Progress').inputValue()).toBe('new');
  await expect.poll(() => new URL(page.url()).search).toBe('?progress=new');
});

it('finds a suite among many by typing, and says how many need a review', async () => {
  const names = Array.from({ length: 228 }, (_, index) => `suite-${index}`);
  const { page, complaints } = await web.open('/acme/web', {
    arrange: async ({ service }) => {
      const { database } = service.resources;
      const { id } = await projectOf(web);
      for (const name of names) await ensureSuite(database, id, name);
    },
  });
  await page.getByText('230 suites, 2 need review').waitFor();
  const cards = page.getByRole('region', { name: 'Suites' }).getByRole('listitem');
  await page.getByRole('searchbox', { name: 'Find a suite' }).fill('suite-227');
  await expect.poll(() => cards.count()).toBe(1);
  await page.getByRole('searchbox', { name: 'Find a suite' }).fill('needs review');
  await expect.poll(() => cards.count()).toBe(2);
  await cards.first().getByText('1 to review').waitFor();
  await page.getByRole('searchbox', { name: 'Find a suite' }).fill('none of them');
  await page.getByText('No suite matches “none of them”.').waitFor();
  expect(complaints).toEqual([]);
});

it('leads from the end of a review to the other suite of the branch, then to the next branch', async () => {
  const { page, complaints } = await web.open(web.places.newest);
  await page.getByRole('listbox').getByRole('option').first().waitFor();
  const targets = async (name: string) => page.getByRole('link', { name, exact: true }).getAttribute('href');
  expect(await targets('#7 Show what the cart holds')).toBe(ci.pullRequest.url);
  expect(await targets('CI run')).toBe(ci.runUrl);
  expect(await targets('aaaaaaa')).toBe(ci.commitUrl);
  await page.evaluate(() => {
    new MutationObserver(() => {
      if (document.body.innerText.includes('failed')) console.error('Says that something failed');
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  await page.keyboard.press('a');
  await page.getByRole('link', { name: 'Next: emails (1 pending)' }).waitFor();
  expect(await targets('Back to #7')).toBe(ci.pullRequest.url);
  await page.getByRole('link', { name: 'Next: emails (1 pending)' }).click();
  await expect.poll(() => whereIs(page)).not.toContain(web.places.newest);
  await page.getByText('emails', { exact: true }).first().waitFor();
  await page.getByRole('listbox').getByRole('option').first().waitFor();
  await page.keyboard.press('r');
  await page.getByRole('link', { name: 'Next: web on feature/search (1 pending)' }).click();
  await page.getByText('feature/search').first().waitFor();
  await page.getByRole('listbox').getByRole('option').first().waitFor();
  await page.keyboard.press('a');
  await page.getByRole('link', { name: 'Other builds of web' }).waitFor();
  expect(complaints).toEqual([]);
});

it('leads from a build to the one before it and back, and to all of the branch', async () => {
  const { page, complaints } = await web.open(web.places.newest);
  await page.getByRole('listbox').getByRole('option').first().waitFor();
  expect(await page.getByRole('link', { name: 'Next build' }).count()).toBe(0);
  await page.getByRole('link', { name: 'Previous build' }).click();
  await expect.poll(() => whereIs(page)).not.toContain(web.places.newest);
  await page.getByTitle('aaaaaaa1', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Next build' }).click();
  await expect.poll(() => whereIs(page)).toContain(web.places.newest);
  await page.getByRole('listbox').getByRole('option').first().waitFor();
  await page.keyboard.press('a');
  await page.getByRole('link', { name: /^Next: emails/ }).waitFor();
  await page.getByRole('link', { name: 'All builds' }).click();
  await page.getByRole('heading', { name: 'Builds of feature/cart' }).waitFor();
  expect(whereIs(page)).toBe('/acme/web/suites/web/branches/feature%2Fcart');
  const builds = page.getByRole('list', { name: 'Builds' }).locator('> li');
  await expect.poll(() => builds.count()).toBe(2);
  await builds.first().getByText('1 snapshot approved by Ada Lovelace').waitFor();
  await builds.first().getByText('1 baseline set on feature/cart').waitFor();
  await builds.last().getByRole('link', { name: '1 changed' }).click();
  await page.getByTitle('aaaaaaa1', { exact: true }).waitFor();
  expect(complaints).toEqual([]);
});

it('lists the builds of a branch so that axe finds nothing moderate or worse', () =>
  expectNoViolations(async (look) => {
    const path = '/acme/web/suites/web/branches/feature%2Fcart';
    const { page } = await web.open(path, { ...look, reducedMotion: 'reduce' });
    await page.getByRole('list', { name: 'Builds' }).waitFor();
    return page;
  }));
