import { execFileSync, spawn } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { browserPath } from '../web/browserPath.js';
import { makeDataDir, removeDataDir, type Server, startOnSharedDatabase } from './startServer.js';

const program = fileURLToPath(new URL('../../packages/cli/bin/svc.js', import.meta.url));

let dataDir: string;
let home: string;
let server: Server;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  dataDir = await makeDataDir();
  home = await mkdtemp(join(tmpdir(), 'svc-home-'));
  execFileSync('git', ['init', '-q', home]);
  server = await startOnSharedDatabase(dataDir);
  browser = await chromium.launch({ executablePath: browserPath(), args: ['--no-sandbox'] });
  page = await browser.newPage();
  await page.goto(server.signInUrl ?? '');
  await page.getByRole('button', { name: 'Later' }).click();
  await page.waitForURL((url) => url.pathname !== '/sign-in');
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  await removeDataDir(dataDir);
  await rm(home, { recursive: true, force: true });
});

/** Runs `svc` without a terminal; `onPage` receives the page on which a login is to be allowed. */
function svc(args: string[], env: Record<string, string>, onPage?: (url: string) => Promise<unknown>) {
  const child = spawn(process.execPath, [program, ...args], {
    cwd: home,
    env: { PATH: process.env.PATH, HOME: home, SVC_API_URL: server.url, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  let visit: Promise<unknown> | null = null;
  child.stdout.on('data', (chunk) => (stdout += chunk));
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
    const url = /^ {2}(http\S+)\n\n.*\n/m.exec(stderr)?.[1];
    if (url && onPage) visit ??= onPage(url);
  });
  return new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      Promise.resolve(visit).then(() => resolve({ code, stdout, stderr }), reject);
    });
  });
}

/** The signed-in person decides on the page of the login. */
async function decide(url: string, allow: boolean): Promise<void> {
  await page.goto(url);
  await page.getByRole('button', { name: allow ? 'Allow' : 'Refuse', exact: true }).click();
}

/** As {@link decide}; answers what `svc` shows when the browser has come back to it. */
async function decideAndReturn(url: string, allow: boolean): Promise<string | null> {
  await decide(url, allow);
  await page.waitForURL(/^http:\/\/127\.0\.0\.1:\d+\/callback\?/);
  return page.textContent('p');
}

test('login by browser, project, commands, logout: all by the real svc on a real service', async () => {
  const seen: (string | null)[] = [];
  const login = await svc(['login'], { BROWSER: 'true' }, async (url) =>
    seen.push(await decideAndReturn(url, true)),
  );
  expect(login.stderr).toContain('A browser is opening.');
  expect([login.code, seen]).toEqual([0, ['Allowed. Close this page and go back to the terminal.']]);
  const [, file = ''] = /kept in (\S+)\)/.exec(login.stdout) ?? [];
  expect((await stat(file)).mode & 0o777).toBe(0o600);

  expect((await svc(['project', 'set', 'acme/none'], {})).stderr).toContain('Project not found');
  expect((await svc(['project', 'set', 'acme/web'], {})).code).toBe(0);
  const who = await svc(['whoami'], {});
  expect(who.stdout).toMatch(/\nproject {2}acme\/web, from `svc project set`\n$/);
  const named = { SVC_BRANCH: 'main', SVC_COMMIT: 'c0ffee1' };
  const nothing = await svc(['diff'], named);
  expect([nothing.code, nothing.stderr]).toEqual([
    2,
    expect.stringContaining('no completed capture of suite'),
  ]);

  expect(await svc(['logout'], {})).toMatchObject({ code: 0, stderr: '' });
  expect((await svc(['diff'], named)).stderr).toContain('nobody is signed in to');
});

test('a login that is refused in the browser is none', async () => {
  const login = await svc(['login'], { BROWSER: 'true' }, (url) => decideAndReturn(url, false));
  expect([login.code, login.stderr]).toEqual([
    2,
    expect.stringContaining('svc: the login was refused in the browser; nothing was stored\n'),
  ]);
});

test('without a browser a device code does; a login that is revoked elsewhere says so', async () => {
  const login = await svc(['login', '--device'], {}, (url) => decide(url, true));
  expect(login.code).toBe(0);
  await page.goto(server.url);
  const status = await page.evaluate(async () => {
    const headers = { 'content-type': 'application/json' };
    const sent = await fetch('/api/v1/sign-out/everywhere', { method: 'POST', headers, body: '{}' });
    return sent.status;
  });
  expect(status).toBe(200);
  const { code, stderr } = await svc(['whoami'], {});
  expect([code, stderr]).toEqual([
    2,
    expect.stringMatching(
      /^svc: The login has expired or was revoked\. Run `svc login` again \(used the login of /,
    ),
  ]);
  expect(await svc(['logout'], {})).toMatchObject({ code: 0, stderr: '' });
});
