import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { versionOf } from '../clients/tarballs.js';
import { answerOf } from './service/answerOf.js';
import { ask, begin, head } from './service/capture.js';
import { openService, type Web, type World, whereIs } from './service/openService.js';
import { as, seedPeople } from './service/seedAccess.js';
import { shotAt } from './service/seedReviews.js';
import { expectNoViolations } from './violations.js';

let web: Web<'people'>;
beforeAll(async () => {
  web = await openService({ people: seedPeople });
});
afterAll(() => web?.close());

const clipboard = { permissions: ['clipboard-read', 'clipboard-write'] };

/** Begins the first capture of the project; it stops after twelve of thirty until the fleet is told to go on. */
async function arrive(world: World): Promise<string> {
  const shots = Array.from({ length: 30 }, (_, place) => ({ ...shotAt(place, 0), held: place >= 12 }));
  const { id } = await begin(world, 'storybook', shots, head);
  await world.fleet.untilHeld();
  return id;
}

describe('a service without projects', () => {
  const noProjects = async ({ service }: World) => {
    await service.resources.database.deleteFrom('apiKeys').execute();
    await service.resources.database.deleteFrom('projects').execute();
  };

  it('has one made in place, by who may, and leads on to its guide', async () => {
    const { page, complaints } = await web.open('/', { arrange: noProjects });
    await page.getByLabel('Project of acme').fill('web');
    await page.getByRole('button', { name: 'Create the project' }).click();
    await page.getByRole('heading', { name: 'The first images of web' }).waitFor();
    await expect.poll(() => whereIs(page)).toBe('/acme/web');
    const { projects } = await answerOf(page, 'listProjects');
    expect(projects.map(({ slug }) => slug)).toEqual(['acme/web']);
    expect(complaints).toEqual([]);
  });

  it('says how one is made on the server, and notices it', async () => {
    const { page } = await web.open('/', {
      ...clipboard,
      arrange: async (world) => {
        await noProjects(world);
        await as('viewer')(world);
      },
    });
    await page.getByText('svc-server keys create acme/web').waitFor();
    expect(await page.getByRole('button', { name: 'Create the project' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Copy the command' }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('svc-server keys create acme/web');
    await web.service.newKey('acme/web');
    await page.getByRole('heading', { name: 'Projects' }).waitFor({ timeout: 10_000 });
  });
});

describe('an empty project', () => {
  it('is led from a key over commands to the review of what arrives', async () => {
    const { page, complaints } = await web.open('/acme/web', clipboard);
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
    await page.getByRole('button', { name: 'Create a key' }).click();
    await page.getByText('The key is shown only once').waitFor();
    const secret = await copied(0);
    expect(secret).toMatch(/^svc_/);
    expect(await copied(1)).toContain(`export SVC_API_KEY=${secret}`);

    expect(await copied(2)).toBe('npx storybook build\nnpx --no svc stories-a ./storybook-static');
    await page.getByText('Storybook or Ladle').click();
    await page.keyboard.press('ArrowDown');
    expect(await copied(2)).toBe('npx --no svc upload ./screenshots');
    await page.getByText('Web addresses').click();
    expect(await copied(2)).toContain('npx --no svc capture targets.json');

    const captureId = await arrive(web);
    await page.getByRole('progressbar', { name: 'The first images of “storybook” arrive' }).waitFor();
    await page.getByText('12 of 30').waitFor();
    const diff = await ask(web, 'storybook', captureId);
    web.fleet.release();
    await page.getByText('It works. 30 new in “storybook”').waitFor();
    await page.getByRole('link', { name: 'Review' }).click();
    await page.getByRole('listbox').waitFor();
    await expect.poll(() => whereIs(page)).toContain(`/acme/web/diffs/${diff.id}`);
    expect(complaints).toEqual([]);
    await page.goto(`${origin}/acme/web`);
    await page.getByRole('heading', { name: 'Recent captures' }).waitFor();
  });

  it('says who makes a key where the role may not, and can be left', async () => {
    const { page } = await web.open('/acme/web', { arrange: as('reviewer') });
    await page.getByText('Ask a maintainer of acme').waitFor();
    expect(await page.getByRole('button', { name: 'Create a key' }).count()).toBe(0);
    await arrive(web);
    await page.getByRole('button', { name: 'Go to the project' }).click();
    await page.getByRole('heading', { name: 'Recent captures' }).waitFor();
  });

  it('says why a key was not made', async () => {
    const { page } = await web.open('/acme/web');
    const error = { code: 'RATE_LIMITED', message: 'Too many requests' };
    await page.route('**/api/v1/keys', (route) => route.fulfill({ status: 429, json: { error } }));
    await page.getByRole('button', { name: 'Create a key' }).click();
    await page.getByRole('alert').getByText('Too many requests').waitFor();
  });

  it('finds nothing moderate or worse', () =>
    expectNoViolations(async (look) => {
      const { page } = await web.open('/acme/web', { ...look, reducedMotion: 'reduce' });
      await page.getByRole('button', { name: 'Create a key' }).click();
      await page.getByText('The key is shown only once').waitFor();
      return page;
    }));
});
