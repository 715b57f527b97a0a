import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cliCodes } from '../../apps/web/dev/AccessFixtures.js';
import { type Fixtures, signInToken } from '../../apps/web/dev/Fixtures.js';
import { openWeb, pathOf, type Web } from './openWeb.js';
import { expectNothingSerious, violations } from './violations.js';

let web: Web;
beforeAll(async () => {
  web = await openWeb();
});
afterAll(() => web?.close());

const signedOut = (data: Fixtures) => {
  data.signedIn = false;
};
const as = (role: Fixtures['access']['role']) => (data: Fixtures) => {
  data.access.role = role;
};
const clipboard = { permissions: ['clipboard-read', 'clipboard-write'] };
const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

describe('sign-in', () => {
  it('takes a password, says when it is wrong, and goes on to the page that was wanted', async () => {
    const { page } = await web.open('/acme/web/settings/keys', { arrange: signedOut });
    await page.getByLabel('E-mail').fill('ada@acme.example');
    await page.getByLabel('Password').fill('wrong');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('alert').getByText('E-mail address or password is wrong').waitFor();
    expect(new URL(page.url()).pathname).toBe('/sign-in');
    await page.getByLabel('Password').fill('correct horse');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'API keys' }).waitFor();
    await expect.poll(() => pathOf(page)).toBe('/acme/web/settings/keys');
  });

  it('offers the providers that there are, with where to go on to', async () => {
    const { page } = await web.open('/sign-in?next=/acme/web', { arrange: signedOut });
    const github = page.getByRole('link', { name: 'Continue with GitHub' });
    expect(await github.getAttribute('href')).toBe('/api/v1/oauth/github/start?next=%2Facme%2Fweb');
    expect(await page.getByRole('link', { name: /^Continue with/ }).count()).toBe(2);
    expect(await page.getByRole('button', { name: 'Create one' }).count()).toBe(0);
  });

  it.each(['https://evil.example/', '//evil.example', 'javascript:alert(1)'])(
    'hands %s to no provider',
    async (next) => {
      const { page } = await web.open(`/sign-in?next=${encodeURIComponent(next)}`, { arrange: signedOut });
      const github = page.getByRole('link', { name: 'Continue with GitHub' });
      expect(await github.getAttribute('href')).toBe('/api/v1/oauth/github/start');
    },
  );

  it('offers no provider where there is none, and new accounts where they are open', async () => {
    const { page, fixtures } = await web.open('/sign-in', {
      arrange: (data) => {
        signedOut(data);
        data.access.options = { isSignUpOpen: true, providers: [] };
      },
    });
    await page.getByRole('button', { name: 'Create one' }).click();
    expect(await page.getByRole('link', { name: /^Continue with/ }).count()).toBe(0);
    await page.getByRole('textbox', { name: 'Name' }).fill('Grace');
    await page.getByLabel('E-mail').fill('ada@acme.example');
    await page.getByLabel('Password').fill('long enough');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('alert').getByText('There is an account').waitFor();
    await page.getByLabel('E-mail').fill('grace@acme.example');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('heading', { name: 'Projects' }).waitFor();
    expect(fixtures.access.account.name).toBe('Grace');
  });

  it('makes the first account from a one-time link', async () => {
    const { page, fixtures } = await web.open(`/sign-in?token=${signInToken}`, {
      arrange: (data) => {
        signedOut(data);
        Object.assign(data.access.account, {
          name: 'admin',
          email: null,
          hasPassword: false,
          isOperator: true,
        });
      },
    });
    await page.getByRole('heading', { name: 'Welcome to svc' }).waitFor();
    await page.getByRole('textbox', { name: 'Name' }).fill('Ada');
    await page.getByLabel('E-mail').fill('ada@home.example');
    await page.getByLabel('Password').fill('a long password');
    await page.getByRole('button', { name: 'Save and go on' }).click();
    await page.getByRole('heading', { name: 'Projects' }).waitFor();
    expect(fixtures.access.account).toMatchObject({
      name: 'Ada',
      email: 'ada@home.example',
      hasPassword: true,
    });
    expect(fixtures.access.password).toBe('a long password');
  });
});

describe('an invitation', () => {
  it('says who invites to what, and makes an account', async () => {
    const { page } = await web.open('/invitation#inv_first', { arrange: signedOut });
    await page.getByText('Grace Hopper invites you as reviewer').waitFor();
    await page.getByRole('textbox', { name: 'Name' }).fill('Joan');
    await page.getByLabel('E-mail').fill('joan@acme.example');
    await page.getByLabel('Password').fill('long enough');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('heading', { name: 'Projects' }).waitFor();
  });

  it('is accepted with an account that there is, after a wrong password', async () => {
    const { page, fixtures } = await web.open('/invitation#inv_first', { arrange: signedOut });
    await page.getByRole('button', { name: 'Sign in to it' }).click();
    await page.getByLabel('E-mail').fill('ada@acme.example');
    await page.getByLabel('Password').fill('wrong');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('is wrong').waitFor();
    await page.getByLabel('Password').fill('correct horse');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Accept as Ada Lovelace' }).click();
    await page.getByRole('heading', { name: 'Projects' }).waitFor();
    expect(fixtures.access.role).toBe('reviewer');
  });

  it.each(['/invitation#used', '/invitation'])('that does not work says so: %s', async (path) => {
    const { page } = await web.open(path);
    await page.getByRole('heading', { name: 'This invitation does not work' }).waitFor();
    await page.getByRole('alert').waitFor();
  });
});

describe('the login of a command line', () => {
  it('is allowed by who sees what it is and what it may do', async () => {
    const { page } = await web.open(`/cli-login?code=${cliCodes.device}`);
    for (const text of [
      'build-server-03',
      cliCodes.device,
      'ada@acme.example',
      'If somebody sent you this',
    ]) {
      await page.getByText(text).waitFor();
    }
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.getByRole('heading', { name: 'The command line is signed in' }).waitFor();
  });

  it('goes back to where the command line waits', async () => {
    const { page } = await web.open(`/cli-login?code=${cliCodes.loopback}`);
    const back = page.waitForRequest((request) => request.url().startsWith('http://127.0.0.1:9/callback'));
    await page.getByRole('button', { name: 'Allow' }).click();
    expect((await back).url()).toBe('http://127.0.0.1:9/callback?code=once');
  });

  it('is refused, and that is final', async () => {
    const { page } = await web.open(`/cli-login?code=${cliCodes.device}`);
    await page.getByRole('button', { name: 'Refuse' }).click();
    await page.getByRole('heading', { name: 'Refused' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'This login is over' }).waitFor();
  });

  it('takes the code that somebody types', async () => {
    const { page } = await web.open('/cli-login');
    await page.getByLabel('Code').fill(cliCodes.device.toLowerCase().replace('-', ' '));
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('build-server-03').waitFor();
  });
});

describe('API keys', () => {
  it('are made, copied once, and revoked', async () => {
    const { page, fixtures } = await web.open('/acme/web/settings/keys', clipboard);
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByLabel('Name').fill('nightly');
    await page.getByLabel(/^review/).check();
    await page.getByLabel('Lasts').selectOption('30 days');
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('button', { name: 'Copy the command' }).click();
    expect(await copied(page)).toMatch(/^svc_nEw0x{39}$/);
    await page.getByRole('button', { name: 'Done' }).click();
    const row = page.getByRole('listitem').filter({ hasText: 'nightly' });
    await row.getByText('svc_nEw0…').waitFor();
    await row.getByText('Never used · expires in 30 days').waitFor();
    expect(await page.content()).not.toContain('svc_nEw0x');
    expect(fixtures.access.keys[0]?.scopes).toEqual(['read', 'upload', 'review']);

    await row.getByRole('button', { name: 'Revoke nightly' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await row.getByText('Revoked now').waitFor();
    expect(await row.getByRole('button').count()).toBe(0);
  });
});

describe('members', () => {
  it('get other roles, and the last owner stays one', async () => {
    const { page, fixtures } = await web.open('/acme/web/settings/members');
    await page.getByLabel('Role of Alan Turing').selectOption('Reviewer');
    await expect.poll(() => fixtures.access.members[3]?.role).toBe('reviewer');
    await page.getByLabel('Role of Ada Lovelace').selectOption('Viewer');
    await page.getByRole('alert').getByText('is the last owner').waitFor();
    expect(await page.getByLabel('Role of Ada Lovelace').inputValue()).toBe('owner');
    await page.getByRole('button', { name: 'Remove Alan Turing' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('button', { name: 'Remove Alan Turing' }).waitFor({ state: 'detached' });
    expect(fixtures.access.members).toHaveLength(3);
  });

  it('are invited by a link that is copied once and can be taken back', async () => {
    const { page, fixtures } = await web.open('/organisations/acme/members', clipboard);
    await page.getByRole('button', { name: 'Invite' }).click();
    await page.getByLabel('Role', { exact: true }).selectOption('Maintainer');
    await page.getByRole('button', { name: 'Make the link' }).click();
    await page.getByRole('button', { name: 'Copy the command' }).click();
    expect(await copied(page)).toContain('/invitation#');
    await page.getByRole('button', { name: 'Done' }).click();
    const row = page.getByRole('listitem').filter({ hasText: 'As maintainer' });
    await row.getByRole('button', { name: 'Take back' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Take back' }).click();
    await row.waitFor({ state: 'detached' });
    expect(fixtures.access.invitations).toHaveLength(1);
  });
});

describe('the audit log', () => {
  it('is read page by page, by kind and by who did it', async () => {
    const { page } = await web.open('/acme/web/settings/audit');
    const entries = page.locator('ol > li');
    await page
      .getByText('Ada Lovelace approved 2 snapshots: Forms/Button/Primary, Forms/Card/Dark')
      .waitFor();
    expect(await entries.count()).toBe(30);
    await page.getByRole('button', { name: 'Show earlier' }).click();
    await expect.poll(() => entries.count()).toBeGreaterThan(45);
    await page.getByLabel('Show', { exact: true }).selectOption('API keys');
    await page.getByText('made the API key “GitHub Actions” (read, upload) until it is revoked').waitFor();
    await expect.poll(() => entries.count()).toBe(3);
    await page.getByLabel('Show', { exact: true }).selectOption('Decisions');
    await page.getByRole('button', { name: 'octocat on GitHub' }).click();
    await expect.poll(() => entries.count()).toBe(1);
    await page.getByRole('button', { name: 'Everybody' }).click();
    await expect.poll(() => entries.count()).toBe(30);
  });
});

describe('settings', () => {
  it('are saved when they are changed', async () => {
    const { page, fixtures } = await web.open('/acme/web');
    await page.getByRole('link', { name: 'Settings' }).click();
    const baselines = page.getByRole('region', { name: 'Baselines' });
    const save = baselines.getByRole('button', { name: 'Save' });
    expect(await save.isDisabled()).toBe(true);
    await page.getByLabel('Default branch').fill('trunk');
    await page.getByRole('switch', { name: 'Approval memory' }).click();
    await save.click();
    await expect
      .poll(() => fixtures.access.settings)
      .toMatchObject({ approvalMemory: false, defaultBranch: 'trunk' });
    await expect.poll(() => save.isDisabled()).toBe(true);

    const saveComparison = page
      .getByRole('region', { name: 'Comparison' })
      .getByRole('button', { name: 'Save' });
    await page.getByLabel('Threshold').fill('0.2');
    await page.getByRole('switch', { name: 'Ignore anti-aliasing' }).click();
    await saveComparison.click();
    await expect
      .poll(() => fixtures.access.settings)
      .toEqual({
        approvalMemory: false,
        defaultBranch: 'trunk',
        threshold: 0.2,
        antiAliasing: false,
        retentionDays: null,
      });
    // The browser itself refuses what is no threshold.
    await page.getByLabel('Threshold').fill('2');
    await saveComparison.click();
    expect(
      await page.getByLabel('Threshold').evaluate((input: HTMLInputElement) => input.validity.valid),
    ).toBe(false);
    expect(fixtures.access.settings.threshold).toBe(0.2);

    const saveRetention = page
      .getByRole('region', { name: 'Retention' })
      .getByRole('button', { name: 'Save' });
    await page.getByLabel('Days').fill('90');
    await saveRetention.click();
    await expect.poll(() => fixtures.access.settings.retentionDays).toBe(90);
    await expect.poll(() => saveRetention.isDisabled()).toBe(true);
    await page.getByLabel('Days').fill('');
    await saveRetention.click();
    await expect.poll(() => fixtures.access.settings.retentionDays).toBe(null);
  });

  it('tell what the project keeps and has made', async () => {
    const { page, complaints } = await web.open('/acme/web/settings');
    await page.getByRole('link', { name: 'Usage' }).click();
    await page.getByText('1.7 GB').waitFor();
    await page.getByRole('row', { name: 'November 2026 212 41,870' }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('connect a code host, tell that it fails, and disconnect it', async () => {
    const { page, fixtures } = await web.open('/acme/web/settings/code-host');
    await page.getByText('the app is not installed in acme/web').waitFor();
    await page.getByRole('button', { name: 'Change' }).click();
    await page.getByLabel('Host', { exact: true }).selectOption('GitLab');
    await page.getByLabel('Repository').fill('group/web');
    await page.getByLabel('Access token').fill('glpat-0123456789');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('group/web').waitFor();
    expect(fixtures.access.codeHost).toMatchObject({ kind: 'gitlab', url: 'https://gitlab.com' });
    await page.getByRole('button', { name: 'Disconnect' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
    await page.getByText('Not connected').waitFor();
  });

  it('offer a viewer nothing that a viewer may not do, and say why', async () => {
    const { page, complaints } = await web.open('/acme/web/settings', { arrange: as('viewer') });
    await page.getByText('Changing settings needs the role maintainer; yours is viewer.').waitFor();
    expect(await page.getByLabel('Default branch').isDisabled()).toBe(true);
    for (const [section, text] of [
      ['API keys', 'Seeing and making API keys needs the role maintainer'],
      ['Code host', 'Connecting a code host needs the role maintainer'],
      ['Members', 'Yours is viewer; owners change roles and invite.'],
      ['Audit log', 'The audit log needs the role maintainer'],
    ] as const) {
      await page.getByRole('link', { name: section }).click();
      await page.getByText(text).waitFor();
      expect(await page.getByRole('main').getByRole('button').count()).toBe(0);
      expect(await page.getByRole('main').getByRole('combobox').count()).toBe(0);
    }
    expect(complaints).toEqual([]);
  });
});

describe('the account', () => {
  it('changes its name and password, which signs out everywhere else', async () => {
    const { page, fixtures } = await web.open('/');
    await page.getByRole('link', { name: 'Account of Ada Lovelace' }).click();
    await page.getByLabel('Name').fill('Ada King');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('link', { name: 'Account of Ada King' }).waitFor();
    await page.getByLabel('Current password').fill('wrong');
    await page.getByLabel('New password').fill('a new long password');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('is wrong').waitFor();
    await page.getByLabel('Current password').fill('correct horse');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('Everywhere else is signed out').waitFor();
    await page.getByText('Safari on iPhone').waitFor({ state: 'detached' });
    expect(fixtures.access.password).toBe('a new long password');
  });

  it('signs out another place, and everywhere', async () => {
    const { page, fixtures } = await web.open('/account');
    await page.getByRole('button', { name: 'Sign out ada-laptop' }).click();
    await page.getByText('ada-laptop').waitFor({ state: 'detached' });
    expect(fixtures.access.signIns).toHaveLength(2);
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.getByRole('heading', { name: 'Sign in to svc' }).waitFor();
    expect(fixtures.signedIn).toBe(false);
  });

  it('links and unlinks accounts elsewhere, but keeps the last way in', async () => {
    const { page, fixtures } = await web.open('/account');
    await page.getByRole('button', { name: 'Link Acme SSO' }).click();
    await page.getByRole('button', { name: 'Unlink GitHub' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Unlink' }).click();
    await page.getByRole('button', { name: 'Link GitHub' }).waitFor();
    expect(fixtures.access.account.identities.map(({ provider }) => provider)).toEqual(['oidc']);
    fixtures.access.account.hasPassword = false;
    await page.reload();
    await page.getByText('Set a password before you take the last one away').waitFor();
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
  it.each(paths)('finds nothing serious: %s', (path) =>
    expectNothingSerious(async (look) => {
      const { page } = await web.open(path, { ...look, reducedMotion: 'reduce' });
      await page.locator('h2').first().waitFor();
      return page;
    }),
  );

  it('finds nothing serious in the dialogs and forms', async () => {
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
