import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startFakeServer } from '../../apps/server/testing/codeHosts/startFakeServer.js';
import { openService, type Web } from './service/openService.js';
import { addPerson, as } from './service/seedAccess.js';
import { seedReview } from './service/seedReviews.js';

let web: Web<'review'>;
let review: string;
let grace: string;
beforeAll(async () => {
  web = await openService({
    review: async (world) => {
      grace = await addPerson(world, 'Grace Hopper', 'reviewer');
      await world.service.resources.database.updateTable('projects').set({ requiredApprovals: 2 }).execute();
      return seedReview(world);
    },
  });
  ({ review } = web.places);
});
afterAll(() => web?.close());

const shots = process.env.SHOTS;
async function shoot(page: Page, name: string): Promise<void> {
  if (!shots) return;
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await page.waitForTimeout(300);
    await page.screenshot({ path: `${shots}/${name}-${width}.png` });
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}

const selected = (page: Page) => page.locator('[role=option][aria-selected=true]');

it('a second person is told whose approval is there, and adds theirs to all in one step', async () => {
  const { page: ada, complaints } = await web.open(review);
  await selected(ada).waitFor();
  await ada.getByRole('button', { name: 'Approve all' }).click();
  await ada
    .getByRole('dialog')
    .getByRole('button', { name: /^Approve \d+$/ })
    .click();
  await ada.getByText('Another person has to approve before the check passes.').waitFor();
  await shoot(ada, 'first');
  const hers = await web.beside(ada, grace);
  await hers.getByText(/\d+ snapshots need your approval/).waitFor();
  await shoot(hers, 'second');
  // One by one as well: the key adds an approval, and moves on to the next result.
  await hers.getByRole('button', { name: 'Approve', exact: true }).waitFor();
  await hers.keyboard.press('a');
  await hers.getByText(/19 snapshots need your approval/).waitFor();
  await hers.getByRole('button', { name: 'Approve all' }).click();
  await hers.getByRole('dialog').getByText('already approved by somebody else').waitFor();
  await hers
    .getByRole('dialog')
    .getByRole('button', { name: /^Approve \d+$/ })
    .click();
  await hers.getByText('Everything is reviewed:').waitFor();
  await ada.getByText('Everything is reviewed:').waitFor();
  expect(complaints).toEqual([]);
});

it('a member is asked for a review, sees who asked, and finishes', async () => {
  const { page: ada, complaints } = await web.open(review);
  await ada.getByRole('button', { name: 'Request a review' }).click();
  await ada.getByRole('dialog').getByLabel('Grace Hopper').check();
  await shoot(ada, 'request');
  await ada.getByRole('dialog').getByRole('button', { name: 'Ask' }).click();
  await ada.getByRole('button', { name: /Waiting for Grace Hopper/ }).waitFor();
  const hers = await web.beside(ada, grace);
  await hers.getByText('Ada Lovelace asked you to review this.').waitFor();
  await hers.goto(new URL('/', hers.url()).href);
  await hers.getByTestId('requested').getByText('Requested by Ada Lovelace').waitFor();
  await shoot(hers, 'inbox');
  await hers.goBack();
  await hers.getByRole('button', { name: 'Finish review' }).click();
  await ada.getByRole('button', { name: 'Request a review' }).waitFor();
  expect(complaints).toEqual([]);
});

it('a chat is added, tried and removed, and its address is never shown', async () => {
  const chat = await startFakeServer(() => ({ status: 200 }));
  const { page, complaints } = await web.open('/acme/web/settings/chat', { arrange: as('owner') });
  await page.getByRole('button', { name: 'Add chat' }).click();
  await page.getByLabel('Name').fill('#design');
  await page.getByLabel('Webhook address').fill(`${chat.url}/hush`);
  await shoot(page, 'chat-dialog');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Send a test message to #design' }).click();
  await page.getByText('The test message was posted.').waitFor();
  expect(chat.requests).toHaveLength(1);
  await shoot(page, 'chat');
  chat.fault = () => ({ status: 404 });
  await page.getByRole('button', { name: 'Send a test message to #design' }).click();
  await page.getByText(/^Not posted: .* refused \(404\)/).waitFor();
  expect(await page.content()).not.toContain('hush');
  await page.getByRole('button', { name: 'Remove #design' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByText('Nothing is posted yet.').waitFor();
  await chat.stop();
  expect(complaints).toEqual([]);
});
