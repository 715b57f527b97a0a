import type { Capture } from '@svc/schema';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { image } from '../../apps/server/testing/image.js';
import { compare, head } from './service/capture.js';
import { openService, post, type Seed, type Web } from './service/openService.js';

// One name in several browsers, taken by a test that ran twice in one of them.

const name = 'checkout.spec.ts › pays › receipt';
const browsers = ['chromium', 'firefox', 'webkit'];
let captureId: string;

const seed: Seed = async (world) => {
  const { service } = world;
  const upload = async (id: string, browser: string, red: number) => {
    const query = new URLSearchParams({ captureId: id, name, browser, viewport: '1280x720', testId: 'pays' });
    const { status } = await service.upload(`/api/v1/snapshots?${query}`, image(red), 'image/png');
    expect(status).toBe(200);
  };
  const create = (origin: object) => post<Capture>(world, '/api/v1/captures', { suite: 'e2e', ...origin });
  const complete = (id: string) => post<Capture>(world, `/api/v1/captures/${id}/complete`, {});

  const before = await create({ branch: 'main', commit: 'c0ffee1', autoBaseline: true });
  for (const [index, browser] of browsers.entries()) await upload(before.id, browser, 60 * index);
  await complete(before.id);
  const after = await create(head);
  captureId = after.id;
  for (const [index, browser] of browsers.entries()) await upload(after.id, browser, 60 * index);
  await upload(after.id, 'firefox', 200);
  await complete(after.id);
  return compare(world, 'e2e', after.id);
};

/** The same name in three browsers, new in each. */
const seedVariants: Seed = async (world) => {
  const created = await post<Capture>(world, '/api/v1/captures', { suite: 'variants', ...head });
  for (const [index, browser] of browsers.entries()) {
    const query = new URLSearchParams({ captureId: created.id, name, browser });
    const path = `/api/v1/snapshots?${query}`;
    expect((await world.service.upload(path, image(60 * index), 'image/png')).status).toBe(200);
  }
  await post<Capture>(world, `/api/v1/captures/${created.id}/complete`, {});
  return compare(world, 'variants', created.id);
};

let web: Web<'review' | 'variants'>;
beforeAll(async () => {
  web = await openService({ review: seed, variants: seedVariants });
});
afterAll(() => web.close());

describe('snapshots of one name in three browsers', () => {
  it('are told apart in a review', async () => {
    const { page, complaints } = await web.open(`${web.places.review}?status=changed,unchanged`);
    const options = page.getByRole('listbox').getByRole('option');
    await expect.poll(() => options.count()).toBe(3);
    const texts = await options.allTextContents();
    for (const browser of browsers) {
      expect(texts.filter((text) => text.includes(browser)).length).toBe(1);
    }
    expect(await page.getByRole('heading', { level: 2 }).textContent()).toContain('1280 × 720 · firefox');
    await page.getByRole('link', { name: 'History' }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get('browser')).toBe('firefox');
    expect(complaints).toEqual([]);
  });

  it('are decided one at a time, or all together where all are shown', async () => {
    const { page } = await web.open(`${web.places.variants}?status=new`);
    const set = page.getByRole('region', { name: '3 variants of this snapshot' });
    await expect.poll(() => set.getByRole('listitem').count()).toBe(3);
    await page.keyboard.press('a');
    await expect.poll(async () => (await web.counts(web.places.variants)).approved).toBe(1);
    await set.getByRole('button', { name: 'Approve 2' }).waitFor();
    const third = set.getByRole('listitem').nth(2).getByRole('button');
    await third.click();
    await expect.poll(() => third.getAttribute('aria-current')).toBe('true');
    await page.keyboard.press('v');
    await page.getByTestId('toast').getByText('Approved 2 variants').waitFor();
    await expect.poll(async () => (await web.counts(web.places.variants)).approved).toBe(3);
    await page.keyboard.press('u');
    await expect.poll(async () => (await web.counts(web.places.variants)).approved).toBe(1);
    await page.keyboard.press('Shift+V');
    await expect.poll(async () => (await web.counts(web.places.variants)).rejected).toBe(3);
  });

  it('are reached from each other in the history, and filtered among the baselines', async () => {
    const address = `/acme/web/suites/e2e/snapshots/${encodeURIComponent(name)}`;
    const { page, complaints } = await web.open(`${address}?viewport=1280x720&browser=firefox`);
    const variants = page.getByRole('navigation', { name: 'Viewports and browsers' });
    await expect
      .poll(() => variants.getByRole('link').allTextContents())
      .toEqual(browsers.map((browser) => `1280 × 720 · ${browser}`));
    await variants.getByRole('link', { name: 'webkit' }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get('browser')).toBe('webkit');
    await page.goto(new URL('/acme/web/suites/e2e', page.url()).href);
    await page.getByText('3 baselines').waitFor();
    await page.getByLabel('Browser').selectOption('firefox');
    await page.getByText('1 of 3 baselines').waitFor();
    expect(complaints).toEqual([]);
  });

  it('show the earlier attempts of their test on the page of the capture', async () => {
    const { page, complaints } = await web.open(`/acme/web/captures/${captureId}`);
    await page.getByText('1 snapshot changed between attempts of a test').click();
    const link = page.getByRole('link', { name: 'Image of attempt 1' });
    const shown = await page.request.get(new URL((await link.getAttribute('href')) ?? '', page.url()).href);
    expect((await shown.body()).equals(image(60))).toBe(true);
    expect(complaints).toEqual([]);
  });
});
