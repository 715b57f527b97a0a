import type { Diff } from '@svc/schema';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isSignedIn } from './service/answerOf.js';
import { idOf, type OpenOptions, openService, type Web, type World, whereIs } from './service/openService.js';
import { as, newTokenOfAda, seedDeviceLogin, seedInvitation, seedPeople } from './service/seedAccess.js';
import { beginRunning, seedFailed, seedReview, seedRunning } from './service/seedReviews.js';
import { expectNoViolations } from './violations.js';

const seeds = {
  people: seedPeople,
  running: seedRunning,
  failed: seedFailed,
  review: seedReview,
  invitation: seedInvitation,
  login: seedDeviceLogin,
};
let web: Web<keyof typeof seeds>;
let review: string;
let failedCapture: string;
beforeAll(async () => {
  web = await openService(seeds);
  ({ review } = web.places);
  const { body } = await web.service.ask<Diff>('GET', `/api/v1/diffs/${idOf(web.places.failed)}`);
  failedCapture = `/acme/web/captures/${body.headCaptureId}`;
});
afterAll(() => web?.close());

/** Begins a capture that stops half-way. */
async function startRunning(options: OpenOptions = {}) {
  let path = '';
  const arrange = async (world: World) => {
    path = `/acme/web/captures/${(await beginRunning(world)).captureId}`;
  };
  const { page } = await web.open('/favicon.svg', { ...options, arrange });
  return { page, path };
}

describe('sign-in', () => {
  const signedOut = { isSignedOut: true };

  it('is asked for first and leads on to the page that was wanted', async () => {
    const { page } = await web.open(`${review}?view=difference`, signedOut);
    await page.getByRole('heading', { name: 'Sign in to svc' }).waitFor();
    const next = new URL(page.url()).searchParams.get('next');
    expect(next).toBe(`${review}?view=difference`);

    const token = await newTokenOfAda(web);
    await page.goto(
      `${new URL(page.url()).origin}/sign-in?next=${encodeURIComponent(next ?? '')}#token=${token}`,
    );
    await page.getByRole('listbox').waitFor();
    await expect.poll(() => whereIs(page)).toContain(`${review}?view=difference`);
  });

  it('goes nowhere but this origin', async () => {
    const { page } = await web.open('/favicon.svg');
    const token = await newTokenOfAda(web);
    const path = `/sign-in?next=${encodeURIComponent('//evil.example/')}#token=${token}`;
    await page.goto(new URL(path, page.url()).href);
    await page.getByRole('heading', { name: 'Projects' }).waitFor();
    await expect.poll(() => whereIs(page)).toBe('/');
  });

  it('says that a used link is used, and how to get another', async () => {
    const { page } = await web.open('/sign-in#token=used', signedOut);
    await page.getByRole('alert').getByText('has been used').waitFor();
    await page.getByText('svc-server sign-in-link', { exact: true }).waitFor();
  });

  it('ends with signing out', async () => {
    const { page } = await web.open('/');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in to svc' }).waitFor();
    expect(await isSignedIn(page)).toBe(false);
  });
});

describe('the way to a review', () => {
  it('leads from projects over the project to the diff', async () => {
    const { page, complaints } = await web.open('/');
    await page.getByRole('link', { name: /acme web/ }).click();
    await page.getByRole('heading', { name: 'Suites' }).waitFor();
    const card = page.getByRole('listitem').filter({ hasText: /^storybook.*57 baselines/ });
    await card.getByText('Needs review').waitFor();
    await card.getByRole('link', { name: 'Last diff' }).click();
    await page.getByRole('listbox').waitFor();
    await expect.poll(() => whereIs(page)).toContain(review);
    expect(complaints).toEqual([]);
  });
});

it('a browser that takes itself for offline shows what a server on the same machine answers', async () => {
  const { page } = await web.open('/');
  const project = page.getByRole('link', { name: /acme web/ });
  await project.waitFor();
  await page.evaluate(() => window.dispatchEvent(new Event('offline')));
  await project.click();
  await page.getByRole('heading', { name: 'Suites' }).waitFor();
});

it('a page that does not exist says so in its heading, and leads on', async () => {
  const { page } = await web.open('/no/such/page/here');
  await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
  await page.getByRole('link', { name: 'your projects' }).click();
  await page.getByRole('heading', { level: 1, name: 'Projects' }).waitFor();
});

describe('a capture', () => {
  it('shows its progress until it is done, then leads to its diff', async () => {
    const { page, path } = await startRunning();
    await page.goto(new URL(path, page.url()).href);
    await page.getByRole('progressbar', { name: 'Capturing' }).waitFor();
    await page.getByText('12 of 30').waitFor();
    web.fleet.release();
    await page.getByRole('link', { name: 'Review: 2 changed' }).waitFor();
    expect(await page.getByRole('progressbar').count()).toBe(0);
  });

  it('is cancelled after a confirmation, and says by whom', async () => {
    const { page, path } = await startRunning();
    await page.goto(new URL(path, page.url()).href);
    await page.getByRole('button', { name: 'Cancel capture' }).click();
    const dialog = page.getByRole('dialog', { name: 'Cancel this capture?' });
    await dialog.getByRole('button', { name: 'Keep capturing' }).click();
    await page.getByRole('progressbar', { name: 'Capturing' }).waitFor();
    await page.getByRole('button', { name: 'Cancel capture' }).click();
    await dialog.getByRole('button', { name: 'Cancel capture' }).click();
    await page.getByText('Cancelled by Ada Lovelace', { exact: true }).waitFor();
    await page.getByRole('status').filter({ hasText: 'The capture is cancelled' }).waitFor();
    expect(await dialog.count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Cancel capture' }).count()).toBe(0);
    await page.getByRole('heading', { name: '18 snapshots could not be captured' }).waitFor();
  });

  it('is cancelled only by those who may', async () => {
    const { page, path } = await startRunning();
    await as('viewer')(web);
    const roles = page.waitForResponse((answer) => answer.url().includes('/organisations'));
    await page.goto(new URL(path, page.url()).href);
    await (await roles).finished();
    await page.getByRole('progressbar', { name: 'Capturing' }).waitFor();
    expect(await page.getByRole('button', { name: 'Cancel capture' }).count()).toBe(0);
    await as('reviewer')(web);
    await page.reload();
    await page.getByRole('button', { name: 'Cancel capture' }).waitFor();
  });

  it('says for each failed snapshot why', async () => {
    const { page } = await web.open(failedCapture);
    await page.getByRole('heading', { name: '2 snapshots could not be captured' }).waitFor();
    expect(await page.getByText(/^The page did not load.*ERR_CONNECTION_REFUSED/).count()).toBe(2);
  });
});

describe('accessibility', () => {
  const paths: Record<string, string | (() => string)> = {
    'sign-in': '/sign-in?problem=refused&provider=github',
    invitation: () => web.places.invitation,
    'no invitation': '/invitation#used',
    'forgotten password': '/forgot-password',
    unsubscribe: '/unsubscribe#token',
    'new password': '/reset-password#token',
    'login of a command line': () => web.places.login,
    'expired login': '/cli-login?code=XXXX-XXXX',
    projects: '/',
    project: '/acme/web',
    'failed capture': () => failedCapture,
    'missing page': '/no/such/page/here',
  };

  it.each(Object.entries(paths))('finds nothing moderate or worse: %s', (_, place) =>
    expectNoViolations(async (look) => {
      const path = typeof place === 'string' ? place : place();
      const { page } = await web.open(path, { ...look, reducedMotion: 'reduce' });
      await page.locator('h1, h2').first().waitFor();
      return page;
    }),
  );

  it('finds nothing moderate or worse: capture', () =>
    expectNoViolations(async (look) => {
      const { page, path } = await startRunning({ ...look, reducedMotion: 'reduce' });
      await page.goto(new URL(path, page.url()).href);
      await page.locator('h1, h2').first().waitFor();
      return page;
    }));
});
