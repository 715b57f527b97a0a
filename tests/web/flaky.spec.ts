import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { capture, compare } from './service/capture.js';
import { openService, type Seed, type Web, whereIs } from './service/openService.js';
import { expectNoViolations } from './violations.js';

// One snapshot depends on what a server answers, another differs between two captures of a commit, and a third keeps still.

const shots = (version: 0 | 1, other?: string) => [
  { name: 'Forms/Card', drawing: `card-10-${version}` },
  { name: 'Feed/News', drawing: 'button-222-0', ...(other && { other }) },
  { name: 'Steady', drawing: 'form-100-0' },
];
const main = { branch: 'main', commit: '9f8e7d6c5b4a3f2e', autoBaseline: true };
const head = { branch: 'feature/cart', commit: 'a1b2c3d4e5f6a7b8' };

const seed: Seed = async (world) => {
  await capture(world, 'web', shots(0), main);
  await capture(world, 'web', shots(0, 'button-20-0'), head);
  const { id } = await capture(world, 'web', shots(1, 'button-20-0'), head);
  await capture(world, 'emails', [{ name: 'Welcome', drawing: 'card-90-0', unstable: true }], main);
  return compare(world, 'web', id);
};

let web: Web<'review'>;
beforeAll(async () => {
  web = await openService({ review: seed });
});
afterAll(() => web?.close());

const list = '/acme/web/flaky';

describe('the flaky list', () => {
  it('is reached from the project, and has the worst first, each with why and what to do', async () => {
    const { page, complaints } = await web.open('/acme/web');
    await page.getByRole('link', { name: 'Flaky' }).click();
    const cards = page.getByRole('list', { name: 'Flaky snapshots' }).locator('> li');
    await expect.poll(() => cards.count()).toBe(3);
    const titles = await cards.locator('h2').allTextContents();
    expect(titles.map((title) => title.trim())).toEqual(['News', 'Welcome', 'Card']);
    const first = cards.first();
    expect(await first.getByTestId('score').textContent()).toBe('2');
    expect(await first.getByTestId('reason').textContent()).toBe('It depends on what a server answers');
    expect(await first.getByText('2 unstable captures').count()).toBe(1);
    expect(await first.getByRole('link', { name: 'How' }).getAttribute('href')).toMatch(
      /^\/docs\/flaky\/#network$/,
    );
    expect(complaints).toEqual([]);
  });

  it('is filtered by suite, in the address', async () => {
    const { page } = await web.open(list);
    await page.getByLabel('Suite').selectOption('emails');
    const cards = page.getByRole('list', { name: 'Flaky snapshots' }).locator('> li');
    await expect.poll(() => cards.count()).toBe(1);
    expect(whereIs(page)).toBe(`${list}?suite=emails`);
    await page.getByText('The other image was not kept.').waitFor();
  });

  it('shows the two images beside each other, and the one over the other', async () => {
    const { page, complaints } = await web.open(`${list}?suite=web&name=Feed/News`);
    await page.getByRole('button', { name: 'Compare the two images of News' }).click();
    const dialog = page.getByRole('dialog', { name: 'News' });
    const loaded = () =>
      dialog
        .locator('img')
        .evaluateAll((images) =>
          images.map(
            (image) => image instanceof HTMLImageElement && image.complete && image.naturalWidth > 0,
          ),
        );
    await expect.poll(loaded).toEqual([true, true]);
    const [one, other] = await dialog.locator('img').all();
    expect(await one?.getAttribute('src')).not.toBe(await other?.getAttribute('src'));
    await dialog.getByRole('button', { name: 'First image' }).click();
    const mix = dialog.getByRole('slider');
    expect(await other?.evaluate(({ style }) => style.opacity)).toBe('0');
    await mix.press('End');
    expect(await other?.evaluate(({ style }) => style.opacity)).toBe('1');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
  });

  it('is reached from the note of a flaky result, and leads back to its review', async () => {
    const { page, complaints } = await web.open(`${web.places.review}?result=Forms/Card`);
    await page.getByRole('link', { name: 'Why, and what to do' }).click();
    await page.getByText('Show all of the suite').waitFor();
    expect(whereIs(page)).toContain('suite=web&name=Forms');
    await page.getByText('Two captures of one commit differ').waitFor();
    await page.getByRole('link', { name: 'Open the review' }).click();
    await page.getByRole('listbox').getByRole('option').first().waitFor();
    expect(whereIs(page)).toContain(web.places.review);
    expect(complaints).toEqual([]);
  });

  it('has nothing that axe finds moderate or worse', () =>
    expectNoViolations(async (look) => {
      const { page } = await web.open(list, { ...look, reducedMotion: 'reduce' });
      await page.getByTestId('score').first().waitFor();
      return page;
    }));
});

describe('two captures of a suite', () => {
  const compared = '/acme/web/suites/web/compare';
  const state = async () => {
    const { database } = web.service.resources;
    const read = (table: 'baselineEntries' | 'checkRuns' | 'decisions') =>
      database.selectFrom(table).selectAll().orderBy('id').execute();
    return [await read('baselineEntries'), await read('checkRuns'), await read('decisions')];
  };

  it('are chosen on a page of the suite, and compared without an effect on baselines and checks', async () => {
    const { page, complaints } = await web.open('/acme/web/suites/web?view=captures');
    const before = await state();
    await page.getByRole('link', { name: 'Compare two captures' }).click();
    const button = page.getByRole('button', { name: 'Compare' });
    const rows = page.getByRole('list', { name: 'Captures' }).getByRole('listitem');
    await expect.poll(() => rows.count()).toBe(3);
    expect(await button.isDisabled()).toBe(true);
    await rows.nth(1).getByLabel('Before').check();
    await rows.nth(1).getByLabel('After').check();
    await page.getByText('Choose two different captures.').waitFor();
    expect(await button.isDisabled()).toBe(true);
    await rows.nth(0).getByLabel('After').check();
    const chosen = whereIs(page);
    await button.click();
    await page.getByRole('listbox').getByRole('option').first().waitFor();
    const diff = whereIs(page).split('?')[0];
    expect(diff).not.toBe(web.places.review);
    await page.getByText('Not counted in the commit’s check').waitFor();
    await page.getByRole('option', { name: /Card/ }).first().waitFor();
    expect(await state()).toEqual(before);
    // Again, it is the same one.
    await page.goto(new URL(chosen, page.url()).href);
    await page.getByRole('button', { name: 'Compare' }).click();
    await expect.poll(() => whereIs(page).split('?')[0]).toBe(diff);
    // It does not wait for anybody, and is not what the suite was last compared with.
    await page.goto(new URL('/acme/web', page.url()).href);
    const waiting = page.getByTestId('waiting').getByRole('listitem');
    await expect.poll(() => waiting.count()).toBe(1);
    expect(await waiting.getByRole('link').first().getAttribute('href')).toBe(web.places.review);
    expect(await page.getByRole('link', { name: 'Last diff' }).first().getAttribute('href')).toBe(
      web.places.review,
    );
    expect(complaints).toEqual([]);
  });

  it('may be named by a link from the review of one of them', async () => {
    const { page } = await web.open(web.places.review);
    await page.getByRole('link', { name: 'Compare with …' }).click();
    const after = page.getByRole('radio', { name: /^After/, checked: true });
    await after.waitFor();
    await expect.poll(() => new URL(page.url()).searchParams.get('head')).toMatch(/^cap_/);
  });

  it('may be named by a link from the page of one of them', async () => {
    const { page } = await web.open('/acme/web/suites/web?view=captures');
    await page
      .getByRole('list')
      .getByRole('link', { name: /3 snapshots/ })
      .first()
      .click();
    await page.getByRole('link', { name: 'Compare with …' }).click();
    const rows = page.getByRole('list', { name: 'Captures' }).getByRole('listitem');
    await expect.poll(() => rows.nth(0).getByLabel('After').isChecked()).toBe(true);
  });

  it('has nothing that axe finds moderate or worse', () =>
    expectNoViolations(async (look) => {
      const { page } = await web.open(compared, { ...look, reducedMotion: 'reduce' });
      await page
        .getByLabel(/^Before/)
        .first()
        .waitFor();
      return page;
    }));
});
