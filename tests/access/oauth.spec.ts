import { spawn } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { svc } from '../service/svc.js';
import { type Access, signInAtProvider, startAccess } from './startAccess.js';

let access: Access;
beforeAll(async () => {
  access = await startAccess();
});
afterAll(() => access?.stop());

const pathOf = (page: Page) => page.url().slice(new URL(page.url()).origin.length);
const whoIs = (page: Page) =>
  page.evaluate(async () => {
    const response = await fetch('/api/v1/me');
    return response.ok ? ((await response.json()) as { name: string }).name : response.status;
  });

async function begin(page: Page, name: 'GitHub' | 'Test', path = '/sign-in') {
  await page.goto(access.url + path);
  await page.getByRole('link', { name: `Continue with ${name}` }).click();
}

describe.each([
  ['an OpenID provider', 'Test', 'Name of inside-ada', 'inside-ada'],
  ['GitHub', 'GitHub', 'octo-ada', 'octo-ada'],
] as const)('sign-in with %s', (_, provider, name, login) => {
  it('opens a session and continues to the page that was wanted', async () => {
    const { page } = await access.newBrowser();
    await page.goto(`${access.url}/account`);
    await page.getByRole('link', { name: `Continue with ${provider}` }).click();
    await signInAtProvider(page, login);
    await page.getByRole('heading', { name: 'Account', exact: true }).waitFor();
    expect(pathOf(page)).toBe('/account');
    expect(await whoIs(page)).toBe(name);
    const [session] = (await page.context().cookies()).filter((cookie) => cookie.name === 'svc_session');
    expect(session).toMatchObject({ httpOnly: true, sameSite: 'Lax' });
    expect(await page.evaluate(() => document.cookie)).toBe('');
  });

  it('says on a page that there is no account yet', async () => {
    const { page } = await access.newBrowser();
    const stranger = provider === 'GitHub' ? 'eve-unverified' : 'outside-eve';
    await begin(page, provider);
    await signInAtProvider(page, stranger);
    await page.getByRole('alert').getByText('Ask an owner of an organization for an invitation').waitFor();
    expect(new URL(page.url()).pathname).toBe('/sign-in');
    expect(await whoIs(page)).toBe(401);
  });

  it('says on a page that it was refused there, and keeps where to go on to', async () => {
    const { page } = await access.newBrowser();
    await begin(page, provider, '/sign-in?next=/account');
    await page.getByRole('link', { name: 'Cancel' }).click();
    await page.getByRole('alert').getByText('did not sign you in').waitFor();
    expect(new URL(page.url()).searchParams.get('next')).toBe('/account');
    await page.getByRole('link', { name: `Continue with ${provider}` }).waitFor();
  });

  it('always sends state, and a challenge that only this browser can answer', async () => {
    const { page } = await access.newBrowser();
    const seen = page.waitForRequest((request) => request.url().includes('/login/oauth/authorize'));
    await begin(page, provider);
    const { searchParams } = new URL((await seen).url());
    expect(searchParams.get('state')).toMatch(/^[\w-]{43}$/);
    expect(searchParams.get('code_challenge')).toMatch(/^[\w-]{43}$/);
    expect(searchParams.get('code_challenge_method')).toBe('S256');
  });
});

describe('misuse', () => {
  /**
   * Travels to the provider and back, but without what this browser keeps on the way, so that the service takes nothing
   * of it. Then the browser has that again.
   */
  async function codeOf(page: Page, login: string): Promise<URL> {
    await begin(page, 'Test');
    await page.locator('input[name=login]').waitFor();
    const cookies = await page.context().cookies(`${access.url}/api/v1/oauth/`);
    const journey = cookies.filter(({ name }) => name === 'svc_oauth');
    expect(journey).toHaveLength(1);
    await page.context().clearCookies({ name: 'svc_oauth' });
    const back = page.waitForRequest((request) => request.url().includes('/oauth/oidc/callback?'));
    await signInAtProvider(page, login);
    const url = new URL((await back).url());
    await page.waitForURL(/problem=not-begun/);
    await page.context().addCookies(journey);
    return url;
  }

  const refused = async (page: Page, url: URL) => {
    await page.goto(url.href);
    await page.getByRole('alert').waitFor();
    expect(new URL(page.url()).pathname).toBe('/sign-in');
    expect(await whoIs(page)).toBe(401);
  };

  it('another browser cannot end what this one began', async () => {
    const mine = await access.newBrowser();
    const theirs = await access.newBrowser();
    const url = await codeOf(mine.page, 'inside-mallory');
    await refused(theirs.page, url);
    // Nor when that browser is on a way of its own.
    const own = await codeOf(theirs.page, 'inside-victim');
    await refused(theirs.page, url);
    expect(own.searchParams.get('state')).not.toBe(url.searchParams.get('state'));
  });

  it('a code that was put into the way of another has no verifier there', async () => {
    const mine = await access.newBrowser();
    const theirs = await access.newBrowser();
    const stolen = await codeOf(mine.page, 'inside-mallory');
    const own = await codeOf(theirs.page, 'inside-victim');
    own.searchParams.set('code', stolen.searchParams.get('code') ?? '');
    await refused(theirs.page, own);
  });

  it('a code works once', async () => {
    const { page, context } = await access.newBrowser();
    const url = await codeOf(page, 'inside-once');
    const kept = await context.cookies(`${access.url}/api/v1/oauth/`);
    await page.goto(url.href);
    await page.getByRole('link', { name: /^Account of/ }).waitFor();
    await context.clearCookies();
    await context.addCookies(kept.filter(({ name }) => name === 'svc_oauth'));
    await refused(page, url);
  });

  it.each(['//evil.example', 'https://evil.example', '/\\evil.example', 'javascript:window.xss=1'])(
    'continues to no other place: %s',
    async (next) => {
      const { page } = await access.newBrowser();
      await page.goto(`${access.url}/api/v1/oauth/oidc/start?next=${encodeURIComponent(next)}`);
      await signInAtProvider(page, 'inside-cy');
      await page.getByRole('link', { name: /^Account of/ }).waitFor();
      expect(page.url()).toBe(`${access.url}/`);
      expect(await page.evaluate(() => 'xss' in window)).toBe(false);
    },
  );
});

/** Signs in with a password of an account that is made by an invitation. */
async function newcomer(page: Page, name: string) {
  const admin = await access.newBrowser();
  await admin.page.goto(`${access.url}/sign-in#token=${await access.service.newSignInToken()}`);
  await admin.page.getByRole('button', { name: 'Later' }).click();
  await admin.page.goto(`${access.url}/organisations/acme/members`);
  await admin.page.getByRole('button', { name: 'Invite' }).click();
  await admin.page.getByRole('button', { name: 'Create link' }).click();
  const link = (await admin.page.getByRole('dialog').locator('code').textContent()) ?? '';
  await admin.context.close();
  await page.goto(link);
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByLabel('E-mail').fill(`${name}@inside.example`);
  await page.getByLabel('Password').fill('a long password');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('heading', { name: 'Projects' }).waitFor();
}

describe('an account elsewhere', () => {
  it('takes nobody over: it is linked by who is signed in, and signs in from then on', async () => {
    const { page, context } = await access.newBrowser();
    await newcomer(page, 'inside-grace');
    await context.clearCookies();
    await begin(page, 'Test');
    await signInAtProvider(page, 'inside-grace');
    await page.getByRole('alert').getByText('Sign in to it as before').waitFor();

    await page.getByLabel('E-mail').fill('inside-grace@inside.example');
    await page.getByLabel('Password').fill('a long password');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { name: 'Projects' }).waitFor();
    await page.goto(`${access.url}/account`);
    // The provider still knows who it is.
    await page.getByRole('button', { name: 'Link Test' }).click();
    await page.getByRole('button', { name: 'Unlink Test' }).waitFor();
    expect(pathOf(page)).toBe('/account');

    await context.clearCookies();
    await begin(page, 'Test');
    await signInAtProvider(page, 'inside-grace');
    await page.getByRole('heading', { name: 'Projects' }).waitFor();
    expect(await whoIs(page)).toBe('inside-grace');
  });

  it('is linked to no account but the one of who began', async () => {
    const { page, context } = await access.newBrowser();
    await newcomer(page, 'inside-joan');
    await page.goto(`${access.url}/account`);
    await page.getByRole('button', { name: 'Link Test' }).click();
    await page.locator('input[name=login]').waitFor();
    // While the browser is away, somebody else signs in.
    await context.clearCookies({ name: 'svc_session' });
    await signInAtProvider(page, 'inside-joan2');
    await page.waitForURL(/problem=not-begun/);
    expect(await whoIs(page)).toBe(401);
  });

  it('that signs in to one account is not linked to another', async () => {
    const taken = await access.newBrowser();
    await begin(taken.page, 'Test');
    await signInAtProvider(taken.page, 'inside-owner');
    await taken.page.getByRole('link', { name: /^Account of/ }).waitFor();
    const { page } = await access.newBrowser();
    await newcomer(page, 'inside-other');
    await page.goto(`${access.url}/account`);
    await page.getByRole('button', { name: 'Link Test' }).click();
    await signInAtProvider(page, 'inside-owner');
    await page.getByRole('alert').getByText('signs in to another account here').waitFor();
    await page.getByRole('button', { name: 'Link Test' }).waitFor();
  });

  it('comes with an invitation to a role', async () => {
    const admin = await access.newBrowser();
    await admin.page.goto(`${access.url}/sign-in#token=${await access.service.newSignInToken()}`);
    await admin.page.getByRole('button', { name: 'Later' }).click();
    await admin.page.goto(`${access.url}/organisations/acme/members`);
    await admin.page.getByRole('button', { name: 'Invite' }).click();
    await admin.page.getByRole('button', { name: 'Create link' }).click();
    const link = (await admin.page.getByRole('dialog').locator('code').textContent()) ?? '';
    const { page } = await access.newBrowser();
    await page.goto(link);
    await page.getByRole('heading', { name: 'Join acme' }).waitFor();
    await page.getByRole('link', { name: 'Continue with GitHub' }).click();
    await signInAtProvider(page, 'invited-unverified');
    await page.getByRole('link', { name: /acme web/ }).waitFor();
    await page.goto(link);
    await page.getByRole('alert').getByText('has been used').waitFor();
  });
});

describe('the login of a command line', () => {
  const program = fileURLToPath(new URL('../../packages/cli/bin/svc.js', import.meta.url));

  /** Runs the real `svc login`, whose browser is this: a program that notes the address. */
  async function startLogin(...flags: string[]) {
    const folder = await mkdtemp(join(tmpdir(), 'svc-login-'));
    const opened = join(folder, 'opened');
    const browser = join(folder, 'browser');
    await writeFile(
      browser,
      `#!/bin/sh\nprintf %s "$1" > '${opened}.part' && mv '${opened}.part' '${opened}'\n`,
    );
    await chmod(browser, 0o755);
    const env = { XDG_CONFIG_HOME: folder, HOME: folder, BROWSER: browser, SVC_API_URL: access.url };
    const child = spawn(process.execPath, [program, 'login', ...flags], {
      env: { PATH: process.env.PATH, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    child.stdout.on('data', (chunk) => (said += chunk));
    child.stderr.on('data', (chunk) => (said += chunk));
    const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
    const address = async () => {
      for (;;) {
        const found = flags.includes('--device')
          ? /http:\/\/\S+cli-login\S*/.exec(said)?.[0]
          : await readFile(opened, 'utf8').catch(() => null);
        if (found) return found;
        if (child.exitCode !== null) throw new Error(said);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    };
    return { env, ended, address, said: () => said, clear: () => rm(folder, { recursive: true }) };
  }

  it.each([['by loopback redirect'], ['by device code', '--device']])(
    'goes through sign-in elsewhere, %s',
    async (_, ...flags) => {
      const login = await startLogin(...flags);
      const { page } = await access.newBrowser();
      await page.goto(await login.address());
      await page.getByRole('link', { name: 'Continue with Test' }).click();
      await signInAtProvider(page, 'inside-linus');
      await page.getByRole('heading', { name: 'Allow this command line?' }).waitFor();
      const code = (await page.getByText(/^[A-Z]{4}-[A-Z]{4}$/).textContent()) ?? '';
      if (flags.length > 0) expect(login.said()).toContain(code);
      await page.getByText('Name of inside-linus').waitFor();
      await page.getByRole('button', { name: 'Allow' }).click();
      expect([await login.ended, login.said()]).toEqual([0, expect.stringContaining('Name of inside-linus')]);
      const who = await svc(['whoami'], login.env);
      expect([who.code, who.stdout]).toEqual([0, expect.stringContaining('Name of inside-linus')]);

      await page.goto(`${access.url}/account`);
      const place = page.getByRole('listitem').filter({ hasText: 'Command line' }).first();
      await place.getByRole('button', { name: /^Sign out/ }).click();
      await expect.poll(async () => (await svc(['whoami'], login.env)).code).not.toBe(0);
      await login.clear();
    },
  );

  it('is refused in the browser', async () => {
    const login = await startLogin();
    const { page } = await access.newBrowser();
    await page.goto(await login.address());
    await page.getByRole('link', { name: 'Continue with Test' }).click();
    await signInAtProvider(page, 'inside-linus');
    await page.getByRole('button', { name: 'Refuse' }).click();
    expect(await login.ended).not.toBe(0);
    expect(login.said()).toMatch(/refused/i);
    await login.clear();
  });
});
