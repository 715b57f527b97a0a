import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { Browser, Cache, computeExecutablePath } from '@puppeteer/browsers';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';

const root = mkdtempSync(join(tmpdir(), 'svc-browsers-'));
const folders = {
  first: join(root, 'first'),
  second: join(root, 'second'),
  playwright: join(root, 'playwright'),
  puppeteer: join(root, 'puppeteer'),
};

let googleChrome: () => string;
vi.mock('@puppeteer/browsers', async (importOriginal) => ({
  ...(await importOriginal<typeof import('@puppeteer/browsers')>()),
  computeSystemExecutablePath: () => googleChrome(),
}));

// Playwright reads it once, when it is loaded.
vi.stubEnv('PLAYWRIGHT_BROWSERS_PATH', folders.playwright);
const { findBrowser } = await import('./findBrowser.js');
const { chromium } = await import('playwright-core');

beforeEach(() => {
  googleChrome = () => {
    throw new Error('Could not find Google Chrome');
  };
  for (const folder of Object.values(folders)) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder);
  }
});
afterAll(() => rmSync(root, { recursive: true }));

/** Puts a program there. */
function install(path: string, mode = 0o755): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, '#!/bin/sh\n');
  chmodSync(path, mode);
  return path;
}

/** Puts one there as Puppeteer downloads it. */
function installWithPuppeteer(browser: Browser, buildId: string): string {
  const path = computeExecutablePath({ browser, buildId, cacheDir: folders.puppeteer });
  install(path);
  expect(new Cache(folders.puppeteer).getInstalledBrowsers().map((one) => one.executablePath)).toContain(
    path,
  );
  return path;
}

/** Where Playwright has its headless shell, which it tells to nobody but its own launcher. */
const headlessShell = (): string =>
  createRequire(import.meta.url)('playwright-core/lib/coreBundle')
    .registry.registry.findExecutable('chromium-headless-shell')
    .executablePath();

const find = (more: NodeJS.ProcessEnv = {}) =>
  findBrowser({
    PATH: [folders.first, folders.second].join(delimiter),
    PUPPETEER_CACHE_DIR: folders.puppeteer,
    ...more,
  });

test('SVC_BROWSER_PATH alone counts, and one that is not a program is not replaced by another', () => {
  install(join(folders.first, 'chromium'));
  const mine = install(join(root, 'mine'));
  expect(find({ SVC_BROWSER_PATH: mine })).toBe(mine);
  expect(find({ SVC_BROWSER_PATH: join(root, 'none') })).toBeNull();
  expect(find({ SVC_BROWSER_PATH: install(join(root, 'text'), 0o644) })).toBeNull();
});

test('a headless shell of the system comes first, wherever it is on the path', () => {
  install(join(folders.first, 'chromium'));
  const shell = install(join(folders.second, 'chromium-headless-shell'));
  expect(find()).toBe(shell);
});

test('a program that cannot be run is passed over', () => {
  install(join(folders.first, 'chromium-headless-shell'), 0o644);
  const chromiumOfSystem = install(join(folders.second, 'chromium'));
  expect(find()).toBe(chromiumOfSystem);
});

test('then come the builds of Playwright, the headless shell before the whole browser', () => {
  const puppeteer = installWithPuppeteer(Browser.CHROMEHEADLESSSHELL, '150.0.1.1');
  expect(find()).toBe(puppeteer);
  const whole = install(chromium.executablePath());
  expect(whole).toContain(folders.playwright);
  expect(find()).toBe(whole);
  const shell = install(headlessShell());
  expect(dirname(dirname(shell))).toBe(
    dirname(dirname(whole)).replace('chromium-', 'chromium_headless_shell-'),
  );
  expect(find()).toBe(shell);
});

test('then the newest build of Puppeteer, the headless shell before the whole browser', () => {
  installWithPuppeteer(Browser.CHROME, '160.0.1.1');
  installWithPuppeteer(Browser.CHROMEHEADLESSSHELL, '99.0.1.1');
  const newest = installWithPuppeteer(Browser.CHROMEHEADLESSSHELL, '150.0.1.1');
  expect(find()).toBe(newest);
});

test('Google Chrome is the last resort, and the one of Windows is none within WSL', () => {
  expect(find()).toBeNull();
  const chrome = install(join(root, 'google', 'chrome'));
  googleChrome = () => chrome;
  expect(find()).toBe(chrome);
  const ofWindows = install(join(root, 'google', 'chrome.exe'));
  googleChrome = () => ofWindows;
  expect(find()).toBe(process.platform === 'win32' ? ofWindows : null);
});
