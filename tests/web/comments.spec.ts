import type { Diff, Thread } from '@svc/schema';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerOf } from './service/answerOf.js';
import { idOf, postAsAda, type Web } from './service/openService.js';
import { openSharedReview } from './service/openSharedReview.js';
import { corpus } from './service/plantCorpus.js';
import { seedDiff } from './service/seedReviews.js';
import { expectNoViolations } from './violations.js';

let web: Web<'review'>;
let review: string;
let grace: string;
let mary: string;
beforeAll(async () => {
  ({ web, review, grace, mary } = await openSharedReview());
});
afterAll(() => web?.close());

const selected = (page: Page) => page.locator('[role=option][aria-selected=true]');
const panel = (page: Page) => page.getByRole('complementary', { name: 'Comments' });
const field = (page: Page) => panel(page).getByRole('textbox', { name: 'Comment on this snapshot' });
const cards = (page: Page) => panel(page).getByTestId('thread');
const pins = (page: Page) => page.getByTestId('pin');
const threadsOf = async (page: Page): Promise<Thread[]> =>
  (await answerOf(page, 'listThreads', { id: idOf(new URL(page.url()).pathname) })).threads;

async function openReview(options: Parameters<Web<'review'>['open']>[1] = {}, query = ''): Promise<Page> {
  const { page } = await web.open(review + query, options);
  await selected(page).waitFor();
  return page;
}

/** Writes with the keyboard alone. */
async function write(page: Page, text: string): Promise<void> {
  await page.keyboard.press('m');
  await expect.poll(() => field(page).evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.type(text);
  await page.keyboard.press('Control+Enter');
  await cards(page).getByText(text.slice(0, 20)).waitFor();
}

describe('a comment', () => {
  it('is written, answered, resolved and reopened with the keyboard, and is there for others at once', async () => {
    const ada = await openReview();
    const hers = await web.beside(ada, grace);
    await selected(hers).waitFor();
    await write(ada, 'Is this margin meant?');
    await expect.poll(() => field(ada).inputValue()).toBe('');
    await ada.keyboard.press('Escape');
    await panel(ada).waitFor({ state: 'detached' });

    const mark = selected(hers).getByTestId('threads');
    await mark.waitFor();
    await hers.keyboard.press('m');
    await cards(hers).getByText('Is this margin meant?').waitFor();
    await cards(hers).getByRole('button', { name: 'Reply' }).press('Enter');
    await hers.keyboard.type('Yes');
    await hers.keyboard.press('Control+Enter');
    await cards(hers).getByText('Grace Hopper').waitFor();
    await ada.keyboard.press('m');
    await cards(ada).getByText('Yes', { exact: true }).waitFor();

    await cards(ada).getByRole('button', { name: 'Resolve' }).press('Enter');
    await mark.waitFor({ state: 'detached' });
    await panel(hers).getByText('All comments on this snapshot are resolved.').waitFor();
    await panel(hers).getByRole('button', { name: '1 resolved' }).press('Enter');
    await cards(hers).getByText('Resolved by Ada Lovelace').waitFor();
    await cards(hers).getByRole('button', { name: 'Reopen' }).press('Enter');
    await selected(ada).getByTestId('threads').waitFor();
  });

  it('is not in the way of the next snapshot while the comments stay open', async () => {
    const page = await openReview();
    await page.keyboard.press('m');
    await expect.poll(() => field(page).evaluate((element) => element === document.activeElement)).toBe(true);
    const first = await selected(page).getAttribute('title');
    await page.locator('[role=option]').nth(2).click();
    await expect.poll(() => selected(page).getAttribute('title')).not.toBe(first);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('a');
    await page.getByText('1 of 20 reviewed').waitFor();
    expect(await field(page).inputValue()).toBe('');
  });

  it('is changed and deleted by who wrote it, and nobody else is offered that', async () => {
    const ada = await openReview();
    await write(ada, 'First thoughts');
    const hers = await web.beside(ada, grace);
    await cards(hers).getByText('First thoughts').waitFor();
    expect(await cards(hers).getByRole('button', { name: 'Edit' }).count()).toBe(0);
    expect(await cards(hers).getByRole('button', { name: 'Delete' }).count()).toBe(0);
    await cards(ada).getByRole('button', { name: 'Edit' }).click();
    const edit = cards(ada).getByRole('textbox', { name: 'Edit the comment' });
    await edit.fill('Second thoughts');
    await cards(ada).getByRole('button', { name: 'Save' }).click();
    await cards(hers).getByText('Second thoughts').waitFor();
    await cards(hers).getByText('edited').waitFor();
    await cards(ada).getByRole('button', { name: 'Delete' }).click();
    await cards(hers).waitFor({ state: 'detached' });
    expect(await threadsOf(ada)).toEqual([]);
  });

  it('is kept while it cannot be sent', async () => {
    const page = await openReview();
    await page.route('**/threads', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    );
    await page.keyboard.press('m');
    await field(page).fill('Do not lose me');
    await page.keyboard.press('Control+Enter');
    await panel(page).getByRole('alert').waitFor();
    expect(await field(page).inputValue()).toBe('Do not lose me');
    await page.reload();
    await expect.poll(() => field(page).inputValue()).toBe('Do not lose me');
    await page.keyboard.press('m');
    await page.unroute('**/threads');
    await page.keyboard.press('Control+Enter');
    await cards(page).getByText('Do not lose me').waitFor();
  });

  it('mentions a member, whose name is completed', async () => {
    const page = await openReview();
    await page.keyboard.press('m');
    await field(page).pressSequentially('Ask @gra');
    const offered = panel(page).getByRole('option', { name: 'Grace Hopper' });
    await offered.waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => field(page).inputValue()).toBe('Ask @Grace Hopper ');
    await page.keyboard.type('please');
    await page.keyboard.press('Control+Enter');
    await cards(page).getByText('@Grace Hopper').waitFor();
    const [thread] = await threadsOf(page);
    expect(thread?.comments[0]).toMatchObject({
      text: 'Ask @Grace Hopper please',
      mentions: [{ name: 'Grace Hopper' }],
    });
  });

  it('is text and nothing else, but for addresses, which leave without a trace', async () => {
    const page = await openReview();
    const { name, viewport } = (await seenResult(page)) ?? {};
    for (const text of [...corpus.filter((one) => !one.includes('\u0001')), 'see https://a.example/x.'])
      await postAsAda(web, `/api/v1/diffs/${idOf(review)}/threads`, { name, viewport, text });
    await page.keyboard.press('m');
    await expect.poll(() => cards(page).count()).toBe(corpus.length);
    expect(await page.evaluate(() => 'xss' in window)).toBe(false);
    expect(await panel(page).locator('img, iframe, script, form form, base, style').count()).toBe(0);
    const links = await panel(page)
      .locator('a')
      .evaluateAll((all) => all.map((one) => [(one as HTMLAnchorElement).href, one.getAttribute('rel')]));
    expect(links.at(-1)).toEqual(['https://a.example/x', 'noopener noreferrer nofollow ugc']);
    for (const [href] of links) expect(href).toMatch(/^https:/);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1440);
  });
});

/** The snapshot that the page shows. */
async function seenResult(page: Page) {
  const name = await selected(page).getAttribute('title');
  const { body } = await web.service.ask<Diff>('GET', `/api/v1/diffs/${idOf(review)}`);
  return body.results.find((result) => result.name === name);
}

/** Draws a box over a quarter of the image. */
async function drawBox(page: Page): Promise<void> {
  await panel(page).getByRole('button', { name: 'Pin to a place in the image' }).click();
  const taker = page.getByRole('button', { name: 'Click where the comment belongs' });
  const box = await taker.boundingBox();
  if (!box) throw new Error('the image is not there');
  await page.mouse.move(box.x + box.width / 4, box.y + box.height / 4);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 4 });
  await page.mouse.up();
  await panel(page).getByText('Pinned').waitFor();
}

describe('a pin', () => {
  it('is put where somebody clicks, in pixels of the image, and leads to its thread', async () => {
    const page = await openReview();
    await page.keyboard.press('0');
    await page.keyboard.press('m');
    await panel(page).getByRole('button', { name: 'Pin to a place in the image' }).click();
    const taker = page.getByRole('button', { name: 'Click where the comment belongs' });
    const box = await taker.boundingBox();
    if (!box) throw new Error('the image is not there');
    const result = await seenResult(page);
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 4);
    await panel(page).getByText('Pinned').waitFor();
    await field(page).fill('Here');
    await page.keyboard.press('Control+Enter');
    await cards(page).getByText('Here').waitFor();
    const [thread] = await threadsOf(page);
    expect(thread).toMatchObject({ name: result?.name, imageHash: result?.headHash });
    expect(Math.abs((thread?.pin?.x ?? 0) - (result?.width ?? 0) / 2)).toBeLessThan(9);
    await pins(page).waitFor();
    await panel(page).getByRole('button', { name: 'Close the comments' }).click();
    await panel(page).waitFor({ state: 'detached' });
    await pins(page).click();
    await expect.poll(() => cards(page).getAttribute('data-chosen')).toBe('true');
    await expect.poll(() => new URL(page.url()).searchParams.get('comments')).toBe(thread?.id);
  });

  it('is of the snapshot that it was put on', async () => {
    const page = await openReview();
    // All of the image is in sight.
    await page.keyboard.press('0');
    await page.keyboard.press('m');
    await drawBox(page);
    // Another snapshot has no use for it.
    await page.locator('[role=option]').nth(1).click();
    await panel(page).getByText('Whole snapshot').waitFor();
  });

  it('is a box where somebody drags', async () => {
    const page = await openReview();
    await page.keyboard.press('0');
    await page.keyboard.press('m');
    await drawBox(page);
    await field(page).fill('All of this');
    await page.keyboard.press('Control+Enter');
    await pins(page).waitFor();
    const pin = (await threadsOf(page))[0]?.pin;
    expect(pin?.width).toBeGreaterThan(1);
    expect(pin?.height).toBeGreaterThan(1);
  });

  it('takes the region that was stepped to, so that no mouse is needed', async () => {
    const page = await openReview();
    await page.keyboard.press('j');
    await page.getByTestId('region').first().waitFor();
    await write(page, 'This change');
    const region = (await seenResult(page))?.regions?.[0];
    expect((await threadsOf(page))[0]?.pin).toEqual({
      x: region?.x,
      y: region?.y,
      width: region?.width,
      height: region?.height,
    });
    await pins(page).waitFor();
  });
});

describe('a thread', () => {
  it('follows to the next build of the branch until it is resolved, marked as of an earlier image', async () => {
    const page = await openReview();
    await page.keyboard.press('j');
    await write(page, 'Still wrong');
    const counts = { changed: 14, new: 4, removed: 2, unchanged: 38, skipped: 3 };
    const next = await seedDiff(web, 'storybook', counts);
    const { pathname } = new URL(page.url());
    const url = new URL(page.url().replace(pathname, next));
    url.searchParams.set('comments', 'on');
    await page.goto(url.href);
    await cards(page).getByText('Still wrong').waitFor();
    await cards(page).getByRole('button', { name: 'Resolve' }).click();
    await panel(page).getByText('All comments on this snapshot are resolved.').waitFor();
    const last = await seedDiff(web, 'storybook', counts);
    await page.goto(new URL(`${last}?comments=on`, page.url()).href);
    await panel(page).getByText('No comments on this snapshot yet.').waitFor();
  });

  it('is read by who may only look, who is told why that is all', async () => {
    const ada = await openReview();
    await write(ada, 'For everybody');
    const page = await web.beside(ada, mary);
    await cards(page).getByText('For everybody').waitFor();
    await panel(page).getByText('You need the role reviewer to comment.').waitFor();
    expect(await panel(page).getByRole('textbox').count()).toBe(0);
    expect(
      await cards(page)
        .getByRole('button', { name: /Resolve|Reply|Edit|Delete/ })
        .count(),
    ).toBe(0);
  });

  it('on another snapshot is a click away', async () => {
    const page = await openReview();
    await write(page, 'On the first');
    const first = await selected(page).getAttribute('title');
    await page.keyboard.press('Escape');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('m');
    await panel(page).getByRole('heading', { name: 'Unresolved on other snapshots' }).waitFor();
    await panel(page).getByRole('listitem').getByRole('button').click();
    await expect.poll(() => selected(page).getAttribute('title')).toBe(first);
    await cards(page).getByText('On the first').waitFor();
  });
});

describe('the comments', () => {
  it('are not in the scripts of a review without any', async () => {
    const { page } = await web.open('/favicon.svg');
    const scripts: string[] = [];
    page.on('request', (request) => scripts.push(new URL(request.url()).pathname));
    await page.goto(new URL(review, page.url()).href);
    await selected(page).waitFor();
    await expect.poll(() => scripts.some((path) => path.endsWith('/threads'))).toBe(true);
    expect(scripts.filter((path) => /CommentsPanel|PinLayer/.test(path))).toEqual([]);
    await page.keyboard.press('m');
    await panel(page).waitFor();
    expect(scripts.some((path) => /CommentsPanel/.test(path))).toBe(true);
  });

  it('make no page wider, and axe finds nothing moderate or worse', () =>
    expectNoViolations(async (look) => {
      const { page } = await web.open(`${review}?comments=on&region=1`, { ...look, reducedMotion: 'reduce' });
      await field(page).fill('W'.repeat(400));
      await page.keyboard.press('Control+Enter');
      await cards(page).waitFor();
      await expect.poll(() => field(page).inputValue()).toBe('');
      await field(page).pressSequentially('@');
      await panel(page).getByRole('option').first().waitFor();
      return page;
    }));

  it('leave the images room in a small window', async () => {
    const { page } = await web.open(`${review}?comments=on&region=1`, {
      viewport: { width: 1024, height: 800 },
    });
    await field(page).waitFor();
    const [images, comments] = await Promise.all([
      page.locator('[data-view]').boundingBox(),
      panel(page).boundingBox(),
    ]);
    if (!images || !comments) throw new Error('both are shown');
    expect(images.x + images.width).toBeLessThanOrEqual(comments.x + 1);
    expect(images.height).toBeGreaterThan(250);
  });

  it('fit on a narrow screen', async () => {
    const { page } = await web.open(review, { viewport: { width: 390, height: 844 } });
    await page.locator('[role=option]').first().click();
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    await field(page).fill('W'.repeat(400));
    await page.keyboard.press('Control+Enter');
    await cards(page).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });
});
