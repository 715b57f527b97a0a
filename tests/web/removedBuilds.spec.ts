import type { Diff } from '@svc/schema';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { removeAllRows } from '../../apps/server/testing/scenarios/removeAllRows.js';
import { capture } from './service/capture.js';
import { idOf, openService, type Seed, type Web } from './service/openService.js';
import { seedDiff, shotAt } from './service/seedReviews.js';
import { expectNoViolations } from './violations.js';

const seedReviewed: Seed = (world) => seedDiff(world, 'reviewed', { unchanged: 4 });

let old: string;
/** Then removes the rows of all seeds. */
const seedUndecided: Seed = async (world) => {
  const path = await seedDiff(world, 'undecided', { changed: 2, unchanged: 3 });
  // The baselines of both stay; nothing needs the image of this capture.
  const branch = { branch: 'feature/old', commit: 'a1b2c3d4e5f60000' };
  old = (await capture(world, 'old', [shotAt(0, 0)], branch)).id;
  await removeAllRows(world.service.resources.database);
  return path;
};

let web: Web<'reviewed' | 'undecided'>;
let removedOn: string;
beforeAll(async () => {
  web = await openService({ reviewed: seedReviewed, undecided: seedUndecided });
  const { body } = await web.service.ask<Diff>('GET', `/api/v1/diffs/${idOf(web.places.undecided)}`);
  removedOn = new Date(String(body.resultsRemovedAt)).toLocaleDateString('en', { dateStyle: 'medium' });
  expect(body.results).toHaveLength(2);
});
afterAll(() => web?.close());

const looksFine = (path: string) => expectNoViolations(async (look) => (await web.open(path, look)).page);

test('a build of which nothing was undecided says that its results were removed, and when', async () => {
  const { page, complaints } = await web.open(web.places.reviewed);
  await page.getByRole('heading', { name: 'The results were removed' }).waitFor();
  const said = page.getByRole('status').filter({ hasText: 'does not keep them forever' });
  await said.waitFor();
  expect(await said.textContent()).toContain(removedOn);
  await page.getByText('The results were removed.', { exact: true }).waitFor();
  expect(await page.getByRole('listbox').getByRole('option').count()).toBe(0);
  expect(await page.getByRole('button', { name: /Approve|Re-diff|Compare again/ }).count()).toBe(0);
  expect(complaints).toEqual([]);
  await looksFine(web.places.reviewed);
});

test('what was undecided is shown, and says why it cannot be decided', async () => {
  const { page, complaints } = await web.open(web.places.undecided);
  await page.getByText(/Other results of this build were removed on/).waitFor();
  await page.getByRole('listbox').getByRole('option').nth(1).waitFor();
  expect(await page.getByRole('listbox').getByRole('option').count()).toBe(2);
  const approve = page.getByRole('button', { name: 'Approve', exact: true }).first();
  expect(await approve.isDisabled()).toBe(true);
  await page.keyboard.press('a');
  await page.getByText(/results of this build were removed. Run it again/).waitFor();
  expect((await web.counts(web.places.undecided)).pending).toBe(2);
  expect(complaints).toEqual([]);
  await looksFine(web.places.undecided);
});

test('a capture of which no snapshot is left says so', async () => {
  const { page, complaints } = await web.open(`/acme/web/captures/${old}`);
  const said = page.getByRole('status').filter({ hasText: 'The snapshots of this capture were removed on' });
  await said.waitFor();
  expect(await said.textContent()).toContain(removedOn);
  expect(await page.getByRole('main').getByRole('img').count()).toBe(0);
  expect(complaints).toEqual([]);
  await looksFine(`/acme/web/captures/${old}`);
});

test('a capture of which some snapshots are left shows them, and says that others were removed', async () => {
  const { body } = await web.service.ask<Diff>('GET', `/api/v1/diffs/${idOf(web.places.undecided)}`);
  const { page, complaints } = await web.open(`/acme/web/captures/${body.headCaptureId}`);
  await page.getByText('Other snapshots of this capture were removed on').waitFor();
  expect(complaints).toEqual([]);
  await looksFine(`/acme/web/captures/${body.headCaptureId}`);
});
