import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { expect } from 'vitest';
import { findBrowser } from '../../apps/server/src/capture/findBrowser.js';
import { image } from '../../apps/server/testing/image.js';
import { saveLogin } from '../../packages/cli/src/access/storedLogins.js';
import type { SvcClient } from '../../packages/sdk/src/SvcClient.js';
import type { Server } from '../service/startServer.js';
import { violations } from '../web/violations.js';
import { type Book, configureBook, startBook, writeStories } from './addonBook.js';
import { signInCli } from './signInCli.js';

const suite = 'book';
const [base, built, checkedOut] = ['a', 'b', 'c'].map((digit) => digit.repeat(40)) as [
  string,
  string,
  string,
];
const primary = 'Forms/Button/Primary';
const size = { width: 1280, height: 720 };
const red = image([200, 0, 0], size);

/** A branch whose newest build has a change. */
async function seedBuilds(client: SvcClient): Promise<void> {
  const branch = 'main';
  const secondary = { name: 'Forms/Button/Secondary', png: image([192, 192, 192], size) };
  const blue = { name: primary, png: image([0, 0, 200], size) };
  await client.createCapture({
    suite,
    branch,
    commit: base,
    snapshots: [blue, secondary],
    autoBaseline: true,
  });
  const head = { suite, branch, commit: built, snapshots: [{ name: primary, png: red }, secondary] };
  const { id } = await client.createCapture(head);
  await client.waitForDiff((await client.createDiff({ suite, headCaptureId: id })).id);
}

/** What the project's baselines of main are, by name. */
const baselinesOf = async (client: SvcClient) =>
  new Map((await client.listBaselines({ suite, branch: 'main' })).map(({ name, hash }) => [name, hash]));

const executablePath = findBrowser(process.env);
export const addonOptions = { suite, launchOptions: { executablePath, args: ['--no-sandbox'] } };

/** The environment of Storybook's process, of somebody whose home is the book's folder. */
export const envOf = ({ folder }: Book, { url }: Server, env: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => ({
  HOME: folder,
  SVC_API_URL: url,
  SVC_PROJECT: 'acme/web',
  SVC_BRANCH: 'main',
  SVC_COMMIT: checkedOut,
  ...env,
});

export async function openStory(page: Page, url: string, story: string): Promise<void> {
  await page.goto(`${url}/?path=/story/${story}`);
  await page.getByRole('tab', { name: 'Snapshots' }).click();
}

/**
 * What the window and the dev server say to each other in the first two seconds arrives after them, as on a busy machine. The
 * window's own store of statuses waits for one second.
 */
const delayChannel = (page: Page) =>
  page.routeWebSocket(/storybook-server-channel/, (socket) => {
    const server = socket.connectToServer();
    const opened = sleep(2_000);
    socket.onMessage((message) => opened.then(() => server.send(message)));
    server.onMessage((message) => opened.then(() => socket.send(message)));
  });

/** Everything that the window was sent, by any way. */
function watch(page: Page): string[] {
  const seen: string[] = [];
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => seen.push(String(payload))));
  page.on('response', async (response) => {
    seen.push(JSON.stringify(await response.allHeaders().catch(() => ({}))));
    const isText = /json|javascript|html/.test(response.headers()['content-type'] ?? '');
    if (isText) seen.push(await response.text().catch(() => ''));
  });
  return seen;
}

/** A story from the newest build to approvals there and on this machine, in a real Storybook and a real browser. */
export async function playAddon(
  book: Book,
  server: Server,
  client: SvcClient,
  browser: Browser,
): Promise<void> {
  await seedBuilds(client);
  configureBook(book, addonOptions);
  writeStories(book, 'tomato');
  const env = envOf(book, server);
  rmSync(join(book.folder, '.config'), { recursive: true, force: true });
  const storybook = await startBook(book, env);
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    const token = await signInCli(server, page);
    const seen = watch(page);
    await delayChannel(page);

    await openStory(page, storybook.url, 'forms-button--primary');
    const panel = page.getByTestId('svc-panel');
    await panel.getByText(`Storybook has no access to the service at ${server.url}`).waitFor();

    // A login counts without another start.
    await saveLogin(env, { server: server.url, name: 'Ada', token, expiresAt: '2040-01-01T00:00:00.000Z' });
    await panel.getByRole('button', { name: 'Refresh' }).click();
    await panel.getByText('Newest build of main at bbbbbbb: 1 to review.').waitFor();
    await panel.getByText('This build is of bbbbbbb, but ccccccc is checked out.').waitFor();
    const statusOf = (story: string) => {
      const item = page.locator(`[data-item-id="${story}"]`);
      // A button in Storybook 10, and one with another role in Storybook 9.
      return item.getByRole('button', { name: /status/i }).or(item.getByRole('status', { name: /status/i }));
    };
    await expect.poll(() => statusOf('forms-button--primary').count()).toBe(1);

    const build = panel.getByRole('region', { name: 'Newest build' });
    await build.getByText('Changed: 100% of the pixels. Waits for a review').waitFor();
    for (const what of ['Baseline', 'Current', 'Difference']) {
      const picture = build.getByAltText(`${what}: ${primary}`);
      await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(size.width);
    }
    expect(await panel.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);

    const before = await baselinesOf(client);
    await build.getByRole('button', { name: 'Approve for main' }).click();
    await build.getByText(/^Changed: 100% of the pixels\. Approved by /).waitFor();
    await panel.getByText('Newest build of main at bbbbbbb: nothing to review.').waitFor();
    const approved = await baselinesOf(client);
    expect(approved.get(primary)).not.toBe(before.get(primary));

    const local = panel.getByRole('region', { name: 'On this machine' });
    const run = async (text: RegExp) => {
      await panel.getByRole('button', { name: 'Run this story' }).click();
      await panel.getByRole('button', { name: 'Run this story' }).and(page.locator(':enabled')).waitFor();
      await local.getByText(text).waitFor();
    };
    await run(/^Changed: \d+(\.\d+)?% of the pixels\. Waits for a review$/);
    await local.getByRole('button', { name: 'Approve for my local runs' }).click();
    await local.getByText(/Approved by /).waitFor();
    await run(/^Unchanged$/);
    // What counts here is nobody else's baseline.
    expect(await baselinesOf(client)).toEqual(approved);

    writeStories(book, 'royalblue');
    await page.frameLocator('#storybook-preview-iframe').locator('button[style*="royalblue"]').waitFor();
    await run(/^Changed: \d+(\.\d+)?% of the pixels\. Waits for a review$/);

    await openStory(page, storybook.url, 'forms-button--disabled');
    await panel.getByText('The build has no snapshot of this story.').waitFor();
    await panel.getByRole('button', { name: 'Run this story' }).click();
    await local.getByText('The story has no snapshots: it is disabled by its parameters.').waitFor();

    expect(seen.join('\n')).toContain('Changed: 100% of the pixels');
    expect(seen.filter((text) => text.includes(token))).toEqual([]);
    // The rest of the window is Storybook's own.
    expect(await violations(page, undefined, '[data-testid="svc-panel"]')).toEqual([]);
  } catch (error) {
    throw new Error(`${(error as Error).message}\nStorybook:\n${storybook.output().slice(-2_000)}`, {
      cause: error,
    });
  } finally {
    await context.close();
    await storybook.stop();
  }
}
