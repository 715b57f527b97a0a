import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deliverMail } from '../../apps/server/src/service/mail/deliverMail.js';
import { unsubscribeToken } from '../../apps/server/src/service/mail/unsubscribe.js';
import { findMailPreferences } from '../../apps/server/src/store/mail/activity.js';
import { type MailServer, startMailServer } from '../../apps/server/testing/mail/startMailServer.js';
import { answerOf } from './service/answerOf.js';
import { openService, type Web, whereIs } from './service/openService.js';
import { ada, closedAccounts, seedPeople } from './service/seedAccess.js';
import { violations } from './violations.js';

let server: MailServer;
let web: Web<'people'>;
beforeAll(async () => {
  server = await startMailServer();
  web = await openService({ people: seedPeople }, { accounts: closedAccounts(), mailer: server.mailer() });
});
afterAll(async () => {
  await web?.close();
  await server?.stop();
});
beforeEach(() => void server.arrived.splice(0));
afterEach(() => web.service.resources.database.deleteFrom('passwordTries').execute());

const signedOut = { isSignedOut: true };

/** Sends what waits. @returns the link of the newest letter, as a path of the service */
async function linkOf(address: string): Promise<string> {
  await deliverMail(web.service.resources, () => {}, new AbortController().signal);
  const letter = server.arrived.filter(({ to }) => to.includes(address)).at(-1);
  const link = /href="([^"]+)"/.exec(String(letter?.mail.html))?.[1];
  if (link === undefined) throw new Error(`no letter for ${address} arrived`);
  const { pathname, search, hash } = new URL(link);
  return pathname + search + hash;
}

const chosen = (page: Page) => answerOf(page, 'getMailSettings');

describe('a forgotten password', () => {
  it('is set by the link of a letter, once', async () => {
    const { page, complaints } = await web.open('/sign-in', signedOut);
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    // The page before this one asks for an e-mail address, too.
    await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor();
    await page.getByLabel('E-mail').fill(ada.email);
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Send the link' }).click();
    await page.getByRole('heading', { name: 'Check your inbox' }).waitFor();
    expect(await violations(page)).toEqual([]);

    const link = await linkOf(ada.email);
    expect(link).toMatch(/^\/reset-password#[\w-]{43}$/);
    const sent: string[] = [];
    page.on('request', (request) => sent.push(`${request.url()} ${request.headers().referer ?? ''}`));
    await page.goto(new URL(link, page.url()).href);
    await page.getByLabel('Password').fill('a new password');
    expect(await violations(page)).toEqual([]);
    const token = link.slice(link.indexOf('#') + 1);
    expect(sent.filter((one) => one.includes(token))).toEqual([]);
    await page.getByRole('button', { name: 'Set password' }).click();
    await page.getByRole('heading', { name: 'Password changed' }).waitFor();
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByLabel('E-mail').fill(ada.email);
    await page.getByLabel('Password').fill('a new password');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { name: 'Projects' }).waitFor();
    expect(complaints).toEqual([]);

    await page.goto(new URL(link, page.url()).href);
    await page.reload();
    await page.getByLabel('Password').fill('yet another password');
    await page.getByRole('button', { name: 'Set password' }).click();
    await page.getByRole('heading', { name: 'This link does not work' }).waitFor();
    await page.getByRole('link', { name: 'Request another link' }).click();
    await expect.poll(() => whereIs(page)).toBe('/forgot-password');
  });

  it('of nobody gets the same page, and no letter', async () => {
    const { page } = await web.open('/forgot-password', signedOut);
    await page.getByLabel('E-mail').fill('nobody@acme.example');
    await page.getByRole('button', { name: 'Send the link' }).click();
    await page.getByRole('heading', { name: 'Check your inbox' }).waitFor();
    await expect(linkOf('nobody@acme.example')).rejects.toThrow('no letter');
  });

  it('without a token says that the link is incomplete', async () => {
    const { page } = await web.open('/reset-password', signedOut);
    await page.getByRole('alert').getByText('The link is incomplete').waitFor();
  });
});

describe('an invitation', () => {
  it('is sent to an address, and the link of the letter makes a member', async () => {
    const { page } = await web.open('/organisations/acme/members');
    await page.getByRole('button', { name: 'Invite' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('E-mail').fill('new@acme.example');
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Send invitation' }).click();
    await dialog.getByRole('status').getByText('new@acme.example').waitFor();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByText('The e-mail is being sent.').waitFor();
    const link = await linkOf('new@acme.example');
    await page.reload();
    await page.getByText('e-mail sent').waitFor();
    await page.context().clearCookies();
    await page.goto(new URL(link, page.url()).href);
    await page.getByRole('heading', { name: 'Join acme' }).waitFor();
    await page.getByRole('textbox', { name: 'Name' }).fill('Newcomer');
    await page.getByLabel('E-mail').fill('new@acme.example');
    await page.getByLabel('Password').fill('long enough');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('heading', { name: 'Projects' }).waitFor();
  });

  it('that is refused says why in the list', async () => {
    server.fault = (step) => (step === 'to' ? { code: 550, text: 'No such user' } : null);
    const { page } = await web.open('/organisations/acme/members');
    await page.getByRole('button', { name: 'Invite' }).click();
    await page.getByRole('dialog').getByLabel('E-mail').fill('typo@acme.example');
    await page.getByRole('button', { name: 'Send invitation' }).click();
    await page.getByRole('button', { name: 'Done' }).click();
    await linkOf('typo@acme.example').catch(() => {});
    server.fault = () => null;
    await page.reload();
    await page.getByText('The e-mail was not sent: The mail server answered: 550 No such user').waitFor();
    expect(await violations(page)).toEqual([]);
  });
});

describe('notifications', () => {
  it('are chosen on the account page, and stay', async () => {
    const { page, complaints } = await web.open('/account');
    const panel = page.getByRole('region', { name: 'Notifications by e-mail' });
    await panel.getByText(ada.email).waitFor();
    await panel.getByRole('switch', { name: 'Replies' }).uncheck();
    await panel.getByLabel('Builds that need review or were rejected').selectOption('all');
    await expect.poll(() => chosen(page)).toMatchObject({ mentions: true, replies: false, builds: 'all' });
    await page.reload();
    expect(await panel.getByRole('switch', { name: 'Replies' }).isChecked()).toBe(false);
    expect(await panel.getByLabel('Builds that need review or were rejected').inputValue()).toBe('all');
    expect(await violations(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('end with the link of a letter, without a sign-in, when the page is told so', async () => {
    const { database, links } = web.service.resources;
    const { id } = await database
      .selectFrom('users')
      .select('id')
      .where('email', '=', ada.email)
      .executeTakeFirstOrThrow();
    const url = new URL(links.unsubscribe(unsubscribeToken(web.service.resources, id)));
    const { page } = await web.open('/favicon.svg', signedOut);
    await page.goto(new URL(url.pathname + url.search, page.url()).href);
    await page.getByRole('heading', { name: 'Unsubscribe' }).waitFor();
    expect(whereIs(page)).toMatch(/^\/unsubscribe#/);
    expect(await findMailPreferences(database, id)).toMatchObject({ mentions: true, requests: true });
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Unsubscribe from all' }).click();
    await page.getByRole('heading', { name: 'You are unsubscribed' }).waitFor();
    expect(await violations(page)).toEqual([]);
    expect(await findMailPreferences(database, id)).toEqual({
      mentions: false,
      replies: false,
      requests: false,
      builds: 'none',
    });
    await page.goto(new URL('/unsubscribe#broken', page.url()).href);
    await page.reload();
    await page.getByRole('button', { name: 'Unsubscribe from all' }).click();
    await page.getByRole('alert').getByText('This link is incomplete').waitFor();
  });
});

it('without a mail server, pages offer what works', async () => {
  const { mailer } = web.service.resources;
  web.service.resources.mailer = null;
  try {
    const { page } = await web.open('/sign-in', signedOut);
    await page.getByText('First start, or no password?').waitFor();
    expect(await page.getByRole('link', { name: 'Forgot your password?' }).count()).toBe(0);
    await page.goto(new URL('/forgot-password', page.url()).href);
    await page.getByText('This service sends no e-mail.').waitFor();
    const { page: own } = await web.open('/organisations/acme/members');
    await own.getByText('No e-mail is sent: share the link yourself.').waitFor();
    await own.getByRole('button', { name: 'Invite' }).click();
    expect(await own.getByLabel('E-mail').count()).toBe(0);
    await own.getByRole('button', { name: 'Create link' }).waitFor();
    await own.goto(new URL('/account', own.url()).href);
    await own.getByRole('heading', { name: 'Password' }).waitFor();
    expect(await own.getByText('Notifications by e-mail').count()).toBe(0);
  } finally {
    web.service.resources.mailer = mailer;
  }
});
