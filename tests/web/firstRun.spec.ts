import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Fixtures } from '../../apps/web/dev/Fixtures.js';
import { versionOf } from '../clients/tarballs.js';
import { openWeb, pathOf, type Web } from './openWeb.js';
import { expectNothingSerious } from './violations.js';

let web: Web;
beforeAll(async () => {
  web = await openWeb();
});
afterAll(() => web?.close());

const clipboard = { permissions: ['clipboard-read', 'clipboard-write'] };

/** Takes everything out of the project, to come back as if it were uploaded. */
function empty(fixtures: Fixtures): void {
  const capture = fixtures.captures.get('cap_running');
  const diff = fixtures.diffs.get('dif_running');
  fixtures.captures.clear();
  fixtures.diffs.clear();
  if (capture && diff) waiting = { capture, diff };
}
let waiting: { capture: unknown; diff: unknown };
const arrive = (fixtures: Fixtures, what: 'capture' | 'diff') => {
  if (what === 'capture') fixtures.captures.set('cap_running', waiting.capture as never);
  else fixtures.diffs.set('dif_running', waiting.diff as never);
};

describe('a service without projects', () => {
  const noProjects = (fixtures: Fixtures) => {
    fixtures.projects = [];
    empty(fixtures);
  };

  it('has one made in place, by who may, and leads on to its guide', async () => {
    const { page, fixtures, complaints } = await web.open('/', { arrange: noProjects });
    await page.getByLabel('Project of acme').fill('web');
    await page.getByRole('button', { name: 'Make the project' }).click();
    await page.getByRole('heading', { name: 'The first images of web' }).waitFor();
    await expect.poll(() => pathOf(page)).toBe('/acme/web');
    expect(fixtures.projects.map(({ slug }) => slug)).toEqual(['acme/web']);
    expect(complaints).toEqual([]);
  });

  it('says how one is made on the server, and notices it', async () => {
    const { page, fixtures } = await web.open('/', {
      ...clipboard,
      arrange: (data) => {
        noProjects(data);
        data.access.role = 'viewer';
        data.access.account.isOperator = false;
      },
    });
    await page.getByText('svc-server keys create acme/web').waitFor();
    expect(await page.getByRole('button', { name: 'Make the project' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Copy the command' }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('svc-server keys create acme/web');
    fixtures.projects = [
      {
        slug: 'acme/web',
        defaultBranch: 'main',
        createdAt: '2026-01-01T00:00:00Z',
        lastActivityAt: '2026-01-01T00:00:00Z',
      },
    ];
    await page.getByRole('heading', { name: 'Projects' }).waitFor({ timeout: 10_000 });
  });
});

describe('an empty project', () => {
  it('is led from a key over commands to the review of what arrives', async () => {
    const { page, fixtures, complaints } = await web.open('/acme/web', { ...clipboard, arrange: empty });
    await page.getByText('Waiting for the first upload').waitFor();
    const copied = async (index: number) => {
      await page
        .getByRole('button', { name: /Copy the command|Copied/ })
        .nth(index)
        .click();
      return page.evaluate(() => navigator.clipboard.readText());
    };
    const origin = new URL(page.url()).origin;
    expect(await copied(0)).toContain(
      `npm install --save-dev ${origin}/install/cli-${versionOf('cli')}.tgz\n`,
    );
    expect(await page.getByRole('link', { name: 'With pnpm, yarn or bun' }).getAttribute('href')).toBe(
      '/install',
    );
    expect(await copied(0)).toContain(`export SVC_API_URL=${origin}\nexport SVC_API_KEY=svc_…`);
    await page.getByRole('button', { name: 'Make a key' }).click();
    await page.getByText('It is shown now and never again').waitFor();
    const secret = await copied(0);
    expect(secret).toMatch(/^svc_/);
    expect(await copied(1)).toContain(`export SVC_API_KEY=${secret}`);

    expect(await copied(2)).toBe('npx storybook build\nnpx --no svc stories-a ./storybook-static');
    await page.getByText('Storybook or Ladle').click();
    await page.keyboard.press('ArrowDown');
    expect(await copied(2)).toBe('npx --no svc upload ./screenshots');
    await page.getByText('Web addresses').click();
    expect(await copied(2)).toContain('npx --no svc capture targets.json');

    arrive(fixtures, 'capture');
    await page.getByRole('progressbar', { name: 'The first images of “storybook” arrive' }).waitFor();
    await page.getByText('12 of 30').waitFor();
    arrive(fixtures, 'diff');
    fixtures.finishCapture('cap_running');
    await page.getByText('It works. 2 changed in “storybook”').waitFor();
    await page.getByRole('link', { name: 'Review' }).click();
    await page.getByRole('listbox').waitFor();
    await expect.poll(() => pathOf(page)).toContain('/acme/web/diffs/dif_running');
    expect(complaints).toEqual([]);
    await page.goto(`${origin}/acme/web`);
    await page.getByRole('heading', { name: 'Recent captures' }).waitFor();
  });

  it('says who makes a key where the role may not, and can be left', async () => {
    const { page, fixtures } = await web.open('/acme/web', {
      arrange: (data) => {
        empty(data);
        data.access.role = 'reviewer';
      },
    });
    await page.getByText('Ask a maintainer of acme').waitFor();
    expect(await page.getByRole('button', { name: 'Make a key' }).count()).toBe(0);
    arrive(fixtures, 'capture');
    await page.getByRole('button', { name: 'Go to the project' }).click();
    await page.getByRole('heading', { name: 'Recent captures' }).waitFor();
  });

  it('says why a key was not made', async () => {
    const { page, fixtures } = await web.open('/acme/web', { arrange: empty });
    const refusal = {
      path: /\/keys$/,
      status: 429,
      code: 'RATE_LIMITED',
      message: 'Too many requests',
    } as const;
    fixtures.refusals.push(refusal);
    await page.getByRole('button', { name: 'Make a key' }).click();
    await page.getByRole('alert').getByText('Too many requests').waitFor();
  });

  it('finds nothing serious', () =>
    expectNothingSerious(async (look) => {
      const { page } = await web.open('/acme/web', { ...look, reducedMotion: 'reduce', arrange: empty });
      await page.getByRole('button', { name: 'Make a key' }).click();
      await page.getByText('It is shown now and never again').waitFor();
      return page;
    }));
});
