import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signInToken } from '../../apps/web/dev/Fixtures.js';
import { openWeb, pathOf, review, type Web } from './openWeb.js';
import { expectNothingSerious } from './violations.js';

let web: Web;
beforeAll(async () => {
  web = await openWeb();
});
afterAll(() => web?.close());

describe('sign-in', () => {
  const signedOut = {
    arrange: (data: { signedIn: boolean }) => {
      data.signedIn = false;
    },
  };

  it('is asked for first and leads on to the page that was wanted', async () => {
    const { page } = await web.open(`${review}?view=difference`, signedOut);
    await page.getByRole('heading', { name: 'Sign in to svc' }).waitFor();
    const next = new URL(page.url()).searchParams.get('next');
    expect(next).toBe(`${review}?view=difference`);

    await page.goto(
      `${new URL(page.url()).origin}/sign-in?token=${signInToken}&next=${encodeURIComponent(next ?? '')}`,
    );
    await page.getByRole('listbox').waitFor();
    await expect.poll(() => pathOf(page)).toMatch(/^\/acme\/web\/diffs\/dif_review\?view=difference/);
  });

  it('goes nowhere but this origin', async () => {
    const { page } = await web.open(
      `/sign-in?token=${signInToken}&next=${encodeURIComponent('//evil.example/')}`,
    );
    await page.getByRole('heading', { name: 'Projects' }).waitFor();
    await expect.poll(() => pathOf(page)).toBe('/');
  });

  it('says that a used link is used, and how to get another', async () => {
    const { page } = await web.open('/sign-in?token=used', signedOut);
    await page.getByRole('alert').getByText('used up').waitFor();
    await page.getByText('svc-server sign-in-link').waitFor();
  });

  it('ends with signing out', async () => {
    const { page, fixtures } = await web.open('/');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in to svc' }).waitFor();
    expect(fixtures.signedIn).toBe(false);
  });
});

describe('the way to a review', () => {
  it('leads from projects over the project to the diff', async () => {
    const { page, complaints } = await web.open('/');
    await page.getByRole('link', { name: /acme web/ }).click();
    await page.getByRole('heading', { name: 'Suites' }).waitFor();
    const card = page.getByRole('listitem').filter({ hasText: /^storybook.*58 baselines/ });
    await card.getByText('Needs review').waitFor();
    await card.getByRole('link', { name: 'Last diff' }).click();
    await page.getByRole('listbox').waitFor();
    await expect.poll(() => pathOf(page)).toContain('/acme/web/diffs/dif_review');
    expect(complaints).toEqual([]);
  });
});

describe('a capture', () => {
  it('shows its progress until it is done, then leads to its diff', async () => {
    const { page, fixtures } = await web.open('/acme/web/captures/cap_running');
    await page.getByRole('progressbar', { name: 'Capturing' }).waitFor();
    await page.getByText('12 of 30').waitFor();
    fixtures.finishCapture('cap_running');
    await page.getByRole('link', { name: 'Review: 2 changed' }).waitFor({ timeout: 5_000 });
    expect(await page.getByRole('progressbar').count()).toBe(0);
  });

  it('says for each failed snapshot why', async () => {
    const { page } = await web.open('/acme/web/captures/cap_none');
    await page.getByRole('heading', { name: '2 snapshots could not be captured' }).waitFor();
    expect(await page.getByText('ERR_CONNECTION_REFUSED').count()).toBe(2);
  });
});

describe('accessibility', () => {
  const paths = {
    'sign-in': '/sign-in?problem=refused&provider=github',
    invitation: '/invitation#inv_first',
    'no invitation': '/invitation#used',
    'login of a command line': '/cli-login?code=MNPQ-RSTV',
    'login that is over': '/cli-login?code=XXXX-XXXX',
    projects: '/',
    project: '/acme/web',
    capture: '/acme/web/captures/cap_running',
    'failed capture': '/acme/web/captures/cap_none',
    'missing page': '/no/such/page/here',
  };

  it.each(Object.entries(paths))('finds nothing serious: %s', (_, path) =>
    expectNothingSerious(async (look) => {
      const { page } = await web.open(path, { ...look, reducedMotion: 'reduce' });
      await page.locator('h1, h2').first().waitFor();
      return page;
    }),
  );
});
