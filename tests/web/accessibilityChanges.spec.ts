import type { DiffSummary } from '@svc/schema';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { baseline, capture, compare, head, type Shot } from './service/capture.js';
import { openService, type Seed, type Web, whereIs } from './service/openService.js';
import { addPerson } from './service/seedAccess.js';
import { violations } from './violations.js';

// No pixel changes: two cards lose the name of a button, and the button of a third has another name.

const said = { save: 'Save', open: 'Open' };
const shot = (name: string, says: Record<string, string>): Shot => ({ name, drawing: 'card-10-0', says });
const names = ['One', 'Two', 'Three'];

const seedOf =
  (suite: string): Seed =>
  async (world) => {
    await capture(
      world,
      suite,
      names.map((name) => shot(name, said)),
      baseline,
    );
    const after = [
      ...['One', 'Two'].map((name) => shot(name, { ...said, save: '' })),
      shot('Three', { ...said, open: 'Close' }),
    ];
    return compare(world, suite, (await capture(world, suite, after, head)).id);
  };

let web: Web<'recorded' | 'reviewed'>;
/** The cookie of Mary Somerville, a viewer. */
let mary: string;
beforeAll(async () => {
  web = await openService({
    recorded: async (world) => {
      mary = await addPerson(world, 'Mary Somerville', 'viewer');
      const modes = JSON.stringify({ recorded: 'record', reviewed: 'review' });
      await world.service.resources.database
        .updateTable('projects')
        .set({ a11y: 'off', a11yBySuite: modes })
        .execute();
      return seedOf('recorded')(world);
    },
    reviewed: seedOf('reviewed'),
  });
});
afterAll(() => web?.close());

const conclusion = async () => {
  const id = web.places.reviewed.split('/').at(-1);
  const { body } = await web.service.ask<DiffSummary>('GET', `/api/v1/diffs/${id}?fields=summary`);
  return body.conclusion;
};

it('leads from the review to what changed, where equal changes are decided together', async () => {
  const { page, complaints } = await web.open(web.places.reviewed);
  await page.getByText('Needs review').waitFor();
  await page.getByRole('button', { name: 'Show the snapshots with such changes' }).click();
  const list = page.getByRole('listbox');
  await expect.poll(() => list.getByRole('option').count()).toBe(3);
  const filter = page.getByRole('button', { name: 'Accessibility 3' });
  expect(await filter.getAttribute('aria-pressed')).toBe('true');
  await list.getByRole('option', { name: /Two/ }).click();
  await page.getByRole('link', { name: 'Accessibility change to review', exact: true }).waitFor();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('link', { name: '3 accessibility changes to review' }).click();
  await expect.poll(() => whereIs(page)).toBe(`${web.places.reviewed}/accessibility`);
  const cards = page.getByTestId('change');
  await expect.poll(() => cards.count()).toBe(2);
  const lost = cards.filter({ hasText: 'lost its accessible name “Save”' });
  const renamed = cards.filter({ hasText: 'accessible name “Open” → “Close”' });
  expect(await lost.getByRole('link').allInnerTexts()).toEqual(['One', 'Two']);
  expect(await violations(page)).toEqual([]);

  await lost.getByRole('button', { name: 'Approve 2' }).click();
  await lost.getByText('Approved').waitFor();
  await lost.getByText('by Ada Lovelace').waitFor();
  await renamed.getByRole('button', { name: 'Reject' }).click();
  await renamed.getByText('Rejected').waitFor();
  expect(await conclusion()).toBe('failure');

  await renamed.getByRole('button', { name: 'Revoke' }).click();
  await renamed.getByText('Pending').waitFor();
  await renamed.getByRole('button', { name: 'Approve' }).click();
  await renamed.getByText('Approved').waitFor();
  expect(await conclusion()).toBe('success');
  await lost.getByRole('link', { name: 'Two' }).click();
  await expect.poll(() => whereIs(page)).toContain(`${web.places.reviewed}?result=Two`);
  await page.getByText('Passed').waitFor();
  expect(complaints).toEqual([]);
});

it('says when somebody else decided first, and shows what they decided', async () => {
  const { page } = await web.open(`${web.places.reviewed}/accessibility`);
  const card = page.getByTestId('change').filter({ hasText: '“Close”' });
  await card.getByRole('button', { name: 'Approve' }).waitFor();
  const path = `/api/v1${web.places.reviewed.replace('/acme/web', '')}/accessibility`;
  const rejected = await web.service.ask('POST', path, { decision: 'rejected', snapshots: ['Three'] });
  expect(rejected.status).toBe(200);
  await card.getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('alert').waitFor();
  await card.getByText('Rejected').waitFor();
  expect(await conclusion()).toBe('failure');
});

it('shows recorded changes without asking for a decision', async () => {
  const { page, complaints } = await web.open(web.places.recorded);
  await page.getByRole('link', { name: '3 accessibility changes' }).click();
  await page.getByText('These changes are recorded and need no review.').waitFor();
  expect(await page.getByTestId('change').count()).toBe(2);
  expect(await page.getByTestId('change').getByRole('button').count()).toBe(0);
  expect(complaints).toEqual([]);
});

it('lets a viewer decide nothing', async () => {
  const { page } = await web.open(`${web.places.reviewed}/accessibility`);
  const hers = await web.beside(page, mary);
  const approve = hers.getByTestId('change').getByRole('button', { name: /^Approve/ });
  await expect.poll(() => approve.count()).toBe(2);
  for (const button of await approve.all()) expect(await button.isDisabled()).toBe(true);
  expect(await hers.getByRole('button', { name: 'Approve all 3' }).count()).toBe(0);
});
