import { createHash } from 'node:crypto';
import type { Capture, Diff } from '@svc/schema';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { image } from '../../apps/server/testing/image.js';
import { baseline, compare, head } from './service/capture.js';
import { idOf, openService, post, type Seed, type Web } from './service/openService.js';

// A pull request with seven edits: 72 of 603 snapshots changed, in three browsers and three viewports. The first edit
// shows in two stories with the same pixels, each of the others in one.

const variants = ['chromium', 'firefox', 'webkit'].flatMap((browser) =>
  ['390x844', '768x1024', '1280x720'].map((viewport) => ({ browser, viewport })),
);
const edits = [
  ['Button/Primary', 'Button/In a form'],
  ...[1, 2, 3, 4, 5, 6].map((edit) => [`Card ${edit}/Basic`]),
];
const unchangedStories = 59;

const seed: Seed = async (world) => {
  const { service } = world;
  const upload = async (captureId: string, names: readonly string[], shade: (variant: number) => number) => {
    for (const name of names) {
      await Promise.all(
        variants.map(async (variant, at) => {
          const query = new URLSearchParams({ captureId, name, ...variant });
          const { status } = await service.upload(
            `/api/v1/snapshots?${query}`,
            image(shade(at)),
            'image/png',
          );
          expect(status).toBe(200);
        }),
      );
    }
  };
  const hash = createHash('sha256').update(image(250)).digest('hex');
  const repeat = async (captureId: string, name: string) => {
    for (const { browser, viewport } of variants) {
      const [width, height] = viewport.split('x').map(Number);
      await post(world, '/api/v1/snapshots', { captureId, name, browser, viewport: { width, height }, hash });
    }
  };
  const take = async (origin: object, version: 0 | 1) => {
    const { id } = await post<Capture>(world, '/api/v1/captures', { suite: 'journey', ...origin });
    for (const [edit, stories] of edits.entries()) {
      await upload(id, stories, (at) => version * 128 + edit * variants.length + at);
    }
    await upload(id, ['Same 0'], () => 250);
    for (let story = 1; story < unchangedStories; story++) await repeat(id, `Same ${story}`);
    await post<Capture>(world, `/api/v1/captures/${id}/complete`, {});
    return id;
  };
  await take(baseline, 0);
  return compare(world, 'journey', await take(head, 1));
};

let web: Web<'journey'>;
beforeAll(async () => {
  web = await openService({ journey: seed });
});
afterAll(() => web?.close());

/** Slots whose picture is in the window now, beside the result or in a sheet. */
const inSight = (page: Page) =>
  page.evaluate(() => {
    const isVisible = (element: Element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      if (width === 0 || height === 0) return false;
      const hit = document.elementFromPoint(left + width / 2, top + height / 2);
      return hit !== null && (element.contains(hit) || hit.contains(element));
    };
    const pictures = [...document.querySelectorAll<HTMLElement>('[data-slot]')];
    return pictures.filter(isVisible).map(({ dataset }) => dataset.slot ?? '');
  });

const slotsDecided = async () => {
  const { body } = await web.service.ask<Diff>('GET', `/api/v1/diffs/${idOf(web.places.journey)}`);
  return body.results
    .filter(({ status, approvalStatus }) => status === 'changed' && approvalStatus === 'approved')
    .map(({ name, viewport, browser }) => `${name}@${viewport?.width}x${viewport?.height}@${browser}`);
};

/** Decides everything, card by card, and counts key presses or clicks and the pictures that were in sight. */
async function finish(page: Page, decide: () => Promise<void>, confirm: () => Promise<void>) {
  const seen = new Set<string>();
  const look = async () => {
    for (const slot of await inSight(page)) seen.add(slot);
  };
  let efforts = 0;
  for (let left = 72; left > 0; left = (await web.counts(web.places.journey)).pending) {
    await expect.poll(async () => (await inSight(page)).length).toBeGreaterThan(8);
    await look();
    await decide();
    efforts += 1;
    const sheet = page.getByTestId('sheet');
    if (await sheet.isVisible()) {
      await look();
      await confirm();
      efforts += 1;
    }
    await expect.poll(async () => (await web.counts(web.places.journey)).pending).toBeLessThan(left);
  }
  return { efforts, seen };
}

describe('72 changed of 603 snapshots', () => {
  it('are seven rows, decided by the keyboard alone, each picture in sight before', async () => {
    const { page, complaints } = await web.open(web.places.journey);
    await page.getByRole('listbox').getByRole('option').first().waitFor();
    expect(await web.counts(web.places.journey)).toMatchObject({ changed: 72, unchanged: 531, pending: 72 });
    expect(await page.getByRole('listbox').getByRole('option').count()).toBe(7);
    const { efforts, seen } = await finish(
      page,
      () => page.keyboard.press('Shift+A'),
      () => page.keyboard.press('Enter'),
    );
    expect(efforts).toBeLessThanOrEqual(40);
    const decided = await slotsDecided();
    expect(decided.length).toBe(72);
    expect(decided.filter((slot) => !seen.has(slot))).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('are decided with the mouse alone', async () => {
    const { page } = await web.open(web.places.journey);
    await page.getByRole('listbox').getByRole('option').first().waitFor();
    await expect.poll(async () => (await web.counts(web.places.journey)).pending).toBe(72);
    const approve = page.getByRole('button', { name: /^Approve \d/ });
    const { efforts, seen } = await finish(
      page,
      () =>
        page
          .getByTestId('set')
          .last()
          .getByRole('button', { name: /^Approve/ })
          .click(),
      () => page.getByRole('dialog').and(page.locator('[open]')).locator(approve).click(),
    );
    expect(efforts).toBeLessThanOrEqual(40);
    expect((await slotsDecided()).filter((slot) => !seen.has(slot))).toEqual([]);
  });
});

describe('a selection', () => {
  const bar = (page: Page) => page.getByTestId('selection');
  const row = (page: Page, index: number) => page.getByRole('listbox').getByRole('option').nth(index);

  it('grows with Shift and the arrows, and with Shift or Ctrl and the mouse', async () => {
    const { page } = await web.open(web.places.journey);
    await row(page, 0).waitFor();
    await page.keyboard.press('Shift+ArrowDown');
    await bar(page).getByText('27 selected').waitFor();
    await page.keyboard.press('Shift+ArrowDown');
    await bar(page).getByText('36 selected').waitFor();
    await row(page, 5).click({ modifiers: ['Control'] });
    await bar(page).getByText('45 selected').waitFor();
    await row(page, 5).click({ modifiers: ['Control'] });
    await bar(page).getByText('36 selected').waitFor();
    await page.keyboard.press('Escape');
    await row(page, 1).click();
    await row(page, 3).click({ modifiers: ['Shift'] });
    await bar(page).getByText('27 selected').waitFor();
    await page.keyboard.press('Shift+A');
    await expect.poll(async () => (await web.counts(web.places.journey)).approved).toBe(27);
    await page.keyboard.press('u');
    await expect.poll(async () => (await web.counts(web.places.journey)).approved).toBe(0);
  });
});

describe('the list', () => {
  it('finds viewports, browsers and decisions, and is sorted as the address says', async () => {
    const { page } = await web.open(web.places.journey);
    const rows = page.getByRole('listbox').getByRole('option');
    await rows.first().waitFor();
    await page.getByRole('searchbox').fill('firefox 390x844');
    await expect.poll(() => rows.count()).toBe(7);
    await expect.poll(() => page.getByTestId('group').count()).toBe(1);
    await page.getByLabel('Viewport').selectOption('768 × 1024');
    await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe('firefox 768x1024');
    await page.getByLabel('Browser').selectOption('All browsers');
    await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('768x1024');
    await expect.poll(() => rows.count()).toBe(7);
    await page.getByRole('searchbox').fill('rejected');
    await expect.poll(() => rows.count()).toBe(0);
    await page.getByRole('searchbox').fill('');
    await page.getByRole('combobox', { name: 'Sort the list by' }).selectOption('name');
    await expect.poll(() => new URL(page.url()).searchParams.get('sort')).toBe('name');
    await expect.poll(() => rows.first().getAttribute('title')).toBe('Button/In a form');
    await page.reload();
    await expect.poll(() => rows.first().getAttribute('title')).toBe('Button/In a form');
    expect(
      await page.getByRole('combobox', { name: 'Sort the list by' }).locator('option').allInnerTexts(),
    ).toEqual(expect.arrayContaining(['By component', 'By viewport', 'By browser']));
  });
});
