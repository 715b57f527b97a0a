import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { answerOf, isLetIn, isSignedIn } from './service/answerOf.js';
import { openService, type Web, whereIs } from './service/openService.js';
import {
  ada,
  closedAccounts,
  leave,
  seedDeviceLogin,
  seedInvitation,
  seedLoopbackLogin,
  seedPeople,
} from './service/seedAccess.js';
import { seedAudit, seedCodeHost, seedKeys, seedUsage } from './service/seedProject.js';
import { expectNoViolations, violations } from './violations.js';

const accounts = closedAccounts();
const seeds = {
  people: seedPeople,
  invitation: seedInvitation,
  device: seedDeviceLogin,
  loopback: seedLoopbackLogin,
  keys: seedKeys,
  codeHost: seedCodeHost,
  usage: seedUsage,
  audit: seedAudit,
};
let web: Web<keyof typeof seeds>;
let places: typeof web.places;
beforeAll(async () => {
  web = await openService(seeds, { accounts });
  ({ places } = web);
});
afterAll(() => web?.close());
afterEach(() => void Object.assign(accounts, closedAccounts()));

const signedOut = { isSignedOut: true };
/** The code that a command line shows. */
const codeOf = (path: string) => path.split('=').at(-1) ?? '';

describe('sign-in', () => {
  it('takes a password, says when it is wrong, and continues to the page that was wanted', async () => {
    const { page } = await web.open('/acme/web/settings/keys', signedOut);
    await page.getByLabel('E-mail').fill(ada.email);
    await page.getByLabel('Password').fill('wrong');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('alert').getByText('E-mail address or password is wrong').waitFor();
    expect(new URL(page.url()).pathname).toBe('/sign-in');
    await page.getByLabel('Password').fill(ada.password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'API keys' }).waitFor();
    await expect.poll(() => whereIs(page)).toBe('/acme/web/settings/keys');
  });

  it('offers the providers that there are, with where to go on to', async () => {
    const { page } = await web.open('/sign-in?next=/acme/web', signedOut);
    const github = page.getByRole('link', { name: 'Continue with GitHub' });
    expect(await github.getAttribute('href')).toBe('/api/v1/oauth/github/start?next=%2Facme%2Fweb');
    expect(await page.getByRole('link', { name: /^Continue with/ }).count()).toBe(2);
    expect(await page.getByRole('button', { name: 'Create one' }).count()).toBe(0);
  });

  it.each(['https://evil.example/', '//evil.example', 'javascript:alert(1)'])(
    'hands %s to no provider',
    async (next) => {
      const { page } = await web.open(`/sign-in?next=${encodeURIComponent(next)}`, signedOut);
      const github = page.getByRole('link', { name: 'Continue with GitHub' });
      expect(await github.getAttribute('href')).toBe('/api/v1/oauth/github/start');
    },
  );

  it('offers no provider where there is none, and new accounts where they are open', async () => {
    Object.assign(accounts, { isSignUpOpen: true, providers: [] });
    const { page } = await web.open('/sign-in', signedOut);
    await page.getByRole('button', { name: 'Create one' }).click();
    expect(await page.getByRole('link', { name: /^Continue with/ }).count()).toBe(0);
    await page.getByRole('textbox', { name: 'Name' }).fill('Grace');
    await page.getByLabel('E-mail').fill(ada.email);
    await page.getByLabel('Password').fill('long enough');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('alert').getByText('There is an account').waitFor();
    await page.getByLabel('E-mail').fill('grace@home.example');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('heading', { name: 'Your first project' }).waitFor();
    expect((await answerOf(page, 'getAccount')).name).toBe('Grace');
  });

  it('makes the first account from a one-time link', async () => {
    const { page } = await web.open('/favicon.svg', signedOut);
    // Nobody runs the service yet.
    const token = await web.service.newSignInToken();
    await page.goto(new URL(`/sign-in#token=${token}`, page.url()).href);
    await page.getByRole('heading', { name: 'Welcome to svc' }).waitFor();
    await page.getByRole('textbox', { name: 'Name' }).fill('Ada');
    await page.getByLabel('E-mail').fill('ada@home.example');
    await page.getByLabel('Password').fill('a long password');
    await page.getByRole('button', { name: 'Save and continue' }).click();
    await page.getByRole('heading', { name: 'Projects' }).waitFor();
    expect(await answerOf(page, 'getAccount')).toMatchObject({
      name: 'Ada',
      email: 'ada@home.example',
      hasPassword: true,
    });
    expect(await isLetIn(page, 'ada@home.example', 'a long password')).toBe(true);
  });
});

describe('an invitation', () => {
  it('says who invites to what, and makes an account', async () => {
    const { page } = await web.open(places.invitation, signedOut);
    await page.getByText('Grace Hopper invites you as reviewer').waitFor();
    await page.getByRole('textbox', { name: 'Name' }).fill('Joan');
    await page.getByLabel('E-mail').fill('joan@acme.example');
    await page.getByLabel('Password').fill('long enough');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('heading', { name: 'Projects' }).waitFor();
  });

  it('is accepted with an account that there is, after a wrong password', async () => {
    const { page } = await web.open(places.invitation, { ...signedOut, arrange: leave });
    await page.getByRole('button', { name: 'Sign in to it' }).click();
    await page.getByLabel('E-mail').fill(ada.email);
    await page.getByLabel('Password').fill('wrong');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('is wrong').waitFor();
    await page.getByLabel('Password').fill(ada.password);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Accept as Ada Lovelace' }).click();
    await page.getByRole('heading', { name: 'Projects' }).waitFor();
    expect((await answerOf(page, 'listOrganisations')).organisations).toMatchObject([
      { name: 'acme', role: 'reviewer' },
    ]);
  });

  it.each(['/invitation#used', '/invitation'])('that does not work says so: %s', async (path) => {
    const { page } = await web.open(path);
    await page.getByRole('heading', { name: 'This invitation does not work' }).waitFor();
    await page.getByRole('alert').waitFor();
  });
});

describe('the login of a command line', () => {
  it('is allowed by who sees what it is and what it may do', async () => {
    const { page } = await web.open(places.device);
    for (const text of ['build-server-03', codeOf(places.device), ada.email, 'If somebody sent you this']) {
      await page.getByText(text).waitFor();
    }
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.getByRole('heading', { name: 'The command line is signed in' }).waitFor();
  });

  it('goes back to where the command line waits', async () => {
    const { page } = await web.open(places.loopback);
    const back = page.waitForRequest((request) => request.url().startsWith('http://127.0.0.1:9/callback'));
    await page.getByRole('button', { name: 'Allow' }).click();
    expect((await back).url()).toMatch(/^http:\/\/127\.0\.0\.1:9\/callback\?code=[\w-]{43}&state=[\w-]{43}$/);
  });

  it('is refused, and that is final', async () => {
    const { page } = await web.open(places.device);
    await page.getByRole('button', { name: 'Refuse' }).click();
    await page.getByRole('heading', { name: 'Refused' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'This login has expired' }).waitFor();
  });

  it('takes the code that somebody types', async () => {
    const { page } = await web.open('/cli-login');
    await page.getByLabel('Code').fill(codeOf(places.device).toLowerCase().replace('-', ' '));
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('build-server-03').waitFor();
  });
});

describe('the account', () => {
  it('changes its name and password, which signs out everywhere else', async () => {
    const { page } = await web.open('/');
    await page.getByRole('link', { name: 'Account of Ada Lovelace' }).click();
    await page.getByLabel('Name').fill('Ada King');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('link', { name: 'Account of Ada King' }).waitFor();
    await page.getByLabel('Current password').fill('wrong');
    await page.getByLabel('New password').fill('a new long password');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('is wrong').waitFor();
    await page.getByLabel('Current password').fill(ada.password);
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('You are signed out everywhere else').waitFor();
    await page.getByText('Safari on iPhone').waitFor({ state: 'detached' });
    expect(await isLetIn(page, ada.email, 'a new long password')).toBe(true);
  });

  it('chooses how the pages look, whatever the system says', async () => {
    const { page } = await web.open('/account', { colorScheme: 'light' });
    const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    const light = await background();
    await page.getByRole('combobox', { name: 'Theme' }).selectOption('Dark');
    await expect.poll(background).not.toBe(light);
    const dark = await background();
    await page.reload();
    await expect.poll(background).toBe(dark);
    await page.getByRole('combobox', { name: 'Theme' }).selectOption('Same as the system');
    await expect.poll(background).toBe(light);
  });

  it('signs out another place, and everywhere', async () => {
    const { page } = await web.open('/account');
    await page.getByRole('button', { name: 'Sign out ada-laptop' }).click();
    await page.getByText('ada-laptop').waitFor({ state: 'detached' });
    expect((await answerOf(page, 'listSignIns')).signIns).toHaveLength(2);
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.getByRole('heading', { name: 'Sign in to svc' }).waitFor();
    expect(await isSignedIn(page)).toBe(false);
  });

  it('links and unlinks accounts elsewhere, but keeps the last way in', async () => {
    const { page } = await web.open('/account');
    await page.getByRole('button', { name: 'Link Acme SSO' }).click();
    await page.getByRole('button', { name: 'Unlink Acme SSO' }).waitFor();
    await page.getByRole('button', { name: 'Unlink GitHub' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Unlink' }).click();
    await page.getByRole('button', { name: 'Link GitHub', exact: true }).waitFor();
    const { identities } = await answerOf(page, 'getAccount');
    expect(identities.map(({ provider }) => provider)).toEqual(['oidc']);
    const { database } = web.service.resources;
    await database.updateTable('users').set({ password: null }).where('email', '=', ada.email).execute();
    await page.reload();
    await page.getByText('Set a password before you unlink the last one').waitFor();
    expect(await page.getByRole('button', { name: 'Unlink Acme SSO' }).isDisabled()).toBe(true);
  });
});

describe('accessibility', () => {
  const paths = [
    '/account?problem=linked-elsewhere&provider=github',
    '/organisations/acme',
    '/organisations/acme/members',
    '/organisations/acme/audit',
    '/acme/web/settings',
    '/acme/web/settings/keys',
    '/acme/web/settings/code-host',
    '/acme/web/settings/members',
    '/acme/web/settings/usage',
    '/acme/web/settings/audit',
  ];
  it.each(paths)('finds nothing moderate or worse: %s', (path) =>
    expectNoViolations(async (look) => {
      const { page } = await web.open(path, { ...look, reducedMotion: 'reduce' });
      await page.locator('h2').first().waitFor();
      return page;
    }),
  );

  it('finds nothing moderate or worse in the dialogs and forms', async () => {
    const { page } = await web.open('/acme/web/settings/keys', { reducedMotion: 'reduce' });
    await page.getByRole('button', { name: 'New key' }).click();
    expect(await violations(page)).toEqual([]);
    await page.getByLabel('Name').fill('x');
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByText('Copy the key now').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('link', { name: 'Code host' }).click();
    await page.getByRole('button', { name: 'Change' }).click();
    expect(await violations(page)).toEqual([]);
  });
});
