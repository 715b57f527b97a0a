import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FakeGitlab, startFakeGitlab } from '../../apps/server/testing/codeHosts/startFakeGitlab.js';
import { answerOf } from './service/answerOf.js';
import { openService, type Web } from './service/openService.js';
import { as, seedInvitation, seedPeople } from './service/seedAccess.js';
import { seedAudit, seedCodeHost, seedKeys, seedUsage } from './service/seedProject.js';

const seeds = {
  people: seedPeople,
  invitation: seedInvitation,
  keys: seedKeys,
  codeHost: seedCodeHost,
  usage: seedUsage,
  audit: seedAudit,
};
let web: Web<keyof typeof seeds>;
let gitlab: FakeGitlab;
beforeAll(async () => {
  gitlab = await startFakeGitlab();
  web = await openService(seeds);
});
afterAll(async () => {
  await web?.close();
  await gitlab?.stop();
});

const clipboard = { permissions: ['clipboard-read', 'clipboard-write'] };
const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

describe('API keys', () => {
  it('are made, copied once, and revoked', async () => {
    const { page } = await web.open('/acme/web/settings/keys', clipboard);
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByLabel('Name').fill('nightly');
    await page.getByLabel(/^review/).check();
    await page.getByLabel('Duration').selectOption('30 days');
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('button', { name: 'Copy the command' }).click();
    const secret = await copied(page);
    expect(secret).toMatch(/^svc_[\w-]{43}$/);
    await page.getByRole('button', { name: 'Done' }).click();
    const row = page.getByRole('listitem').filter({ hasText: 'nightly' });
    await row.getByText(`${secret.slice(0, 8)}…`).waitFor();
    await row.getByText('Never used · expires in 30 days').waitFor();
    expect(await page.content()).not.toContain(secret.slice(0, 12));
    expect((await answerOf(page, 'listKeys')).keys[0]?.scopes).toEqual(['read', 'upload', 'review']);

    await row.getByRole('button', { name: 'Revoke nightly' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await row.getByText('Revoked now').waitFor();
    expect(await row.getByRole('button').count()).toBe(0);
  });
});

describe('members', () => {
  it('get other roles, and the last owner stays one', async () => {
    const { page } = await web.open('/acme/web/settings/members');
    await page.getByLabel('Role of Alan Turing').selectOption('Reviewer');
    const members = async () => (await answerOf(page, 'listMembers', { org: 'acme' })).members;
    await expect
      .poll(async () => (await members())[3])
      .toMatchObject({ name: 'Alan Turing', role: 'reviewer' });
    await page.getByLabel('Role of Ada Lovelace').selectOption('Viewer');
    await page.getByRole('alert').getByText('is the last owner').waitFor();
    expect(await page.getByLabel('Role of Ada Lovelace').inputValue()).toBe('owner');
    await page.getByRole('button', { name: 'Remove Alan Turing' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('button', { name: 'Remove Alan Turing' }).waitFor({ state: 'detached' });
    expect(await members()).toHaveLength(3);
  });

  it('are invited by a link that is copied once and can be withdrawn', async () => {
    const { page } = await web.open('/organisations/acme/members', clipboard);
    await page.getByRole('button', { name: 'Invite' }).click();
    await page.getByLabel('Role', { exact: true }).selectOption('Maintainer');
    await page.getByRole('button', { name: 'Create link' }).click();
    await page.getByRole('button', { name: 'Copy the command' }).click();
    expect(await copied(page)).toContain('/invitation#');
    await page.getByRole('button', { name: 'Done' }).click();
    const row = page.getByRole('listitem').filter({ hasText: 'As maintainer' });
    await row.getByRole('button', { name: 'Withdraw' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
    await row.waitFor({ state: 'detached' });
    expect((await answerOf(page, 'listInvitations', { org: 'acme' })).invitations).toHaveLength(1);
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
    await page.getByText('created the API key “GitHub Actions” (read, upload) until it is revoked').waitFor();
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
    const { page } = await web.open('/acme/web');
    await page.getByRole('link', { name: 'Settings' }).click();
    const settings = () => answerOf(page, 'getSettings');
    const baselines = page.getByRole('region', { name: 'Baselines' });
    const save = baselines.getByRole('button', { name: 'Save' });
    expect(await save.isDisabled()).toBe(true);
    await page.getByLabel('Default branch').fill('trunk');
    await page.getByRole('switch', { name: 'Approval memory' }).click();
    await save.click();
    await expect.poll(settings).toMatchObject({ approvalMemory: false, defaultBranch: 'trunk' });
    await expect.poll(() => save.isDisabled()).toBe(true);

    const saveComparison = page
      .getByRole('region', { name: 'Comparison' })
      .getByRole('button', { name: 'Save' });
    await page.getByLabel('Threshold').fill('0.2');
    await page.getByRole('switch', { name: 'Ignore anti-aliasing' }).click();
    await page.getByRole('switch', { name: 'Review visible color changes' }).click();
    await saveComparison.click();
    await expect.poll(settings).toEqual({
      approvalMemory: false,
      defaultBranch: 'trunk',
      requiredApprovals: 1,
      proof: true,
      cancelSuperseded: 'never',
      threshold: 0.2,
      antiAliasing: false,
      sensitivity: 'pixels',
      a11y: 'record',
      a11yBySuite: {},
      badges: false,
      retentionDays: null,
      maxBytes: null,
      maxFiles: null,
    });
    const builds = page.getByRole('region', { name: 'Running builds' });
    await page
      .getByLabel('Cancel superseded builds')
      .selectOption('On all branches except the default branch');
    await builds.getByRole('button', { name: 'Save' }).click();
    await expect.poll(settings).toMatchObject({ cancelSuperseded: 'other-branches' });
    // The browser itself refuses what is not a threshold.
    await page.getByLabel('Threshold').fill('2');
    await saveComparison.click();
    expect(
      await page.getByLabel('Threshold').evaluate((input: HTMLInputElement) => input.validity.valid),
    ).toBe(false);
    expect((await settings()).threshold).toBe(0.2);

    const saveRetention = page
      .getByRole('region', { name: 'Retention' })
      .getByRole('button', { name: 'Save' });
    await page.getByLabel('Days').fill('90');
    await saveRetention.click();
    await expect.poll(async () => (await settings()).retentionDays).toBe(90);
    await expect.poll(() => saveRetention.isDisabled()).toBe(true);
    await page.getByLabel('Days').fill('');
    await saveRetention.click();
    await expect.poll(async () => (await settings()).retentionDays).toBe(null);
  });

  it('tell what the project keeps and has made', async () => {
    const { page, complaints } = await web.open('/acme/web/settings');
    await page.getByRole('link', { name: 'Usage' }).click();
    await page.getByText('1.7 GB', { exact: true }).waitFor();
    await page.getByText('Quota', { exact: true }).waitFor();
    const month = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });
    await page.getByRole('row', { name: `${month.format()} 213 41,871` }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('connect a code host, tell that it fails, and disconnect it', async () => {
    const { page } = await web.open('/acme/web/settings/code-host');
    await page.getByText('the app is not installed in acme/web').waitFor();
    await page.getByRole('button', { name: 'Change' }).click();
    await page.getByLabel('Host', { exact: true }).selectOption('GitLab');
    await page.getByLabel('Address', { exact: true }).fill(gitlab.url);
    await page.getByLabel('Repository').fill('acme/web');
    await page.getByLabel('Access token').fill('glpat-0123456789');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('could not confirm that you may connect acme/web').waitFor();
    await page.getByLabel('Access token').fill(gitlab.token);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('an account that may push to it').waitFor();
    expect((await answerOf(page, 'getCodeHost')).codeHost).toMatchObject({
      kind: 'gitlab',
      url: gitlab.url,
      proof: 'push',
    });
    await page.getByRole('button', { name: 'Disconnect' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
    await page.getByText('Not connected').waitFor();
  });

  it('offer a viewer nothing that a viewer may not do, and say why', async () => {
    const { page, complaints } = await web.open('/acme/web/settings', { arrange: as('viewer') });
    await page.getByText('Changing settings needs the role maintainer; yours is viewer.').waitFor();
    expect(await page.getByLabel('Default branch').isDisabled()).toBe(true);
    for (const [section, text] of [
      ['API keys', 'Viewing and creating API keys needs the role maintainer'],
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
