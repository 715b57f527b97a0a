import type { IgnoreArea } from '@svc/schema';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerOf } from './service/answerOf.js';
import type { Web } from './service/openService.js';
import { openSharedReview } from './service/openSharedReview.js';
import { expectNoViolations } from './violations.js';

let web: Web<'review'>;
let review: string;
let mary: string;
beforeAll(async () => {
  ({ web, review, mary } = await openSharedReview());
});
afterAll(() => web?.close());

const selected = (page: Page) => page.locator('[role=option][aria-selected=true]');
const panel = (page: Page) => page.getByRole('complementary', { name: 'Ignore areas' });
const cards = (page: Page) => panel(page).getByTestId('ignore-area');
const areasOf = async (page: Page): Promise<IgnoreArea[]> =>
  (await answerOf(page, 'listIgnoreAreas', {})).areas;

async function openReview(options: Parameters<Web<'review'>['open']>[1] = {}): Promise<Page> {
  const { page } = await web.open(`${review}?status=changed`, options);
  await selected(page).waitFor();
  return page;
}

describe('an ignore area', () => {
  it('is drawn with the mouse, listed, edited and removed', async () => {
    const page = await openReview();
    await page.keyboard.press('0');
    await page.getByRole('button', { name: 'Ignore', exact: true }).click();
    await panel(page).getByRole('button', { name: 'Draw on the image' }).click();
    const taker = page.getByRole('button', { name: 'Drag a box over what to ignore' });
    await taker.waitFor();
    const at = await taker.boundingBox();
    if (!at) throw new Error('nothing to draw on');
    const [x, y] = [at.x + at.width / 4, at.y + at.height / 4];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + at.width / 4, y + at.height / 4, { steps: 3 });
    await page.mouse.up();
    await page.getByTestId('new-area').waitFor();
    await panel(page).getByRole('button', { name: 'Draw on the image' }).click();
    await page.mouse.click(x, y);
    await panel(page).getByText('This capture did not record the elements of its page.').waitFor();
    await panel(page).getByRole('button', { name: 'Cancel drawing' }).waitFor({ state: 'detached' });
    await panel(page).getByRole('button', { name: 'Draw on the image' }).click();
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + at.width / 4, y + at.height / 4, { steps: 3 });
    await page.mouse.up();
    await page.getByTestId('new-area').waitFor();
    const width = Number(await panel(page).getByLabel('Width').inputValue());
    expect(width).toBeGreaterThan(0);

    await panel(page).getByLabel('Name').fill('Clock');
    await panel(page).getByLabel('Duration').selectOption('For 7 days');
    await panel(page).getByRole('button', { name: 'Add the area' }).click();
    await cards(page).getByText('Clock', { exact: true }).waitFor();
    expect(await areasOf(page)).toMatchObject([
      { label: 'Clock', scope: 'snapshot', box: { width }, author: 'user:Ada Lovelace', isExpired: false },
    ]);

    await page.getByRole('button', { name: 'Edit Clock' }).click();
    await cards(page).getByLabel('Name').fill('Header clock');
    await cards(page).getByLabel('Duration').selectOption('Until it is removed');
    await cards(page).getByRole('button', { name: 'Save' }).click();
    await cards(page).getByText('Header clock', { exact: true }).waitFor();
    expect(await areasOf(page)).toMatchObject([{ label: 'Header clock', expiresAt: null, box: { width } }]);

    await page.getByRole('button', { name: 'Remove Header clock' }).click();
    await cards(page).waitFor({ state: 'detached' });
    expect(await areasOf(page)).toEqual([]);
  });

  it('is made with the keyboard alone, and masks the diff once that is compared again', async () => {
    const page = await openReview();
    await page.keyboard.press('i');
    await panel(page).waitFor();
    const fields = { Left: 0, Top: 0, Width: 4_000, Height: 4_000 };
    for (const [label, pixels] of Object.entries(fields)) {
      await panel(page).getByLabel(label).focus();
      await page.keyboard.type(String(pixels));
    }
    await panel(page).getByLabel('Name').focus();
    await page.keyboard.type('Everything');
    await page.keyboard.press('Enter');
    await cards(page).getByText('Everything', { exact: true }).waitFor();
    const name = (await areasOf(page))[0]?.name;
    const before = (await web.counts(review)).unchanged;
    await panel(page).getByRole('button', { name: 'Compare again' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await web.counts(review)).unchanged, { timeout: 30_000 }).toBe(before + 1);
    await page.goto(
      `${new URL(page.url()).origin}${review}?status=unchanged&q=${encodeURIComponent(name ?? '')}`,
    );
    await selected(page).waitFor();
    await page.getByTestId('ignored').getByText('100.0% of the page ignored: Everything').waitFor();
    await page.getByTestId('ignored').getByText('Changes there go unseen.').waitFor();
    await page.getByTestId('ignored-box').first().getByText('Everything').waitFor({ state: 'attached' });
    await page.keyboard.press('i');
    await panel(page).waitFor();
    await page.keyboard.press('Escape');
    await panel(page).waitFor({ state: 'detached' });
  });

  it('is shown to a viewer, who cannot change it', async () => {
    const ada = await openReview();
    const page = await web.beside(ada, mary);
    await selected(page).waitFor();
    await page.keyboard.press('i');
    await panel(page).getByText('You need the role reviewer to add areas.').waitFor();
    expect(await panel(page).getByRole('button', { name: 'Add the area' }).count()).toBe(0);

    // What Ada adds and removes appears there.
    await ada.keyboard.press('i');
    await panel(ada).getByLabel('Width').fill('4');
    await panel(ada).getByLabel('Height').fill('4');
    await panel(ada).getByLabel('Name').fill('Added by Ada');
    await panel(ada).getByLabel('Applies to').selectOption('Every snapshot of the suite');
    await panel(ada).getByRole('button', { name: 'Add the area' }).click();
    await cards(page).getByText('Added by Ada', { exact: true }).waitFor();
    await panel(ada).getByRole('button', { name: 'Remove Added by Ada' }).click();
    await cards(page).getByText('Added by Ada', { exact: true }).waitFor({ state: 'detached' });
  });

  it('has nothing moderate or worse for axe, at a desk and on a phone', async () => {
    await expectNoViolations(async (look) => {
      const page = await openReview(look);
      await page.keyboard.press('i');
      await panel(page).getByLabel('Width').fill('40');
      await panel(page).getByLabel('Height').fill('30');
      await panel(page).getByLabel('Name').fill('Clock');
      await panel(page).getByRole('button', { name: 'Add the area' }).click();
      await cards(page).waitFor();
      return page;
    });
  });
});

it('a change that is ignored for a while says so, waits for nobody, and is taken back by undo', async () => {
  const page = await openReview();
  const id = /dif_\w+/.exec(page.url())?.[0] ?? '';
  const waiting = await answerOf(page, 'getDiff', { id });
  await page.keyboard.press('Shift+I');
  await selected(page).getByTestId('ignored-until').waitFor();
  expect(await page.getByTestId('ignored-change').innerText()).toMatch(/^ignored until \w+ \d+, 20\d\d$/);
  expect(await answerOf(page, 'getDiff', { id })).toMatchObject({
    ignoredCount: 1,
    counts: waiting.counts,
  });
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByTestId('ignored-change').waitFor({ state: 'detached' });
  expect(await answerOf(page, 'getDiff', { id })).toMatchObject({ ignoredCount: 0 });

  await page.keyboard.press('i');
  await panel(page).getByRole('button', { name: 'Ignore it for 7 days' }).click();
  await panel(page)
    .getByText(/^Ignored until .* by Ada Lovelace\.$/)
    .waitFor();
  await panel(page).getByRole('button', { name: 'Stop ignoring it' }).click();
  await panel(page).getByRole('button', { name: 'Ignore it for 7 days' }).waitFor();
});
