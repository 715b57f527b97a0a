import { afterAll, beforeAll, expect, it } from 'vitest';
import { baseline, capture, compare, head, type Shot } from './service/capture.js';
import { openService, type Seed, type Web } from './service/openService.js';

// Four cards with another cover: three that the cover's color explains completely, and one whose text changed as well.

const cover = { x: 60, y: 40, width: 520, height: 150 };
const colors = { before: 'rgb(222, 153, 139)', after: 'rgb(139, 153, 222)' };

const card = (name: string, when: 'before' | 'after', version = 0): Shot => ({
  name: `Card/${name}`,
  drawing: `card-${when === 'before' ? 10 : 230}-${version}`,
  elements: {
    Page: { color: 'rgb(255, 255, 255)' },
    Cover: { color: colors[when], box: cover },
  },
});

const names = ['One', 'Two', 'Three'];
const seed: Seed = async (world) => {
  const before = [...names, 'Zero'].map((name) => card(name, 'before'));
  await capture(world, 'why', before, baseline);
  const after = [...names.map((name) => card(name, 'after')), card('Zero', 'after', 1)];
  return compare(world, 'why', (await capture(world, 'why', after, head)).id);
};

let web: Web<'why'>;
beforeAll(async () => {
  web = await openService({ why: seed });
});
afterAll(() => web?.close());

const open = async (name: string) => {
  const visit = await web.open(`${web.places.why}?result=${encodeURIComponent(`Card/${name}`)}`);
  return { ...visit, why: visit.page.getByTestId('why') };
};

it('says what changed on the page, with its colors, and marks the element in both images', async () => {
  const { page, why, complaints } = await open('One');
  await expect.poll(() => why.getByRole('listitem').allInnerTexts()).toHaveLength(1);
  const sentence = why.getByRole('button', { name: 'background-color' });
  expect(await sentence.innerText()).toBe('background-color #de998b → #8b99de on div.Cover');
  const swatches = sentence.locator('.swatch');
  expect(
    await swatches.evaluateAll((all) => all.map((one) => getComputedStyle(one, '::before').backgroundColor)),
  ).toEqual([colors.before, colors.after]);

  const marked = page.getByTestId('marked');
  expect(await marked.count()).toBe(0);
  await sentence.hover();
  await expect.poll(() => marked.count()).toBe(2);
  for (const style of await marked.evaluateAll((all) => all.map((one) => one.getAttribute('style')))) {
    expect(style).toBe('left: 60px; top: 40px; width: 520px; height: 150px;');
  }
  await page.mouse.move(5, 5);
  await expect.poll(() => marked.count()).toBe(0);
  // The keyboard marks as well.
  await sentence.focus();
  await expect.poll(() => marked.count()).toBe(2);
  expect(complaints).toEqual([]);
});

it('selects everything that one cause explains completely, to be decided together', async () => {
  const { page, why, complaints } = await open('Two');
  await why.getByRole('button', { name: 'Select all 3 that this explains' }).click();
  await page.getByTestId('selection').getByText('3 selected').waitFor();
  await page.keyboard.press('Shift+A');
  await expect.poll(() => web.counts(web.places.why)).toMatchObject({ approved: 3, pending: 1 });
  expect(complaints).toEqual([]);
});

it('says that a cause does not explain everything', async () => {
  const { why, complaints } = await open('Zero');
  await why.getByRole('button', { name: 'Not everything is explained' }).click();
  await why.getByText(/of \d+ regions are not explained: /).waitFor();
  expect(await why.getByRole('button', { name: /^Select all/ }).count()).toBe(0);
  await why.getByRole('button', { name: 'Less' }).click();
  await expect.poll(() => why.getByRole('listitem').count()).toBe(1);
  expect(complaints).toEqual([]);
});
